// Which imported names are packages that a package.json names and no node_modules has. Read from the disk, as a compiler would.
// A name that no package.json knows is a slip of the user's, and so is a relative one: neither is ever missing here.

import { readFile, stat } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, parentOf, repoRootPath } from '../platform/paths.js';
import { memoize } from './memoize.js';

/** An imported name, and the folder of the file that imports it. */
export interface ImportedName {
  readonly folder: RepoPath;
  readonly name: string;
}

/** Those of the names that are missing. */
export async function missingNpmPackages(
  root: AbsPath,
  imported: readonly ImportedName[],
): Promise<ReadonlySet<string>> {
  const declared = memoize((folder: RepoPath) => declaredIn(`${absoluteOf(root, folder)}/package.json`));
  const isInstalled = memoize(async (path: string) => ({ there: await exists(path) }));
  const isMissing = async (name: string, upward: readonly RepoPath[]): Promise<boolean> => {
    const known = await Promise.all(upward.map(declared));
    if (!known.some((names) => names.has(name))) return false;
    const places = upward.map((folder) => isInstalled(`${absoluteOf(root, folder)}/node_modules/${name}`));
    return (await Promise.all(places)).every(({ there }) => !there);
  };
  const missing = new Set<string>();
  for (const { folder, name } of imported) {
    if (missing.has(name)) continue;
    const upward = foldersUpward(folder);
    for (const candidate of packagesBehind(name)) if (await isMissing(candidate, upward)) missing.add(name);
  }
  return missing;
}

/** The package that an import is from, and the one that would bring its types. Empty for a path. */
export function packagesBehind(name: string): readonly string[] {
  if (name.startsWith('node:') || builtinModules.includes(name)) return ['@types/node'];
  const match = /^(?:(@[\w.~-]+)\/)?([\w.~-]+)(?:\/|$)/.exec(name);
  if (!match || name.startsWith('.')) return [];
  const [, scope, plain = ''] = match;
  if (scope === '@types') return [`@types/${plain}`];
  return scope === undefined
    ? [plain, `@types/${plain}`]
    : [`${scope}/${plain}`, `@types/${scope.slice(1)}__${plain}`];
}

/** From a folder up to the repository's root. */
export function foldersUpward(folder: RepoPath): readonly RepoPath[] {
  return folder === repoRootPath ? [folder] : [folder, ...foldersUpward(parentOf(folder))];
}

const dependencyKeys = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

async function declaredIn(manifest: string): Promise<ReadonlySet<string>> {
  try {
    const content: unknown = JSON.parse(await readFile(manifest, 'utf8'));
    if (typeof content !== 'object' || content === null) return new Set();
    // A parsing border: only names are taken, whatever their values are.
    const fields = content as Readonly<Record<string, unknown>>;
    return new Set(dependencyKeys.flatMap((key) => Object.keys(Object(fields[key]))));
  } catch {
    return new Set(); // absent or no JSON: it names nothing
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch((): undefined => undefined)) !== undefined;
}
