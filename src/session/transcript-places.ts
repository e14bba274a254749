// What is masked in one session's transcript: the folders of this machine that messages may name, and the secrets that
// settings and environments hold. Reads link targets, writes nothing.

import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { PlannedSession } from '../model/plan.js';
import type { Environment } from '../platform/environment.js';
import { secretsInEnvironment, secretsInSettings } from './secrets.js';
import { createMask, type Mask, type MaskedFolder } from './transcript-mask.js';

/** `places`: what `personalFolders` gave. */
export function maskOf(session: PlannedSession, env: Environment, places: readonly MaskedFolder[]): Mask {
  const { settings, initializationOptions, env: own } = session.definition;
  const secrets = [
    ...secretsInSettings([settings, initializationOptions]),
    ...secretsInEnvironment(env),
    ...secretsInEnvironment(own),
  ];
  return createMask([...foldersOf(session), ...places], secrets);
}

/** The home and temporary folders of the caller and of this process, links followed too. */
export function personalFolders(env: Environment): readonly MaskedFolder[] {
  const named = [
    ...[env['HOME'], env['USERPROFILE'], homedir()].map((path) => ({ placeholder: 'home' as const, path })),
    ...[env['TMPDIR'], env['TEMP'], tmpdir()].map((path) => ({ placeholder: 'temp' as const, path })),
  ];
  return named.flatMap(({ placeholder, path }) => {
    if (path === undefined || path === '') return [];
    const spelt = new Set([resolve(path), realPathOf(resolve(path))]);
    return [...spelt].map((one) => ({ placeholder, path: one }));
  });
}

/** Links resolved as far as the path exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path));
  }
}

/** The judged tree, and the outermost node_modules that the server was found in, which may be linked from elsewhere. */
function foldersOf({ tree, root, command, packages }: PlannedSession): readonly MaskedFolder[] {
  const roots = [...new Set([tree.serverRoot, tree.root])];
  const found = [join(root, modules), command.program, ...command.args, ...Object.values(packages)]
    .filter(isAbsolute)
    .flatMap((path) => outermostModules(realPathOf(path)) ?? [])
    .filter((path) => !roots.some((one) => path.startsWith(`${one}${sep}`)));
  return [
    ...roots.map((path) => ({ placeholder: 'root' as const, path })),
    ...[...new Set(found)].map((path) => ({ placeholder: 'modules' as const, path })),
  ];
}

const modules = 'node_modules';

function outermostModules(path: string): string | undefined {
  const segments = path.split(sep);
  const at = segments.indexOf(modules);
  return at < 0 ? undefined : segments.slice(0, at + 1).join(sep);
}
