// Small hand-made server definitions and configurations, for tests of what is done with them.

import { define, type Given } from '../../src/catalogue/define.js';
import type { RepoPath } from '../../src/model/base.js';
import type { Config } from '../../src/model/config.js';
import type { ServerDefinition } from '../../src/model/server-definition.js';

export const repoPath = (path: string) => path as RepoPath;

/** Nothing is a script. */
export const noHead = async (): Promise<undefined> => undefined;

/** A server `name` for `*.fx`, started as `name-ls` wherever it is found. */
export function definition(name: string, more: Partial<Given> = {}): ServerDefinition {
  return define({
    name,
    language: name.toUpperCase(),
    launch: { kind: 'candidates', candidates: [{ bin: `${name}-ls`, args: ['--stdio'] }] },
    files: ['*.fx'],
    installHint: `install ${name}-ls`,
    ...more,
  });
}

/** No config file: the definitions are the whole catalogue. */
export function zeroConfig(catalogue: readonly ServerDefinition[], more: Partial<Config> = {}): Config {
  return { ...defaults, zeroConfig: true, servers: catalogue, catalogue, ...more };
}

/** The definitions are what `servers:` names; the catalogue is empty unless given. */
export function configured(servers: readonly ServerDefinition[], more: Partial<Config> = {}): Config {
  return { ...defaults, zeroConfig: false, servers, catalogue: [], ...more };
}

const defaults: Omit<Config, 'zeroConfig' | 'servers' | 'catalogue'> = {
  onlyServers: [],
  skipServers: [],
  rules: [],
  overrides: [],
  failOn: 'error',
  minSeverity: 'info',
  onUnknown: 'fail',
  onUncovered: 'warn',
  failOnEmpty: false,
  only: 'all',
  affected: false,
  deadlineMs: 120_000,
  startTimeoutMs: 60_000,
  requestTimeoutMs: 15_000,
  ignore: [],
  maxFileSizeBytes: 10_000_000,
  jobs: 4,
  daemon: { mode: 'auto', idleTimeoutMs: 600_000 },
  mcp: { edits: 'ask', callDeadlineMs: 30_000 },
};
