// Paths that narrow a scope: literal, relative to the caller's folder; a folder stands for what is below it.

import { lstat } from 'node:fs/promises';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { ChangeEntry } from '../model/change.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf, repoRootPath } from '../platform/paths.js';
import type { Location } from './location.js';
import { namedPath } from './named-path.js';

/** No name: all of them. Throws UserError `usage` for a name that is neither among the entries nor on the disk. */
export async function narrowed(
  { root, cwd }: Location,
  entries: readonly ChangeEntry[],
  names: readonly string[],
): Promise<readonly ChangeEntry[]> {
  if (names.length === 0) return entries;
  const wanted = await Promise.all(names.map((name) => namedPath(root, cwd, name)));
  for (const [at, path] of wanted.entries()) {
    const known = entries.some((entry) => covers(path, entry.path)) || (await exists(root, path));
    // A slip of the pen must not look like "nothing changed".
    if (!known)
      throw new UserError('usage', `${names[at]}: no such file or folder, and nothing changed there`);
  }
  return entries.filter((entry) => wanted.some((path) => covers(path, entry.path)));
}

function covers(path: RepoPath, entry: RepoPath): boolean {
  return path === repoRootPath || entry === path || entry.startsWith(`${path}/`);
}

async function exists(root: AbsPath, path: RepoPath): Promise<boolean> {
  return (await lstat(absoluteOf(root, path)).catch(() => undefined)) !== undefined;
}
