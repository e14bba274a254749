// The scenario DSL: a temporary workspace, fake servers named in its lspcheck.yml, one check through one host, and
// expectations on files. Reads as a sentence:
//   const run = await scenario({ files: { 'a.fx': 'BAD' }, server: 'early-empty' }).check({ deadline: '3s' });
//   expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
// Every check ends by looking for processes of the fixture that are still alive; a failing expectation shows the servers' logs.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/model/base.js';
import { type PresetName, scriptOf } from './fake-server/presets.js';
import type { Script } from './fake-server/script.js';
import { askHost, type CheckSettings, cliArguments, type HostAnswer } from './hosts.js';
import { recordedPids, survivors } from './processes.js';
import { type CliResult, runCli } from './run-cli.js';
import { readServerLog, type ServerLog } from './server-log.js';

export interface ServerSetup {
  /** What the fake server does; left out when `command` names another program. `{outside}` in it is that folder. */
  readonly script?: PresetName | Script;
  /** Replaces the whole command, or wraps the fake server's own one. */
  readonly command?: readonly string[] | ((fake: readonly string[], outside: string) => readonly string[]);
  /** Default `*.fx`. The language id is the extension of the first glob. */
  readonly files?: readonly string[];
  /** Further keys of the config entry. */
  readonly entry?: JsonObject;
}

export interface ScenarioSetup {
  /** Relative path → content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** One server named `fake` for `*.fx`; or several, by name. */
  readonly server?: PresetName | Script;
  readonly servers?: Readonly<Record<string, ServerSetup>>;
  /** Further top keys of lspcheck.yml. */
  readonly config?: JsonObject;
}

export interface Run extends HostAnswer {
  readonly root: string;
  /** From the request to the answer. */
  readonly wallMs: number;
  readonly log: (server?: string) => ServerLog;
  /** The logs' tails of all servers, for failures. */
  readonly tails: () => string;
}

export interface Scenario {
  readonly root: string;
  /** Where scripts, logs and pids are: outside of the workspace. */
  readonly outside: string;
  readonly log: (server?: string) => ServerLog;
  readonly tails: () => string;
  write(path: string, content: string | Uint8Array): void;
  /** Rejects when a process of the fixture is still alive after three seconds. Part of `check` and `print`. */
  expectNobodyLeft(stderr?: string): Promise<void>;
  /** One check through a host, as its JSON report. */
  check(settings?: CheckSettings): Promise<Run>;
  /** The same through the built binary, in a format of its own: the raw streams. */
  print(format: string, settings?: CheckSettings): Promise<CliResult>;
}

export function scenario(setup: ScenarioSetup): Scenario {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-scenario-')));
  temporary.push(base);
  const root = join(base, 'w');
  const outside = join(base, 'outside');
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const folder of [root, outside]) mkdirSync(folder);
  for (const [path, content] of Object.entries(setup.files)) write(path, content);
  const servers = setup.servers ?? { fake: { script: setup.server ?? 'silent' } };
  write('lspcheck.yml', JSON.stringify(configOf(servers, outside, setup.config), null, 2));
  const log = (server = 'fake') => readServerLog(join(outside, `${server}.log`));
  const tails = () =>
    Object.keys(servers)
      .map((name) => `--- ${name} ---\n${log(name).tail()}`)
      .join('\n');

  const defaults = { paths: Object.keys(setup.files) };
  const expectNobodyLeft = async (stderr = '') => {
    const left = await survivors(recordedPids(join(outside, 'pids')), 3000);
    if (left.length === 0) return;
    throw new Error(`alive 3 s after the end: ${JSON.stringify(left)}\n${tails()}\n${stderr}`);
  };
  return {
    root,
    outside,
    log,
    tails,
    write,
    expectNobodyLeft,
    check: async (settings = {}) => {
      const started = performance.now();
      const answer = await askHost({ ...defaults, ...settings }, root);
      const wallMs = performance.now() - started;
      await expectNobodyLeft(answer.stderr);
      return { ...answer, root, wallMs, log, tails };
    },
    print: async (format, settings = {}) => {
      const args = cliArguments({ ...defaults, ...settings }, format);
      const done = await runCli(args, { ...settings, cwd: join(root, settings.from ?? '.') });
      await expectNobodyLeft(done.stderr);
      return done;
    },
  };
}

/** The config as JSON (which YAML includes), one entry per server, and a script file for each fake one. */
export function configOf(
  servers: Readonly<Record<string, ServerSetup>>,
  outside: string,
  more: JsonObject = {},
): JsonObject {
  const entries = Object.entries(servers).map(([name, setup]) => {
    const files = setup.files ?? ['*.fx'];
    const languageId = /[a-z]+$/.exec(files[0] ?? '')?.[0] ?? 'fx';
    return [name, { command: commandOf(name, setup, outside), files, languageId, ...setup.entry }];
  });
  return { servers: Object.fromEntries(entries), ...more };
}

function commandOf(name: string, { script = 'silent', command }: ServerSetup, outside: string) {
  if (typeof command === 'object') return command;
  const file = join(outside, `${name}.json`);
  const body = typeof script === 'string' ? scriptOf(script) : script;
  const paths = { logFile: join(outside, `${name}.log`), pidsFile: join(outside, 'pids') };
  writeFileSync(file, JSON.stringify({ ...body, ...paths }).replaceAll('{outside}', outside));
  const fake = [process.execPath, join(import.meta.dirname, 'fake-server/server.mjs'), '--script', file];
  return command ? command(fake, outside) : fake;
}

const temporary: string[] = [];

/** Of all scenarios so far; called after each test file. */
export function removeWorkspaces(): void {
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true, force: true });
}
