// What the folders of the judged tree hold: the disk's entries, without those that the judged text lacks, with those
// that only it has. Each folder is read once. Names only; it knows nothing of servers and reads no file.

import { readdir } from 'node:fs/promises';
import type { RepoPath } from '../model/base.js';
import type { JudgedTree } from '../model/judged-tree.js';
import { compileGlobs } from '../platform/globs.js';
import { absoluteOf, baseNameOf, parentOf, repoRootPath } from '../platform/paths.js';
import { memoize } from './memoize.js';

export interface JudgedFolders {
  /** Names of the entries; empty for a folder that does not exist or cannot be read. */
  names(folder: RepoPath): Promise<ReadonlySet<string>>;
  /** A server can only be started in a folder that is really there. */
  onDisk(folder: RepoPath): Promise<boolean>;
}

export function judgedFolders(tree: JudgedTree): JudgedFolders {
  const overlaid = overlaidNames(tree);
  const listed = memoize((folder: RepoPath) =>
    readdir(absoluteOf(tree.serverRoot, folder)).catch((): undefined => undefined),
  );
  const names = memoize(async (folder: RepoPath) => {
    const set = new Set(await listed(folder));
    for (const { name, present } of overlaid.get(folder) ?? []) {
      if (present) set.add(name);
      else set.delete(name);
    }
    return set;
  });
  return { names, onDisk: async (folder) => (await listed(folder)) !== undefined };
}

/**
 * The nearest folder, from the one asked about up to the repository root, that has one of the markers.
 * A marker is a name or a glob for names; one with a slash names a path below the folder, its last part may be a glob.
 */
export function nearestWith(
  folders: JudgedFolders,
  markers: readonly string[],
): (from: RepoPath) => Promise<RepoPath | undefined> {
  const tests = markers.map(markerTest);
  const holds = async (folder: RepoPath) => {
    for (const test of tests) if (await test(folders, folder)) return true;
    return false;
  };
  const nearest = memoize(async (folder: RepoPath): Promise<RepoPath | undefined> => {
    if (await holds(folder)) return folder;
    return folder === repoRootPath ? undefined : nearest(parentOf(folder));
  });
  return nearest;
}

type MarkerTest = (folders: JudgedFolders, folder: RepoPath) => Promise<boolean>;

function markerTest(marker: string): MarkerTest {
  const parts = marker.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.at(-1) ?? '';
  const below = parts.slice(0, -1);
  const matches = /[*?[{(]/.test(name) ? compileGlobs([name]) : undefined;
  return async (folders, folder) => {
    const names = await folders.names(below.reduce(childOf, folder));
    // A name is a path without folders, which is what the glob is matched against.
    return matches ? [...names].some((entry) => matches(entry as RepoPath)) : names.has(name);
  };
}

function childOf(folder: RepoPath, name: string): RepoPath {
  return (folder === repoRootPath ? name : `${folder}/${name}`) as RepoPath;
}

interface OverlaidName {
  readonly name: string;
  readonly present: boolean;
}

function overlaidNames(tree: JudgedTree): ReadonlyMap<RepoPath, readonly OverlaidName[]> {
  const byFolder = new Map<RepoPath, OverlaidName[]>();
  for (const [path, overlay] of tree.overlays) {
    const folder = parentOf(path);
    const entry = { name: baseNameOf(path), present: overlay.kind === 'text' };
    const siblings = byFolder.get(folder);
    if (siblings) siblings.push(entry);
    else byFolder.set(folder, [entry]);
  }
  return byFolder;
}
