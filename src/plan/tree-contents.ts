// What a materialised tree is to hold of an index: which entries, and the folders that come of them. Pure but for a look at
// which sparse files are on the disk all the same.

import { lstat } from 'node:fs/promises';
import type { IndexEntry } from '../git/blobs.js';
import type { TreeEntry } from '../git/tree.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, parentOf, repoRootPath } from '../platform/paths.js';
import { inBatches } from './batches.js';

export interface TreeContents {
  /** In git's order, each path once. */
  readonly entries: readonly TreeEntry[];
  /** Every folder that has one of them below it, the root among them. */
  readonly folders: ReadonlySet<RepoPath>;
  /** A file, link, submodule or folder of the tree. */
  has(path: RepoPath): boolean;
}

/** Without names that are no UTF-8, which no server can be told. */
export function treeContents(given: readonly TreeEntry[]): TreeContents {
  const entries = given.filter(({ path }) => !path.includes('\uFFFD'));
  const files = new Set(entries.map(({ path }) => path));
  const folders = new Set<RepoPath>([repoRootPath]);
  for (const path of files)
    for (let folder = parentOf(path); !folders.has(folder); folder = parentOf(folder)) folders.add(folder);
  return {
    entries,
    folders,
    has: (path) => files.has(path) || folders.has(path),
  };
}

/**
 * Of an index: of an unmerged path our side (it is unknown itself, and others may name it); without `leftOut` (paths that
 * are to be added some day), and without what a sparse checkout keeps off the disk, which servers do not see otherwise either.
 */
export async function contentsOfIndex(
  root: AbsPath,
  index: readonly IndexEntry[],
  leftOut: ReadonlySet<RepoPath>,
): Promise<TreeContents> {
  const byPath = new Map<RepoPath, IndexEntry>();
  const rank = ({ stage }: IndexEntry) => [0, 2, 3, 1].indexOf(stage);
  for (const entry of index) {
    const before = byPath.get(entry.path);
    if (before === undefined || rank(entry) < rank(before)) byPath.set(entry.path, entry);
  }
  const absent = await absentOnPurpose(root, index);
  return treeContents([...byPath.values()].filter(({ path }) => !leftOut.has(path) && !absent.has(path)));
}

/** Of a commit, seen from a work tree with this index. */
export async function contentsOfCommit(
  root: AbsPath,
  entries: readonly TreeEntry[],
  index: readonly IndexEntry[],
): Promise<TreeContents> {
  const absent = await absentOnPurpose(root, index);
  return treeContents(entries.filter(({ path }) => !absent.has(path)));
}

async function absentOnPurpose(root: AbsPath, index: readonly IndexEntry[]): Promise<ReadonlySet<RepoPath>> {
  const sparse = index.filter(({ skipWorkTree }) => skipWorkTree);
  const absent = await inBatches(sparse, async ({ path }) => {
    const found = await lstat(absoluteOf(root, path)).catch((): undefined => undefined);
    return found === undefined ? [path] : [];
  });
  return new Set(absent.flat());
}
