// What changed: the scope as asked for → the entries to judge, with how they were found and where their text is. Renames are
// off, names are literal, nothing is dropped silently.

import { lstat } from 'node:fs/promises';
import { type AbsPath, assertNever, type RepoPath } from '../model/base.js';
import type { ChangeEntry, ChangeSet, ResolvedScope } from '../model/change.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf } from '../platform/paths.js';
import { mergeBase } from './base.js';
import { type IndexEntry, indexEntries } from './blobs.js';
import type { CiEvent } from './ci-event.js';
import { againstHeadText, shortOid } from './describe.js';
import {
  baseEntries,
  mixedEntries,
  modeOf,
  sortedOnce,
  stagedEntries,
  workingTreeEntries,
} from './entries.js';
import { eventBase } from './event-scope.js';
import { differingFromAll, mergeHeads } from './merge-head.js';
import { narrowed } from './narrow.js';
import { nothingPushed, pushedRange, type RefUpdate } from './pre-push.js';
import { readStatus } from './quick-status.js';
import { type CommitRange, rangeBetween, rangeEntries, treeDifferences } from './range.js';
import type { Repository } from './repository.js';
import type { Status } from './status-format.js';

/** `paths`: literal, relative to the caller's folder; a folder stands for what is below it. Empty: the whole repository. */
export type ScopeRequest =
  | { readonly kind: 'working-tree'; readonly paths: readonly string[] }
  | { readonly kind: 'staged'; readonly paths: readonly string[] }
  | { readonly kind: 'base'; readonly ref: string; readonly paths: readonly string[] }
  | { readonly kind: 'range'; readonly from: string; readonly to: string; readonly paths: readonly string[] }
  /** Updates that push one commit, or none (`byPushedCommit`). */
  | { readonly kind: 'pre-push'; readonly updates: readonly RefUpdate[]; readonly paths: readonly string[] }
  | { readonly kind: 'event'; readonly event: CiEvent; readonly paths: readonly string[] }
  | { readonly kind: 'all' };

/** Where the judged text is: on the disk, in the index, or in a commit. */
export type TextSource =
  | { readonly kind: 'disk' | 'index' }
  | { readonly kind: 'commit'; readonly oid: string };

export interface ResolvedChange extends ChangeSet {
  readonly source: TextSource;
  /** Everything that differs from the base, also where paths narrow the entries, or a merge brought it in. */
  readonly whole: readonly ChangeEntry[];
}

/**
 * Resolves a scope. `known`: a status already read, so that the call is not made twice.
 * @throws UserError `scope` (git, base) or `usage` (a ref or path that can be none).
 */
export async function resolveChangeSet(
  repository: Repository,
  request: ScopeRequest,
  known?: Status,
): Promise<ResolvedChange> {
  const change = await changeOf(repository, request, known ?? (await readStatus(repository)));
  const names = request.kind === 'all' ? [] : request.paths;
  const entries = await narrowed(repository, change.entries, names);
  return { root: repository.root, whole: change.entries, ...change, entries };
}

type Change = Omit<ResolvedChange, 'root' | 'whole'> & Partial<Pick<ResolvedChange, 'whole'>>;
const disk = { kind: 'disk' } as const;

async function changeOf(repository: Repository, request: ScopeRequest, status: Status): Promise<Change> {
  switch (request.kind) {
    case 'working-tree': {
      const scope = againstHead('working-tree', status);
      return { scope, entries: workingTreeEntries(status), source: disk };
    }
    case 'staged':
      return staged(repository, status);
    case 'base':
      return sinceBranching(repository, request.ref, status);
    case 'range':
      return ofCommit(repository, 'range', await rangeBetween(repository, request.from, request.to));
    case 'pre-push': {
      const range = await pushedRange(repository, request.updates);
      return range === undefined ? noPush(request.updates, status) : ofCommit(repository, 'pre-push', range);
    }
    case 'event': {
      const found = await eventBase(repository, request.event, status);
      return found.kind === 'base'
        ? againstBase(repository, found.base, found.how, status)
        : everyTracked(await indexEntries(repository), status, found.why);
    }
    case 'all':
      return everyTracked(await indexEntries(repository), status);
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

function againstHead(kind: 'working-tree' | 'staged', { head }: Status): ResolvedScope {
  return { kind, base: head, head, description: againstHeadText(kind, head), mixed: [] };
}

/** Of a merge, what differs from every parent: the rest was judged where it came from. */
async function staged(repository: Repository, status: Status): Promise<Change> {
  const mixed = mixedEntries(status, await deletedButOnDisk(repository.root, status));
  const scope: ResolvedScope = { ...againstHead('staged', status), mixed };
  const entries = stagedEntries(status);
  const heads = entries.length === 0 ? [] : await mergeHeads(repository);
  const source = { kind: 'index' } as const;
  if (heads.length === 0) return { scope, entries, source };
  const description = `${scope.description} and MERGE_HEAD ${heads.map(shortOid).join(', ')}, what differs from every parent`;
  const merged = await differingFromAll(repository, entries, heads);
  return { scope: { ...scope, description }, entries: merged, source, whole: entries };
}

async function sinceBranching(repository: Repository, ref: string, status: Status): Promise<Change> {
  const { head } = status;
  if (head === null) {
    throw new UserError('scope', `there is no commit yet to compare with ${ref}`, {
      hint: 'without --base everything counts as new',
    });
  }
  const base = await mergeBase(repository, ref);
  return againstBase(repository, base, `merge base of ${ref} and HEAD ${shortOid(head)}`, status);
}

async function againstBase(
  repository: Repository,
  base: string,
  how: string,
  status: Status,
): Promise<Change> {
  const { head } = status;
  const [index, differences] = await Promise.all([
    indexEntries(repository),
    head === null ? [] : treeDifferences(repository, base, head),
  ]);
  const sparse = new Set(index.flatMap((entry) => (entry.skipWorkTree ? [entry.path] : [])));
  const description = `${shortOid(base)} (${how}) against working tree`;
  const scope: ResolvedScope = { kind: 'base', base, head, description, mixed: [] };
  return { scope, entries: baseEntries(differences, status, sparse), source: disk };
}

/** What servers see otherwise (`mixed`) shows when the commit is laid over the disk: not here. */
async function ofCommit(
  repository: Repository,
  kind: 'range' | 'pre-push',
  range: CommitRange,
): Promise<Change> {
  const { commit, bases, description } = range;
  return {
    scope: { kind, base: bases[0] ?? null, head: commit, description, mixed: [] },
    entries: await rangeEntries(repository, range, await indexEntries(repository)),
    source: { kind: 'commit', oid: commit },
  };
}

function noPush(updates: readonly RefUpdate[], { head }: Status): Change {
  const description = nothingPushed(updates);
  return { scope: { kind: 'pre-push', base: null, head, description, mixed: [] }, entries: [], source: disk };
}

function everyTracked(index: readonly IndexEntry[], { head, entries }: Status, why?: string): Change {
  const onDisk = new Map(entries.flatMap((entry) => (entry.kind === 'changed' ? [[entry.path, entry]] : [])));
  const listed = index.map(({ path, mode, stage, skipWorkTree }): ChangeEntry => {
    const { disk, diskMode } = onDisk.get(path) ?? {};
    const status = stage !== 0 ? 'unmerged' : disk === 'D' ? 'deleted' : 'listed';
    const entry = { path, status, mode: modeOf((disk === 'T' && diskMode) || mode), named: false } as const;
    return skipWorkTree ? { ...entry, sparse: true } : entry;
  });
  const reason = why === undefined ? '' : ` (${why})`;
  const description = `every tracked file, as it is in the working tree${reason}`;
  const scope: ResolvedScope = { kind: 'all', base: null, head, description, mixed: [] };
  return { scope, entries: sortedOnce(listed), source: disk };
}

async function isFile(root: AbsPath, path: RepoPath): Promise<boolean> {
  const found = await lstat(absoluteOf(root, path)).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}
