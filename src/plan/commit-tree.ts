// The tree of a commit laid over the disk: which of its texts the disk does not have, by git's own comparison. That one is
// already in the status (index against disk, filters applied), so the commit's objects are compared with the index's, and
// only where the index says nothing of the disk are bytes compared. A commit that the disk shows as it is needs no overlay:
// then it is the working tree.

import type { Stats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { type IndexEntry, indexEntries } from '../git/blobs.js';
import { isConfigFile } from '../git/entries.js';
import type { Repository } from '../git/repository.js';
import type { Status } from '../git/status-format.js';
import { type TreeEntry, treeEntries } from '../git/tree.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { MixedEntry } from '../model/change.js';
import { compareText } from '../model/diagnostic.js';
import type { JudgedTree, Overlay } from '../model/judged-tree.js';
import { absoluteOf, baseNameOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import { blobId, isText, workingTree } from './judged-tree.js';

export interface CommitTree {
  readonly tree: JudgedTree;
  /** What servers may see otherwise than the commit has it. */
  readonly mixed: readonly MixedEntry[];
}

/** `asked`: paths that are judged; their bytes are the commit's. Throws UserError `scope` when git fails. */
export async function commitTree(
  repository: Repository,
  commit: string,
  status: Status,
  asked: readonly RepoPath[],
): Promise<CommitTree> {
  const { root } = repository;
  const [entries, index] = await Promise.all([treeEntries(repository, commit), indexEntries(repository)]);
  const seen = diskView(root, index, status);
  const held = new Map(entries.map((entry) => [entry.path, entry]));
  const [differing, left] = await Promise.all([
    inBatches(entries, async (entry) => [entry.path, await overlayOf(entry, seen)] as const),
    inBatches(seen.tracked, async (path) => [path, held.has(path) || !(await seen.isThere(path))] as const),
  ]);
  const overlays = new Map<RepoPath, Overlay>();
  for (const [path, overlay] of differing) if (overlay !== undefined) overlays.set(path, overlay);
  for (const [path, fits] of left) if (!fits) overlays.set(path, { kind: 'absent' });
  const mixed = mixedOf(overlays, status, held);
  const untouched = status.entries.every(({ kind }) => kind === 'untracked');
  if (overlays.size === 0 && untouched && status.head === commit) return { tree: workingTree(root), mixed };
  const blobs = new Map<RepoPath, string>();
  for (const path of asked) {
    const entry = held.get(path);
    if (entry !== undefined && isText(entry.mode) && !seen.isLeftOut(path)) blobs.set(path, entry.oid);
  }
  return { tree: { kind: 'overlay', root, serverRoot: root, overlays, blobs }, mixed };
}

/** What is known of the disk: by the index and the status where they speak of it, else by looking. */
interface DiskView {
  /** Index entries that may be on disk, submodules left out. */
  readonly tracked: readonly RepoPath[];
  /** A file or link, no folder. */
  isThere(path: RepoPath): Promise<boolean>;
  /** The object whose text the disk has, as git compares it; undefined when the index cannot tell. */
  oidOf(path: RepoPath): string | undefined;
  /** Kept off the disk on purpose, for servers too. */
  isLeftOut(path: RepoPath): boolean;
  stat(path: RepoPath): Promise<Stats | undefined>;
  /** Undefined when it cannot be read. */
  bytes(path: RepoPath): Promise<Uint8Array | undefined>;
}

/** A larger file is taken for another text: only what it costs to compare would be saved. */
const mostComparedBytes = 64 * 1024 * 1024;

function diskView(root: AbsPath, index: readonly IndexEntry[], status: Status): DiskView {
  const merged = new Map(index.flatMap((entry) => (entry.stage === 0 ? [[entry.path, entry]] : [])));
  const changes = new Map(
    status.entries.flatMap((entry) => (entry.kind === 'changed' ? [[entry.path, entry]] : [])),
  );
  const stat = (path: RepoPath) => lstat(absoluteOf(root, path)).catch((): undefined => undefined);
  const isThere = async (path: RepoPath) => {
    const found = await stat(path);
    return found !== undefined && !found.isDirectory();
  };
  return {
    tracked: [...new Set(index.flatMap(({ path, mode }) => (mode === '160000' ? [] : [path])))],
    stat,
    isThere,
    oidOf: (path) => {
      const entry = merged.get(path);
      if (entry === undefined || entry.skipWorkTree || entry.assumedUnchanged || !isText(entry.mode))
        return undefined;
      return (changes.get(path)?.disk ?? '.') === '.' ? entry.oid : undefined;
    },
    isLeftOut: (path) => merged.get(path)?.skipWorkTree === true,
    bytes: (path) => readFile(absoluteOf(root, path)).catch((): undefined => undefined),
  };
}

/** Undefined where the disk has what the commit has, and for links and submodules, which have no text. */
async function overlayOf({ path, mode, oid }: TreeEntry, disk: DiskView): Promise<Overlay | undefined> {
  const known = disk.oidOf(path);
  if (mode === '120000') {
    // A link in the commit that is a file on disk: the judged tree has no such text.
    const isFile = known !== undefined || (await disk.stat(path))?.isFile() === true;
    return isFile ? { kind: 'absent' } : undefined;
  }
  if (!isText(mode) || known === oid) return undefined;
  if (known !== undefined) return { kind: 'text', oid, onDisk: true };
  const found = await disk.stat(path);
  if (found === undefined || found.isDirectory())
    return disk.isLeftOut(path) ? undefined : { kind: 'text', oid, onDisk: false };
  const bytes = found.isFile() && found.size <= mostComparedBytes ? await disk.bytes(path) : undefined;
  const same = bytes !== undefined && blobId(bytes, oid.length) === oid;
  return same ? undefined : { kind: 'text', oid, onDisk: true };
}

function mixedOf(
  overlays: ReadonlyMap<RepoPath, Overlay>,
  status: Status,
  held: ReadonlyMap<RepoPath, TreeEntry>,
): readonly MixedEntry[] {
  const differing = [...overlays].flatMap(([path, overlay]): MixedEntry[] => {
    if (overlay.kind === 'absent') return [{ path, why: 'absent-in-judged' }];
    if (!overlay.onDisk) return [{ path, why: 'deleted-on-disk' }];
    return isConfigFile(baseNameOf(path)) ? [{ path, why: 'config-unstaged' }] : [];
  });
  const untracked = status.entries.flatMap((entry): MixedEntry[] =>
    entry.kind === 'untracked' && !held.has(entry.path) ? [{ path: entry.path, why: 'untracked' }] : [],
  );
  return [...differing, ...untracked].sort((a, b) => compareText(a.path, b.path));
}
