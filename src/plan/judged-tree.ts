// Which text each path has while it is judged. A working tree is judged as the disk holds it; an index as git holds it,
// laid over the disk wherever git's own comparison says that they differ. Nothing is written; no text is read here.
// The seam for `--from/--to`, the base pass and materialised trees: they are further makers of a JudgedTree.

import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { type IndexEntry, indexEntries } from '../git/blobs.js';
import { deletedButOnDisk } from '../git/change-set.js';
import type { Repository } from '../git/repository.js';
import type { ChangedEntry, Status } from '../git/status-format.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { JudgedTree, Overlay } from '../model/judged-tree.js';
import { absoluteOf, parentOf, repoPathOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import { memoize } from './memoize.js';

export function workingTree(root: AbsPath): JudgedTree {
  return { kind: 'working-tree', root, serverRoot: root, overlays: new Map() };
}

/** The tree of the index. `status`: the one that the change set was made from. */
export async function stagedTree(repository: Repository, status: Status): Promise<JudgedTree> {
  const { root } = repository;
  const changed = status.entries.flatMap((entry) => (entry.kind === 'changed' ? [entry] : []));
  const [stillThere, onlyModes, hidden] = await Promise.all([
    deletedButOnDisk(root, status),
    sameTextOtherMode(repository, changed),
    indexEntries(repository).then((index) => hiddenDifferences(root, index)),
  ]);
  const overlays = new Map<RepoPath, Overlay>(hidden);
  for (const entry of changed) {
    const overlay = stillThere.has(entry.path) ? absent : overlayOf(entry);
    if (overlay && !onlyModes.has(entry.path)) overlays.set(entry.path, overlay);
  }
  const asked = changed.filter(({ index, indexMode }) => index !== '.' && isText(indexMode));
  const blobs = new Map(asked.map(({ path, indexOid }) => [path, indexOid]));
  return { kind: 'overlay', root, serverRoot: root, overlays, blobs };
}

/** Where a server sees the path. */
export function toServerPath(tree: JudgedTree, path: RepoPath): AbsPath {
  return absoluteOf(tree.serverRoot, path);
}

/** The repository path of what a server names; undefined outside the tree. */
export function toRepoPath(tree: JudgedTree, path: AbsPath): RepoPath | undefined {
  return repoPathOf(tree.serverRoot, path);
}

const absent: Overlay = { kind: 'absent' };

/** Links and submodules have no text; intent to add has none yet: the disk's is listed as mixed. */
function overlayOf({ disk, diskMode, indexMode, indexOid }: ChangedEntry): Overlay | undefined {
  if (disk === '.' || disk === 'A') return undefined;
  // A link in the index that is a file on disk: the judged tree has no such text.
  if (indexMode === '120000') return disk === 'T' ? absent : undefined;
  if (!isText(indexMode)) return undefined;
  return { kind: 'text', oid: indexOid, onDisk: diskMode !== '000000' };
}

export function isText(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

/** Paths whose executable bit differs while the text, as git compares it, does not. */
async function sameTextOtherMode(
  repository: Repository,
  changed: readonly ChangedEntry[],
): Promise<ReadonlySet<RepoPath>> {
  const suspects = changed.filter(
    ({ disk, indexMode, diskMode }) =>
      disk === 'M' && isText(indexMode) && isText(diskMode) && indexMode !== diskMode,
  );
  if (suspects.length === 0) return new Set();
  const flags = ['-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const output = await repository.git(['diff-files', ...flags]);
  const same = new Set(output.split('\0').flatMap((line) => /^0\t0\t(.+)$/s.exec(line)?.[1] ?? []));
  return new Set(suspects.flatMap(({ path }) => (same.has(path) ? [path] : [])));
}

type Hidden = readonly [RepoPath, Overlay];

/**
 * Files that git was told not to compare (skip-worktree, assume-unchanged) and that are on disk all the same, often with
 * local settings in them: status is silent about these, so their bytes are compared here.
 */
async function hiddenDifferences(root: AbsPath, index: readonly IndexEntry[]): Promise<readonly Hidden[]> {
  const hidden = index.filter(
    ({ skipWorkTree, assumedUnchanged, mode, stage }) =>
      (skipWorkTree || assumedUnchanged) && isText(mode) && stage === 0,
  );
  // A sparse checkout leaves out whole folders, of which there are far fewer than files.
  const folderOf = memoize((folder: RepoPath) => onDisk(root, folder));
  const seen = await inBatches(hidden, async ({ path, oid, skipWorkTree }): Promise<Hidden | undefined> => {
    const held = (await folderOf(parentOf(path))) && (await onDisk(root, path));
    if (held === undefined && skipWorkTree) return undefined; // kept out on purpose, for servers too
    const bytes = held?.isFile() === true ? await readFile(absoluteOf(root, path)) : undefined;
    if (bytes !== undefined && blobId(bytes, oid.length) === oid) return undefined;
    return [path, { kind: 'text', oid, onDisk: held !== undefined }];
  });
  return seen.filter((entry) => entry !== undefined);
}

function onDisk(root: AbsPath, path: RepoPath): Promise<Stats | undefined> {
  return lstat(absoluteOf(root, path)).catch((): undefined => undefined);
}

/** Git's object id of a file's bytes: SHA-1, or SHA-256 in repositories that use it. */
export function blobId(bytes: Uint8Array, digits: number): string {
  const hash = createHash(digits === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
