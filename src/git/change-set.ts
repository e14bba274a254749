// What changed: the scope as asked for → the entries to judge, with how they were found. Renames are off, names are literal,
// nothing is dropped silently. The seams for --from/--to, pre-push and CI events are further kinds of request.

import { lstat } from 'node:fs/promises';
import { type AbsPath, assertNever, type RepoPath } from '../model/base.js';
import type { ChangeEntry, ChangeSet, ResolvedScope } from '../model/change.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf, repoRootPath } from '../platform/paths.js';
import { mergeBase } from './base.js';
import { type IndexEntry, indexEntries } from './blobs.js';
import { againstHeadText, shortOid } from './describe.js';
import {
  baseEntries,
  mixedEntries,
  modeOf,
  parseTreeDifferences,
  sortedOnce,
  stagedEntries,
  workingTreeEntries,
} from './entries.js';
import { namedPath } from './named-path.js';
import { readStatus } from './quick-status.js';
import type { Repository } from './repository.js';
import type { Status } from './status-format.js';

/** `paths`: literal, relative to the caller's folder; a folder stands for what is below it. Empty: the whole repository. */
export type ScopeRequest =
  | { readonly kind: 'working-tree'; readonly paths: readonly string[] }
  | { readonly kind: 'staged'; readonly paths: readonly string[] }
  | { readonly kind: 'base'; readonly ref: string; readonly paths: readonly string[] }
  | { readonly kind: 'all' };

/**
 * Resolves a scope. `known`: a status already read, so that the call is not made twice.
 * @throws UserError `scope` (git, base) or `usage` (a ref or path that can be none).
 */
export async function resolveChangeSet(
  repository: Repository,
  request: ScopeRequest,
  known?: Status,
): Promise<ChangeSet> {
  const status = known ?? (await readStatus(repository));
  const { root } = repository;
  switch (request.kind) {
    case 'working-tree':
    case 'staged': {
      const scope = await againstHead(repository, request.kind, status);
      const entries = request.kind === 'staged' ? stagedEntries(status) : workingTreeEntries(status);
      return { root, scope, entries: await narrowed(repository, entries, request.paths) };
    }
    case 'base': {
      const { scope, entries } = await againstBase(repository, request.ref, status);
      return { root, scope, entries: await narrowed(repository, entries, request.paths) };
    }
    case 'all':
      return { root, ...everyTracked(await indexEntries(repository), status) };
    default:
      return assertNever(request);
  }
}

/** Of paths that the index deletes, those that the disk still holds as files or links. */
export async function deletedButOnDisk(root: AbsPath, status: Status): Promise<ReadonlySet<RepoPath>> {
  const deleted = status.entries.filter((entry) => entry.kind === 'changed' && entry.index === 'D');
  const held = await Promise.all(deleted.map(({ path }) => isFile(root, path)));
  return new Set(deleted.flatMap(({ path }, at) => (held[at] === true ? [path] : [])));
}

/** During a merge HEAD is one of two parents: paths equal to the other one are listed too, which is more, never less. */
async function againstHead(
  { root }: Repository,
  kind: 'working-tree' | 'staged',
  status: Status,
): Promise<ResolvedScope> {
  return {
    kind,
    base: status.head,
    head: status.head,
    description: againstHeadText(kind, status.head),
    mixed: kind === 'staged' ? mixedEntries(status, await deletedButOnDisk(root, status)) : [],
  };
}

async function againstBase(repository: Repository, ref: string, status: Status) {
  const { head } = status;
  if (head === null) {
    throw new UserError('scope', `there is no commit yet to compare with ${ref}`, {
      hint: 'without --base everything counts as new',
    });
  }
  const [base, index] = await Promise.all([mergeBase(repository, ref), indexEntries(repository)]);
  const flags = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const same = base === head;
  const output = same ? '' : await repository.git(['diff-tree', ...flags, base, head]);
  const sparse = new Set(index.flatMap((entry) => (entry.skipWorkTree ? [entry.path] : [])));
  const description = `${shortOid(base)} (merge base of ${ref} and HEAD ${shortOid(head)}) against working tree`;
  const scope: ResolvedScope = { kind: 'base', base, head, description, mixed: [] };
  return { scope, entries: baseEntries(parseTreeDifferences(output), status, sparse) };
}

function everyTracked(index: readonly IndexEntry[], { head, entries }: Status) {
  const onDisk = new Map(entries.flatMap((entry) => (entry.kind === 'changed' ? [[entry.path, entry]] : [])));
  const listed = index.map(({ path, mode, stage, skipWorkTree }): ChangeEntry => {
    const { disk, diskMode } = onDisk.get(path) ?? {};
    const status = stage !== 0 ? 'unmerged' : disk === 'D' ? 'deleted' : 'listed';
    const entry = { path, status, mode: modeOf((disk === 'T' && diskMode) || mode), named: false } as const;
    return skipWorkTree ? { ...entry, sparse: true } : entry;
  });
  const description = 'every tracked file, as it is in the working tree';
  const scope: ResolvedScope = { kind: 'all', base: null, head, description, mixed: [] };
  return { scope, entries: sortedOnce(listed) };
}

async function narrowed(
  { root, cwd }: Repository,
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

async function isFile(root: AbsPath, path: RepoPath): Promise<boolean> {
  const found = await lstat(absoluteOf(root, path)).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}
