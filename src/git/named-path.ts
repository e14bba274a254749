// Names as people and hook managers give them (relative to their folder, or absolute) → repository paths, taken literally.
// A name outside the root keeps its `../`, so that it can be reported as what it is; it is never read.

import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import { gitPath, repoPathOf } from '../platform/paths.js';

/** `root` and `cwd` have their links resolved. The file itself need not exist, and is not followed when it is a link. */
export async function namedPath(root: AbsPath, cwd: AbsPath, name: string): Promise<RepoPath> {
  const given = resolve(cwd, name);
  const inside = repoPathOf(root, given);
  if (inside !== undefined) return inside;
  // The same folder under another name: a link on the way to the repository (/tmp → /private/tmp).
  const real = await withRealParent(given);
  return repoPathOf(root, real) ?? gitPath(relative(root, real).split(sep).join('/'));
}

/** For paths made by `namedPath`. */
export function isOutside(path: RepoPath): boolean {
  return path === '..' || path.startsWith('../') || /^([A-Za-z]:|\/)/.test(path);
}

async function withRealParent(path: string): Promise<string> {
  try {
    return join(await realpath(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
