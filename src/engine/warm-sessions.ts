// A pool's sessions for one run: borrowed, their documents this run's alone meanwhile, and given back. What was said of other runs' documents
// stays theirs: the run hears what is said from its beginning to its end, and what the server said as it started.

import { tellingPart } from '../classify/session-notes.js';
import type { Fault } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import type { Environment } from '../platform/environment.js';
import { createSessionMemory } from '../session/session-memory.js';
import type { EngineDeps } from './engine.js';
import type { PooledSession } from './pooled-session.js';
import { remarkRules } from './remark-rules.js';
import type { Fate, SessionPool } from './session-pool.js';
import { type Acquired, coldSessions, type Lease, type SessionSource } from './session-source.js';
import { timeLimit } from './time-limit.js';

export interface WarmOptions extends EngineDeps {
  /** The caller's, unfiltered. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Whether the time that a start takes counts towards the run's deadline. */
  readonly startsCount: boolean;
}

export function warmSessions(pool: SessionPool, options: WarmOptions): SessionSource {
  const { env, startsCount, ...deps } = options;
  const { clock } = deps;
  let own: Promise<SessionSource> | undefined;
  return {
    startsCount,
    shared: true,
    inTurn: (work) => work(),
    async acquire(plan, limits): Promise<Acquired> {
      const { startTimeoutMs, deadlineAt, signal } = limits;
      const limit = timeLimit(clock, deadlineAt + (startsCount ? 0 : startTimeoutMs), signal);
      const { documents } = plan;
      const until = limit.signal;
      const borrowed = await pool.borrow({ plan, documents, env, startTimeoutMs, until, judges: true });
      limit.end();
      if (borrowed.kind === 'failed') return borrowed;
      if (borrowed.kind === 'late') return { kind: 'failed', fault: lateFault(plan, signal) };
      return { kind: 'ready', lease: warmLease(plan, borrowed.pooled, borrowed.reused, pool, clock) };
    },
    // It reads the disk, and nobody can tell it what changed there: each run has its own.
    backend: async (plan, limits) => {
      own ??= coldSessions({ ...deps, env, jobs: Number.POSITIVE_INFINITY, startsCount });
      return (await own).backend(plan, limits);
    },
    end: async () => (await own)?.end(),
    release: () => {},
  };
}

function warmLease(
  plan: PlannedSession,
  pooled: PooledSession,
  reused: boolean,
  pool: SessionPool,
  clock: Clock,
): Lease {
  const { session, locks } = pooled;
  const rules = remarkRules(plan.definition);
  const memory = createSessionMemory((remark) => tellingPart(remark, rules));
  const before = reused ? pooled.startRemarks : session.remarks;
  const unsubscribe = session.subscribe(({ at: _, ...event }) => memory.keep(event));
  const taken = new Set<PlannedDocument>();
  const letGo = (documents: readonly PlannedDocument[], close: 'all' | 'off-disk') => {
    const ours = documents.filter((document) => taken.delete(document));
    pooled.letGo(close === 'all' ? ours : ours.filter(({ matchesDisk }) => !matchesDisk));
    locks.free(
      'alone',
      ours.map(({ path }) => path),
    );
  };
  const end = (fate: Fate) => {
    letGo([...taken], 'off-disk');
    unsubscribe();
    pool.giveBack(pooled, fate);
  };
  return {
    session,
    reused,
    get served() {
      // What stays true is of this run too, whenever it was said.
      const { startMs, facts, lost, lastingWords } = session;
      return { startMs, facts, lost, lastingWords, remarks: [...before, ...memory.remarks()] };
    },
    async take(documents, limits) {
      const limit = timeLimit(clock, limits.deadlineAt, limits.signal);
      const paths = documents.map(({ path }) => path);
      const isOurs = await locks.alone(paths, limit.signal);
      for (const document of isOurs ? documents : []) taken.add(document);
      const isPrepared = isOurs && (await pooled.prepare(documents, limit.signal));
      limit.end();
      if (isPrepared) return 'taken';
      return limit.signal.aborted ? lateFault(plan, limits.signal) : 'unfit';
    },
    letGo: (documents) => letGo(documents, 'all'),
    end: () => end('good'),
    discard: (fate) => end(fate),
  };
}

function lateFault({ definition: { name } }: PlannedSession, signal: AbortSignal): Fault {
  return signal.aborted
    ? { reason: 'interrupted', detail: `interrupted while ${name} was waited for` }
    : { reason: 'deadline', detail: `${name} was not free when the deadline came` };
}
