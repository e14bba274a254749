// When two plans may share one running server: the same entry and command for the same folder, with the same variables.

import type { PlannedSession } from '../model/plan.js';
import { type Environment, serverEnvironment } from '../platform/environment.js';
import { contentHash } from '../platform/hash.js';

export interface PoolKey {
  /** Server, root and variables: for one of these at most one server runs. */
  readonly slot: string;
  /** Of its entry and command: another one there takes the place of the first. */
  readonly hash: string;
}

export function poolKey(
  { key, definition, command, packages, root }: PlannedSession,
  env: Environment,
): PoolKey {
  const variables = Object.entries(serverEnvironment(env, {}))
    .filter(([name]) => !ofTheTerminal.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { slot: `${key} ${shortHash(variables)}`, hash: shortHash([root, command, packages, definition]) };
}

function shortHash(value: unknown): string {
  return contentHash(JSON.stringify(value)).slice('sha256:'.length, 'sha256:'.length + 12);
}

/** Where and how somebody works, on which no server's answer depends. */
const ofTheTerminal =
  /^(?:PWD|OLDPWD|SHLVL|_|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|WINDOWID|DISPLAY|SSH_.*|XDG_SESSION_.*|TMUX.*|STY|LSPCHECK_.*)$/;
