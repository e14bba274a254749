// What a run is about: where the repository is, which files were asked about, and which text they have.
// Rooms that a scope does not need are not loaded.

import { realpath } from 'node:fs/promises';
import type { CheckOptions } from './check-options.js';
import { findConfigRoot } from './config/find.js';
import type { ResolvedChange, ScopeRequest, TextSource } from './git/change-set.js';
import { filesInFolder } from './git/folder.js';
import { headCommit, type Location, locate, mainWorkTree } from './git/location.js';
import { readStatus } from './git/quick-status.js';
import type { Repository } from './git/repository.js';
import type { Status } from './git/status-format.js';

import type { AbsPath, RepoPath } from './model/base.js';

import type { ChangeEntry, ChangeSet } from './model/change.js';
import type { JudgedTree } from './model/judged-tree.js';
import { UserError } from './model/user-error.js';
import { stagedTree, workingTree } from './plan/judged-tree.js';
import type { ReadObjects } from './plan/text-store.js';
import { absolutePath } from './platform/paths.js';

export interface Place {
  readonly root: AbsPath;
  readonly cwd: AbsPath;
  /** Undefined outside of git. */
  readonly location: Location | undefined;
}

/** Inside git its top folder; named files may lie outside of any repository. */
export async function findPlace(options: CheckOptions): Promise<Place> {
  const { cwd, env, rootDir, status } = options;
  if (rootDir !== undefined) {
    const root = await realFolder(absolutePath(rootDir, cwd), '--root');
    const location = await locateIfAny({ cwd: root, env });
    return { root, cwd: await realFolder(cwd, 'the current folder'), location };
  }
  const location = status?.location ?? (await locateOrNamed(options));
  if (location !== undefined) return { root: location.root, cwd: location.cwd, location };
  const folder = await realFolder(cwd, 'the current folder');
  return { root: await findConfigRoot(folder), cwd: folder, location: undefined };
}

async function locateOrNamed(options: CheckOptions): Promise<Location | undefined> {
  const request = { cwd: options.cwd, env: options.env, ...(options.signal && { signal: options.signal }) };
  return options.scope.kind === 'files' ? locateIfAny(request) : locate(request);
}

/** Undefined where there is no repository, or no git; a repository that git refuses is still an error. */
async function locateIfAny(request: Parameters<typeof locate>[0]): Promise<Location | undefined> {
  try {
    return await locate(request);
  } catch (error) {
    if (error instanceof UserError && error.noRepository) return undefined;
    throw error;
  }
}

async function realFolder(path: string, name: string): Promise<AbsPath> {
  try {
    return absolutePath(await realpath(path), '/');
  } catch {
    throw new UserError('usage', `${name} does not exist or cannot be entered`);
  }
}

export interface Subject {
  readonly changeSet: ChangeSet;
  /** Everything that differs from the base; `changeSet` may be a part of it. */
  readonly whole: readonly ChangeEntry[];
  readonly tree: JudgedTree;
  /** Where the judged text is. */
  readonly source: TextSource;
  readonly repository: Repository | undefined;
  /** Set where there is a repository. */
  readonly readObjects: ReadObjects | undefined;
  /** Paths of the index that no commit made of it would have. */
  readonly leftOut: ReadonlySet<RepoPath>;
  readonly extraRoots: readonly AbsPath[];
}

export async function findSubject(place: Place, options: CheckOptions): Promise<Subject> {
  const { scope } = options;
  const { root, cwd, location } = place;
  if (scope.kind === 'files') {
    const { resolveNamedFiles } = await import('./plan/named-files.js');
    const changeSet = await resolveNamedFiles({
      root,
      cwd,
      names: scope.names,
      head: location === undefined ? null : await headCommit(location),
      ...(location !== undefined && { listFolder: (folder: RepoPath) => filesInFolder(location, folder) }),
      ...(scope.literal === true && { literal: true }),
    });
    return {
      changeSet,
      whole: changeSet.entries,
      tree: workingTree(root),
      source: { kind: 'disk' },
      repository: undefined,
      readObjects: undefined,
      leftOut: new Set(),
      extraRoots: location === undefined ? [] : await mainWorkTree(location),
    };
  }
  if (location === undefined) throw new UserError('scope', 'not a git repository (or any of its parents)');
  const { openRepository } = await import('./git/repository.js');
  const { resolveChangeSet } = await import('./git/change-set.js');
  const request = await requestOf(scope, options);
  const repository = await openRepository({ cwd: options.cwd, env: options.env }, location);
  const status = options.status?.status ?? (await readStatus(location));
  const resolved = resolveChangeSet(repository, request, status);
  const [change, extraRoots, judged] = await Promise.all([
    resolved,
    mainWorkTree(location),
    // The index is laid over the disk while the scope is resolved; a commit is known only then.
    scope.kind === 'staged' ? stagedTree(repository, status) : undefined,
  ]);
  const laid =
    judged === undefined ? await laidOverDisk(repository, change, status) : { tree: judged, mixed: [] };
  const changeSet = { ...change, scope: { ...change.scope, mixed: [...change.scope.mixed, ...laid.mixed] } };
  const readObjects = await objectsOf(repository);
  const { source, whole } = change;
  const leftOut = intendedPaths(status);
  return { changeSet, whole, tree: laid.tree, source, repository, readObjects, leftOut, extraRoots };
}

/** @throws UserError `scope`: in CI, and it says nothing of what changed. */
async function requestOf(
  scope: Exclude<CheckOptions['scope'], { kind: 'files' }>,
  { env }: CheckOptions,
): Promise<ScopeRequest> {
  if (scope.kind !== 'ci') return scope;
  const { readCiEvent } = await import('./git/ci-event.js');
  const event = await readCiEvent(env);
  if (event !== undefined) return { kind: 'event', event, paths: scope.paths };
  throw new UserError('scope', 'CI is set, and nothing says what changed', {
    hint: 'give a scope: --base REF (what the branch changed), --from A --to B, --staged, or lspcheck all',
  });
}

async function laidOverDisk(repository: Repository, change: ResolvedChange, status: Status) {
  const { source, entries } = change;
  if (source.kind !== 'commit') return { tree: workingTree(repository.root), mixed: [] };
  const { commitTree } = await import('./plan/commit-tree.js');
  const asked = entries.map(({ path }) => path);
  return commitTree(repository, source.oid, status, asked);
}

/** `git add --intent-to-add`: in the index, and in no commit that is made of it. */
function intendedPaths({ entries }: Status): ReadonlySet<RepoPath> {
  return new Set(
    entries.flatMap((entry) => (entry.kind === 'changed' && entry.disk === 'A' ? [entry.path] : [])),
  );
}

async function objectsOf(repository: Repository): Promise<ReadObjects> {
  const { readBlobs } = await import('./git/blobs.js');
  return (oids, maxBytes) => readBlobs(repository, oids, maxBytes);
}
