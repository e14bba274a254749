// The main job, end to end: options → config → change set → plan → engine → run. Each step is a room; this file is the order.
// Rooms that a run does not need are not loaded: no repository, no git library; no config file, no schema.

import type { CheckOptions } from './check-options.js';
import { loadConfig } from './config/load.js';
import { compileRules } from './config/rules.js';
import { type EngineDeps, runCheck } from './engine/engine.js';
import { whyCold } from './engine/session-source.js';
import type { AbsPath, RepoPath } from './model/base.js';
import type { Config } from './model/config.js';
import type { CheckPlan } from './model/plan.js';
import type { RunResult } from './model/run.js';
import type { RunShard } from './model/shard.js';
import { UserError } from './model/user-error.js';
import { bundledResolver } from './plan/bundled.js';
import { seenMixed } from './plan/overlays.js';
import type { ProgramSources } from './plan/places.js';
import { planCheck } from './plan/plan.js';
import { openTextStore } from './plan/text-store.js';
import { systemClock } from './platform/clock.js';
import { silentLog } from './platform/log.js';
import { absolutePath } from './platform/paths.js';
import { version } from './platform/version.js';
import { baselineFor, generatedBy, ignoredBy, judgedRootFiles } from './root-files.js';
import { spawnServer } from './session/process.js';
import { findPlace, findSubject } from './subject.js';
import { baseTextsOf, textTrees, trackedFiles } from './text-trees.js';

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
  const finding = findSubject(place, options);
  const files = finding.then(judgedRootFiles);
  files.catch(() => {}); // told by the finding itself
  // What the event of a CI asks for shows only then, and `all` has no deadline.
  const scopeKind = options.scope.kind === 'ci' ? (await finding).changeSet.scope.kind : options.scope.kind;
  const configRequest = {
    root: place.root,
    cwd: place.cwd,
    env: options.env,
    options: { ...options.options, scopeKind },
    readProject: async (file: AbsPath) => (await files).bytes(file),
  };
  const [loaded, subject] = await Promise.all([loadConfig(configRequest), finding]);
  const sources: ProgramSources = {
    env: options.env,
    serverRoot: subject.tree.serverRoot,
    extraRoots: subject.extraRoots,
    execPath: absolutePath(process.execPath, '/'),
    resolveBundled: bundledResolver(import.meta.url),
  };
  const trusted =
    options.untrusted === true
      ? await (await import('./trust.js')).underTrust(configRequest, loaded, sources)
      : undefined;
  const config = trusted?.config ?? loaded.config;
  // A part would judge dependents that another part judges too, or that are in its scope.
  if (config.affected && options.shard !== undefined)
    throw new UserError('usage', '--affected and --shard exclude each other', {
      hint: 'run --affected in a job of its own, without --shard',
    });
  const rootFiles = await files;
  const { changeSet, tree } = subject;
  const store = openTextStore({
    tree,
    entries: changeSet.entries,
    maxFileSizeBytes: config.maxFileSizeBytes,
    ...(subject.readObjects && { readObjects: subject.readObjects }),
  });
  const rules = compileRules(config);
  const [ignored, baseline, generated] = await Promise.all([
    ignoredBy(place.root, config, rootFiles),
    baselineFor(place.root, subject, rootFiles),
    generatedBy(subject, options.env),
  ]);
  const deadlineAt = config.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : startedAt + config.deadlineMs;
  const signal = options.signal ?? new AbortController().signal;
  const [trees, base] = await Promise.all([
    textTrees(subject, config, options, () => signal.aborted || deps.clock.now() >= deadlineAt),
    config.only === 'all' && !config.affected ? undefined : baseTextsOf(subject, config, store),
  ]);
  try {
    return await judge();
  } catch (error) {
    await trees.dispose();
    throw error;
  }

  async function judge(): Promise<CheckOutcome> {
    const planned = await planCheck({
      changeSet,
      tree,
      store,
      config,
      ignored,
      generated,
      failOnFor: (path) => rules(path).failOn,
      allowedServers: (path) => allowedBy(config, rules(path).allows),
      ...sources,
      gate: trusted?.gate,
      ...(trees.judged && { materialise: trees.judged }),
      ...(config.affected && { generatedAmong: (paths) => generatedBy(subject, options.env, paths) }),
    });
    const { plan, shard } = await partOf(planned.plan);
    const own = new Set(plan.files.map(({ path }) => path));
    const cold = options.sessions && whyCold(tree, config);
    const outcome = await runCheck(
      {
        plan,
        shard,
        uncovered: planned.uncovered.filter(({ path }) => own.has(path)),
        scope: { ...changeSet.scope, mixed: seenMixed(changeSet.scope.mixed, plan.sessions) },
        root: place.root,
        store,
        config,
        configHash: loaded.hash,
        severityOf: (path, server, code) => rules(path).severityOf(server, code),
        env: trusted?.env ?? options.env,
        deadlineAt,
        signal,
        base,
        affected: planned.dependents && { plan: planned.dependents, tracked: trackedFiles(subject) },
        materialise: trees.judged,
        materialiseBase: trees.base,
        baseline,
        onProgress: options.onProgress ?? (() => {}),
        record,
        sessions: cold === undefined ? options.sessions : undefined,
        startsCount: options.startsCount,
      },
      deps,
    );
    return {
      ...outcome,
      finished: outcome.finished.finally(() => trees.dispose()),
      root: place.root,
      text: (path) => store.peek(path),
      warnings: [
        ...rootFiles.notes(),
        ...loaded.warnings,
        ...(trusted?.notes ?? []),
        ...planned.announcements,
        ...outcome.warnings,
        ...coldNote(cold),
      ],
    };
  }

  async function partOf(plan: CheckPlan): Promise<{ readonly plan: CheckPlan; readonly shard?: RunShard }> {
    if (options.shard === undefined) return { plan };
    const { shardOf } = await import('./plan/shard.js');
    const { kind, base, head } = changeSet.scope;
    const asked = [version, loaded.hash, kind, base ?? '', head ?? ''];
    return shardOf(plan, options.shard, asked, store.sizeBytes);
  }
}

function coldNote(why: string | undefined): readonly string[] {
  return why === undefined ? [] : [`the warm servers are not used: ${why}`];
}

async function recordingInto({ record: folder, cwd, env }: CheckOptions, { clock, log }: EngineDeps) {
  if (folder === undefined) return undefined;
  const { openTranscripts } = await import('./session/transcript-files.js');
  return openTranscripts({ folder, cwd, env, clock, warn: (message) => log('warning', message) });
}

function allowedBy(config: Config, allows: (server: string) => boolean): readonly string[] | undefined {
  const names = config.servers.map(({ name }) => name);
  const allowed = names.filter(allows);
  return allowed.length === names.length ? undefined : allowed;
}
