// The main job, end to end: options → config → change set → plan → engine → run. Each step is a room; this file is the order.
// Rooms that a run does not need are not loaded: no repository, no git library; no config file, no schema.

import { readFile, realpath } from 'node:fs/promises';
import { findConfigRoot } from './config/find.js';
import { compileIgnore } from './config/ignore.js';
import { type ConfigOptions, loadConfig } from './config/load.js';
import { compileRules } from './config/rules.js';
import { type EngineDeps, runCheck } from './engine/engine.js';
import type { OnProgress } from './engine/progress.js';
import { filesInFolder } from './git/folder.js';
import { headCommit, type Location, locate, mainWorkTree } from './git/location.js';
import { type QuickStatus, readStatus } from './git/quick-status.js';
import type { Repository } from './git/repository.js';
import type { AbsPath, RepoPath } from './model/base.js';
import type { ChangeSet } from './model/change.js';
import type { Config } from './model/config.js';
import type { JudgedTree } from './model/judged-tree.js';
import type { RunResult } from './model/run.js';
import { UserError } from './model/user-error.js';
import { bundledResolver } from './plan/bundled.js';
import { stagedTree, workingTree } from './plan/judged-tree.js';
import { planCheck } from './plan/plan.js';
import { openTextStore } from './plan/text-store.js';
import { systemClock } from './platform/clock.js';
import type { Environment } from './platform/environment.js';
import { type Log, silentLog } from './platform/log.js';
import { absolutePath } from './platform/paths.js';
import { spawnServer } from './session/process.js';

/** What to judge. Paths and names count from `cwd`; `paths` narrow a changed scope and are literal. */
export type ScopeSelection =
  | { readonly kind: 'working-tree' | 'staged'; readonly paths: readonly string[] }
  | { readonly kind: 'base'; readonly ref: string; readonly paths: readonly string[] }
  | { readonly kind: 'all' }
  /** `literal`: the names come from a program, none is a pattern. */
  | { readonly kind: 'files'; readonly names: readonly string[]; readonly literal?: boolean };

export interface CheckOptions {
  readonly cwd: string;
  /** The caller's environment: git's variables are honoured, servers never see them. */
  readonly env: Environment;
  readonly scope: ScopeSelection;
  readonly options?: ConfigOptions;
  /** The folder that plays the repository root. */
  readonly rootDir?: string;
  /** Instant from which the deadline counts, on the process's clock (0: its start). Default: now. */
  readonly startedAt?: number;
  /** Aborting ends the run early; what is proven is kept. The reason 'SIGTERM' or 'SIGINT' is reported. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly log?: Log;
  /** Folder for transcripts of the LSP traffic, relative to `cwd`; made where it is missing. */
  readonly record?: string;
  /** A status already read, so that git is not asked twice. */
  readonly status?: QuickStatus;
  readonly deps?: Partial<EngineDeps>;
}

export interface CheckOutcome {
  readonly run: RunResult;
  /** The folder that the run's paths are relative to. */
  readonly root: AbsPath;
  /** The judged text of a file that was read, for code frames. */
  text(path: RepoPath): string | undefined;
  /** For stderr: what was assumed, ignored or chosen. */
  readonly warnings: readonly string[];
  /** Every server is gone. */
  readonly finished: Promise<void>;
  /** The report is out: do not wait for orderly ends of servers. */
  release(): void;
}

/**
 * Runs one check.
 * @throws UserError for what the user can repair (usage, config, scope). Whatever a server does is in the result instead.
 */
export async function check(options: CheckOptions): Promise<CheckOutcome> {
  const deps: EngineDeps = {
    clock: options.deps?.clock ?? systemClock,
    log: options.log ?? silentLog,
    spawn: options.deps?.spawn ?? spawnServer,
  };
  const startedAt = options.startedAt ?? deps.clock.now();
  const record = await recordingInto(options, deps);
  const place = await findPlace(options);
  const [loaded, subject] = await Promise.all([
    loadConfig({
      root: place.root,
      cwd: place.cwd,
      env: options.env,
      options: { ...options.options, scopeKind: options.scope.kind },
    }),
    findSubject(place, options),
  ]);
  const { config } = loaded;
  const { changeSet, tree } = subject;
  const store = openTextStore({
    tree,
    entries: changeSet.entries,
    maxFileSizeBytes: config.maxFileSizeBytes,
    ...(await objectSource(subject.repository)),
  });
  const rules = compileRules(config);
  const [ignored, generated] = await Promise.all([
    ignoredBy(place.root, config),
    generatedBy(subject, options.scope),
  ]);
  const planned = await planCheck({
    changeSet,
    tree,
    store,
    config,
    ignored,
    generated,
    failOnFor: (path) => rules(path).failOn,
    allowedServers: (path) => allowedBy(config, rules(path).allows),
    env: options.env,
    extraRoots: subject.extraRoots,
    execPath: absolutePath(process.execPath, '/'),
    resolveBundled: bundledResolver(import.meta.url),
  });
  const outcome = await runCheck(
    {
      plan: planned.plan,
      uncovered: planned.uncovered,
      scope: changeSet.scope,
      root: place.root,
      store,
      config,
      configHash: loaded.hash,
      severityOf: (path, server, code) => rules(path).severityOf(server, code),
      env: options.env,
      deadlineAt: config.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : startedAt + config.deadlineMs,
      signal: options.signal ?? new AbortController().signal,
      onProgress: options.onProgress ?? (() => {}),
      record,
    },
    deps,
  );
  return {
    ...outcome,
    root: place.root,
    text: (path) => store.peek(path),
    warnings: [...loaded.warnings, ...planned.announcements, ...outcome.warnings],
  };
}

async function recordingInto({ record: folder, cwd, env }: CheckOptions, { clock, log }: EngineDeps) {
  if (folder === undefined) return undefined;
  const { openTranscripts } = await import('./session/transcript-files.js');
  return openTranscripts({ folder, cwd, env, clock, warn: (message) => log('warning', message) });
}

interface Place {
  readonly root: AbsPath;
  readonly cwd: AbsPath;
  /** Undefined outside of git. */
  readonly location: Location | undefined;
}

/** Inside git its top folder; named files may lie outside of any repository. */
async function findPlace(options: CheckOptions): Promise<Place> {
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

interface Subject {
  readonly changeSet: ChangeSet;
  readonly tree: JudgedTree;
  readonly repository: Repository | undefined;
  readonly extraRoots: readonly AbsPath[];
}

async function findSubject(place: Place, options: CheckOptions): Promise<Subject> {
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
      tree: workingTree(root),
      repository: undefined,
      extraRoots: location === undefined ? [] : await mainWorkTree(location),
    };
  }
  if (location === undefined) throw new UserError('scope', 'not a git repository (or any of its parents)');
  const { openRepository } = await import('./git/repository.js');
  const { resolveChangeSet } = await import('./git/change-set.js');
  const repository = await openRepository({ cwd: options.cwd, env: options.env }, location);
  const status = options.status?.status ?? (await readStatus(location));
  const [changeSet, extraRoots, tree] = await Promise.all([
    resolveChangeSet(repository, scope, status),
    mainWorkTree(location),
    scope.kind === 'staged' ? stagedTree(repository, status) : workingTree(root),
  ]);
  return { changeSet, tree, repository, extraRoots };
}

async function objectSource(repository: Repository | undefined) {
  if (repository === undefined) return {};
  const { readBlobs } = await import('./git/blobs.js');
  return {
    readObjects: (oids: readonly string[], maxBytes: number) => readBlobs(repository, oids, maxBytes),
  };
}

async function ignoredBy(root: AbsPath, config: Config): Promise<(path: RepoPath) => boolean> {
  const file = '.lspcheckignore';
  try {
    const ignoreFile = await readFile(absolutePath(file, root), 'utf8');
    return compileIgnore({ ignoreFile, globs: config.ignore });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return compileIgnore({ globs: config.ignore });
    throw new UserError('config', `cannot read ${file}: ${String(code ?? error)}`);
  }
}

async function generatedBy(subject: Subject, scope: ScopeSelection): Promise<(path: RepoPath) => boolean> {
  const { repository, changeSet } = subject;
  if (repository === undefined || changeSet.entries.length === 0) return () => false;
  const { generatedPaths } = await import('./git/attributes.js');
  const paths = changeSet.entries.flatMap(({ path, status }) => (status === 'deleted' ? [] : [path]));
  const generated = await generatedPaths(repository, paths, scope.kind === 'staged');
  return (path) => generated.has(path);
}

function allowedBy(config: Config, allows: (server: string) => boolean): readonly string[] | undefined {
  const names = config.servers.map(({ name }) => name);
  const allowed = names.filter(allows);
  return allowed.length === names.length ? undefined : allowed;
}
