// The judged tree as files in a private folder, for servers that read the disk: raw blobs, no filter run, nothing in the
// repository touched. Blobs by one `cat-file --batch` were the fastest way that is right by construction (design: 316 ms for
// 2,000 files; checkout-index, worktrees and archive run filters). It has no `.git`: git must never be run in it.
// Invariant: nothing is written outside of the tree, whatever an index names; what cannot be written whole is no tree.

import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { isOutside } from '../git/named-path.js';
import type { TreeEntry } from '../git/tree.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath, parentOf, repoPathOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import type { ReadObjects } from './text-store.js';
import type { TreeContents } from './tree-contents.js';

export interface MaterialiseInput {
  /** The repository's root, links resolved. */
  readonly root: AbsPath;
  /** Where the judged tree's root is to be; made here. */
  readonly tree: AbsPath;
  readonly contents: TreeContents;
  readonly readObjects: ReadObjects;
  /** Asked between batches: true ends the work. */
  readonly cancelled: () => boolean;
}

/** Undefined when the tree is there, as far as it was not cancelled; else why it cannot be, a clause. */
export type Written = { readonly why: string } | undefined;

/** A blob larger than this is not written: no server reads it, and it would fill the disk. */
const largestBlobBytes = 256 * 1024 * 1024;

/** @throws UserError `scope` when git fails, and the system's error when the folder cannot be written. */
export async function materialise(input: MaterialiseInput): Promise<Written> {
  const { tree, contents, cancelled } = input;
  const odd = contents.entries.find(({ path }) => isHostile(path));
  if (odd !== undefined) return { why: `the index holds "${odd.path}", which may not be written anywhere` };
  await mkdir(tree, { recursive: true });
  await inBatches([...contents.folders], (path) => mkdir(absoluteOf(tree, path), { recursive: true }));
  const files = contents.entries.filter(({ mode }) => mode !== submoduleMode);
  const byOid = groupByOid(files);
  // Links last: then no file can be written through one.
  const links: TreeLink[] = [];
  let pending: Promise<void>[] = [];
  for await (const [oid, blob] of input.readObjects([...byOid.keys()], largestBlobBytes)) {
    if (cancelled()) break;
    const entries = byOid.get(oid) ?? [];
    if (blob.kind === 'missing') return { why: `git does not have the text of "${entries[0]?.path}"` };
    if (blob.kind === 'too-large') continue;
    for (const { path, mode } of entries) {
      if (mode === linkMode) links.push({ path, target: linkTarget(blob.bytes) });
      else pending.push(write(absoluteOf(tree, path), blob.bytes, mode));
    }
    if (pending.length >= 64) {
      await Promise.all(pending);
      pending = [];
    }
  }
  await Promise.all(pending);
  for (const link of links) await symlink(await targetInTree(input, link), absoluteOf(tree, link.path));
  return undefined;
}

const linkMode = '120000';
export const submoduleMode = '160000';

/** A crafted index can hold what git itself would refuse; a `.git` would make any git that a server runs obey it. */
function isHostile(path: RepoPath): boolean {
  return (
    isOutside(path) || path.split('/').some((part) => ['', '.', '..'].includes(part) || isGitFolder(part))
  );
}

function isGitFolder(name: string): boolean {
  return /^(\.git|git~1)[. ]*$/i.test(name);
}

function write(at: AbsPath, bytes: Uint8Array, mode: string): Promise<void> {
  return writeFile(at, bytes, { mode: mode === '100755' ? 0o700 : 0o600, flag: 'wx' });
}

interface TreeLink {
  readonly path: RepoPath;
  readonly target: string;
}

/** As git reads it: up to a NUL. */
function linkTarget(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').split('\0', 1).join();
}

/** A link stays in its tree: one into the repository leads to the same place in the tree, one out of it to where it led. */
async function targetInTree({ root, tree }: MaterialiseInput, { path, target }: TreeLink): Promise<string> {
  const there = absolutePath(target, absoluteOf(root, parentOf(path)));
  const inside = repoPathOf(root, there);
  if (inside !== undefined) return target.startsWith('/') ? absoluteOf(tree, inside) : target;
  const real = await realpath(there).catch((): undefined => undefined);
  const back = real === undefined ? undefined : repoPathOf(root, real);
  return back === undefined ? there : absoluteOf(tree, back);
}

function groupByOid(entries: readonly TreeEntry[]): Map<string, TreeEntry[]> {
  const groups = new Map<string, TreeEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.oid);
    if (group) group.push(entry);
    else groups.set(entry.oid, [entry]);
  }
  return groups;
}
