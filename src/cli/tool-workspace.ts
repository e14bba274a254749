// The workspace of tools from a command line: where, with which configuration, and where its log goes.

import type { WorkspaceOptions } from '../mcp/workspace.js';
import { systemClock } from '../platform/clock.js';
import { type LogLevel, logLevels, logTo } from '../platform/log.js';
import { visible } from '../report/escape.js';
import { spawnServer } from '../session/process.js';
import { oneOf, optionsOf } from './check-request.js';
import type { FlagValues } from './flags.js';
import type { Host } from './host.js';
import { styleOf } from './terminal.js';

export function workspaceOptions(values: FlagValues, untrusted: boolean, host: Host): WorkspaceOptions {
  const { unicode } = styleOf(host.stderr, host.env, 'auto', host.platform);
  const level: LogLevel = oneOf(values['log-level'], logLevels) ?? 'warning';
  return {
    cwd: host.cwd,
    env: host.env,
    rootDir: values.root,
    options: optionsOf(values),
    untrusted,
    clock: systemClock,
    log: logTo((line) => void host.stderr.write(`${visible(line, unicode)}\n`), level),
    spawn: spawnServer,
  };
}
