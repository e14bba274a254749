// A plan judged: sessions run at most `jobs` at a time, every one of them in flight as early as it can be, and are
// put down again off the critical path. Returns when the result is there; `finished` when no process is left.

import type { Baseline } from '../classify/baseline.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { BaseTexts } from '../model/base-texts.js';
import type { ResolvedScope } from '../model/change.js';
import type { Config } from '../model/config.js';
import { atLeast, type Severity } from '../model/diagnostic.js';
import type { CheckPlan, PlannedSession, TextStore } from '../model/plan.js';
import type { RunResult } from '../model/run.js';
import type { RunShard } from '../model/shard.js';
import type { Materialise } from '../plan/overlays.js';
import type { Clock } from '../platform/clock.js';
import type { Environment } from '../platform/environment.js';
import type { Log } from '../platform/log.js';
import { version } from '../platform/version.js';
import type { Spawn } from '../session/process.js';
import type { StartRecording } from '../session/transcript.js';
import type { AffectedRequest } from './affected-request.js';
import { affectedFiles, searchesOf, withDependents } from './affected-results.js';
import type { Counts } from './base-cell.js';
import { type ColdOptions, withWholeBase } from './base-session.js';
import type { OnProgress } from './progress.js';
import { resultsOf } from './results.js';
import { runSession, type SessionRun } from './run-session.js';
import { coldSessions, type SessionSource } from './session-source.js';

/** The three seams; everything else is given as a value. */
export interface EngineDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: Spawn;
}

export interface EngineRequest {
  readonly plan: CheckPlan;
  /** Set where the plan is one part of several. */
  readonly shard?: RunShard | undefined;
  readonly uncovered: RunResult['uncovered'];
  readonly scope: ResolvedScope;
  readonly root: AbsPath;
  readonly store: TextStore;
  readonly config: Config;
  readonly configHash: string;
  readonly severityOf: (
    path: RepoPath,
    server: string,
    code: string | undefined,
  ) => Severity | 'off' | undefined;
  /** The caller's, unfiltered. */
  readonly env: Environment;
  /** Texts before the change: set where --only or --affected asks for a comparison. */
  readonly base: BaseTexts | undefined;
  /** Set with --affected. */
  readonly affected?: Pick<AffectedRequest, 'tracked' | 'plan'> | undefined;
  /** The judged text as files, where the disk has another. */
  readonly materialise?: Materialise | undefined;
  /** The text before the change as files, for servers that cannot be shown it otherwise. */
  readonly materialiseBase: Materialise | undefined;
  readonly baseline: Baseline;
  /** Instant on the clock, or Infinity: computed once, by the caller. */
  readonly deadlineAt: number;
  /** Aborted with the reason 'SIGINT' or 'SIGTERM'. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Where a session's traffic is recorded, if it is; asked at each start of its server. */
  readonly record?: StartRecording | undefined;
  /** Warm sessions; without them every server is started for this run, and put down after it. */
  readonly sessions?: SessionSource | undefined;
  /** False: the deadline stands still while a server starts. */
  readonly startsCount?: boolean | undefined;
}

export interface EngineOutcome {
  readonly run: RunResult;
  /** For people, beside the report. */
  readonly warnings: readonly string[];
  /** Every server is gone and the private folder removed. */
  readonly finished: Promise<void>;
  /** The report is out: do not wait for orderly ends any longer. */
  release(): void;
}

export async function runCheck(request: EngineRequest, deps: EngineDeps): Promise<EngineOutcome> {
  const { plan } = request;
  if (plan.sessions.length === 0) {
    return { ...(await resultOf(request, [])), finished: Promise.resolve(), release: () => {} };
  }
  const { env, signal, record, config, startsCount = true } = request;
  const source =
    request.sessions ??
    (await coldSessions({ ...deps, record, env, signal, jobs: config.jobs, startsCount }));
  request.onProgress({
    kind: 'planned',
    deadlineAt: request.deadlineAt,
    sessions: plan.sessions.map(({ key, definition, rootPath, documents }) => ({
      key,
      server: definition.name,
      root: rootPath,
      documents: documents.length,
    })),
  });
  const affected = affectedRequest(request);
  const judging = Promise.all(
    plan.sessions.map((session) =>
      source.inTurn(async () => {
        const options: ColdOptions = {
          source,
          clock: deps.clock,
          log: deps.log,
          store: request.store,
          limits: { startTimeoutMs: config.startTimeoutMs, deadlineAt: request.deadlineAt, signal },
          quietPeriodMs: config.quietPeriodMs,
          requestTimeoutMs: config.requestTimeoutMs,
          materialise: request.materialise,
          base: config.only === 'new' || affected !== undefined ? request.base : undefined,
          affected,
          materialiseBase: request.materialiseBase,
          counts: countsFor(session, request),
          onProgress: request.onProgress,
        };
        const judge =
          session.definition.type === 'mcp' ? (await import('./run-backend.js')).runBackend : runSession;
        return withWholeBase(await judge(session, options), options, judge);
      }),
    ),
  );
  const runs = await judging.catch(async (error: unknown) => {
    await source.end();
    throw error;
  });
  const finished = source.end();
  return { ...(await resultOf(request, runs)), finished, release: source.release };
}

/** What concerns every session. */
function affectedRequest({
  affected,
  base,
  plan,
  store,
  config,
}: EngineRequest): AffectedRequest | undefined {
  if (affected === undefined || base === undefined) return undefined;
  const rootsOf = (server: string) =>
    new Set(
      plan.sessions.flatMap(({ definition, rootPath }) => (definition.name === server ? [rootPath] : [])),
    );
  const inScope = new Set(plan.files.map(({ path }) => path));
  return { ...affected, base, store, inScope, rootsOf, minSeverity: config.minSeverity };
}

/** Files of the scope are compared only where --only asks for it. */
function countsFor({ definition }: PlannedSession, request: EngineRequest): Counts {
  const { severityOf, config, plan } = request;
  const inScope = new Set(config.only === 'new' ? [] : plan.files.map(({ path }) => path));
  return (path, { code, severity }) => {
    if (inScope.has(path)) return false;
    const counted = severityOf(path, definition.name, code) ?? severity ?? definition.absentSeverity;
    return counted !== 'off' && atLeast(counted, config.minSeverity);
  };
}

async function resultOf(
  request: EngineRequest,
  runs: readonly SessionRun[],
): Promise<Pick<EngineOutcome, 'run' | 'warnings'>> {
  const { config } = request;
  const widened = withDependents(request.plan, runs);
  const { plan } = widened;
  const results = await resultsOf({
    plan,
    runs,
    affected: widened.affected,
    store: request.store,
    config,
    base: request.base,
    baseline: request.baseline,
    env: request.env,
    severityOf: request.severityOf,
  });
  const { servers, warnings } = results;
  const files = affectedFiles(results.files, widened);
  const interrupted = interruptionOf(request.signal);
  const run: RunResult = {
    toolVersion: version,
    scope: request.scope,
    configHash: request.configHash,
    policy: {
      failOn: config.failOn,
      minSeverity: config.minSeverity,
      onUnknown: config.onUnknown,
      onUncovered: config.onUncovered,
      failOnEmpty: config.failOnEmpty,
      zeroConfig: config.zeroConfig,
    },
    servers,
    ...(request.affected !== undefined && { affected: searchesOf(runs, widened, files) }),
    files,
    uncovered: request.uncovered,
    notes: plan.notes,
    ...(request.shard !== undefined && { shard: request.shard }),
    ...(interrupted !== undefined && { interrupted }),
  };
  return { run, warnings };
}

export function interruptionOf(signal: AbortSignal): 'SIGINT' | 'SIGTERM' | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
}
