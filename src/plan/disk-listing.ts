// Which files a scan of the disk looks at: in a repository what git tracks, what lies beside it and what it ignores; elsewhere
// everything below the root.

import { readdir } from 'node:fs/promises';
import { filesInFolder } from '../git/folder.js';
import type { Location } from '../git/location.js';
import { untrackedEntries } from '../git/untracked.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, gitPath, repoRootPath } from '../platform/paths.js';
import type { DiskListing } from './disk-scan.js';

/** Throws UserError `scope` when git fails: no listing is not an empty one. */
export async function listRepository(location: Location): Promise<DiskListing> {
  const [files, untracked] = await Promise.all([
    filesInFolder(location, repoRootPath),
    untrackedEntries(location),
  ]);
  const ignored = untracked.filter(({ isIgnored }) => isIgnored);
  return {
    files: [...files, ...ignored.flatMap(({ path, isFolder }) => (isFolder ? [] : [path]))],
    folders: ignored.flatMap(({ path, isFolder }) => (isFolder ? [path] : [])),
  };
}

const mostFiles = 50_000;
const neverWalked = new Set(['.git', '.hg', '.svn']);
const apart = new Set(['node_modules', '.venv', 'venv', 'vendor', 'target']);

export async function listFolder(root: AbsPath): Promise<DiskListing> {
  const files: RepoPath[] = [];
  const folders: RepoPath[] = [];
  const pending: RepoPath[] = [repoRootPath];
  for (const folder of pending) {
    for (const entry of await readdir(absoluteOf(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = gitPath(folder === repoRootPath ? entry.name : `${folder}/${entry.name}`);
      if (!entry.isDirectory()) files.push(path);
      else if (apart.has(entry.name)) folders.push(path);
      else if (!neverWalked.has(entry.name)) pending.push(path);
    }
    if (files.length > mostFiles) return { files: [], folders: [], cut: true };
  }
  return { files, folders };
}
