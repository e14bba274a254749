// Which of the caller's variables reach git, and what we add. A hook's own index and repository are named by variables
// (case OC-14): without them the wrong set of files is read. Everything git could start, or write to, is left out.
// Pure; knows no process.

import { delimiter, resolve } from 'node:path';
import type { Environment } from '../platform/environment.js';

/** Settings on every call: no helper program is started. (Pager, external diff and textconv need a terminal or porcelain.) */
export const safeSettings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'] as const;

/** Where the repository is. Git changes to the top folder first, so that a relative index or object folder counts from there. */
const relativeToCaller = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR'] as const;
const relativeToTop = ['GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'] as const;
export const locationVariables = [
  ...relativeToCaller,
  ...relativeToTop,
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
] as const;

/** What the user's git honours when it reads: dropping it would make our comparison differ from `git status`. */
const readingVariables = new Set<string>([
  ...locationVariables,
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_PARAMETERS', // `git -c name=value commit` hands its settings to hooks in this
  'GIT_CONFIG_COUNT',
]);
const configPair = /^GIT_CONFIG_(KEY|VALUE)_\d+$/;

/** Programs that git may start, and `PREFIX`, which moves its system configuration. */
const otherPrograms = new Set(['EDITOR', 'VISUAL', 'PAGER', 'SSH_ASKPASS', 'PREFIX']);

const ours = {
  GIT_OPTIONAL_LOCKS: '0', // `git status` would otherwise lock and rewrite the index (case OC-18)
  GIT_LITERAL_PATHSPECS: '1', // a file name is never a pattern (case OC-17)
  GIT_NO_LAZY_FETCH: '1', // a partial clone would fetch missing objects: lspcheck makes no network call
  GIT_ALLOW_PROTOCOL: 'none', // the same for versions that do not know the variable above
  GIT_TERMINAL_PROMPT: '0',
  LANGUAGE: 'C', // git's own words, in one language; the character set stays the user's, filters depend on it
};

/** The environment of our git processes: the caller's without what could start programs, trace or lock. */
export function gitEnvironment(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || otherPrograms.has(name.toUpperCase())) continue;
    if (/^GIT_/i.test(name) && !readingVariables.has(name) && !configPair.test(name)) continue;
    kept[name] = value;
  }
  return { ...kept, ...ours };
}

/** Repository variables made absolute against the caller's folder: our git runs elsewhere. */
export function anchoredToCaller(env: Record<string, string>, cwd: string): Record<string, string> {
  return resolved(env, relativeToCaller, cwd);
}

/** Index and object variables made absolute against the top folder, as git itself reads them. */
export function anchoredToTop(env: Record<string, string>, top: string): Record<string, string> {
  const anchored = resolved(env, relativeToTop, top);
  const alternates = env['GIT_ALTERNATE_OBJECT_DIRECTORIES'];
  if (alternates === undefined || alternates.includes('"')) return anchored;
  const absolute = alternates.split(delimiter).map((path) => (path === '' ? path : resolve(top, path)));
  return { ...anchored, GIT_ALTERNATE_OBJECT_DIRECTORIES: absolute.join(delimiter) };
}

function resolved(
  env: Record<string, string>,
  names: readonly string[],
  base: string,
): Record<string, string> {
  const changed = { ...env };
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== '') changed[name] = resolve(base, value);
  }
  return changed;
}
