// One planned session from its beginning to its last document: acquired, filled window by window, acquired anew after a crash, and
// handed back. Whatever happens, every document of the plan has an outcome, and what was proven before a crash stays.

import { type Collected, collectWindow } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { BaseTexts } from '../model/base-texts.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { PlannedDocument, PlannedSession, TextStore } from '../model/plan.js';
import { atTree, documentIn } from '../plan/at-tree.js';
import type { Materialise } from '../plan/overlays.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log.js';
import type { StartLimits } from '../session/start-session.js';
import { watchAffected } from './affected.js';
import type { AffectedRequest, AffectedRun } from './affected-request.js';
import { type BaseCells, baseQuestions, type Counts } from './base-cell.js';
import { judgeBase } from './base-pass.js';
import { shownAsOverlays } from './base-route.js';
import { canaryDocument, doubtIfMute } from './canary.js';
import { loadWindow, openSupporting, withoutEvidence } from './load-documents.js';
import type { OnProgress } from './progress.js';
import { doubtsAmong } from './remark-rules.js';
import { type LostTry, nextTry, type Windowing } from './restart-policy.js';
import { isSpent, leftInDoubt, patienceWith, seenBefore } from './reuse.js';
import type { Lease, Served, SessionSource } from './session-source.js';
import { withoutUnsaved } from './unsaved.js';
import { type DocumentWindow, hasOverlays, windowsOf } from './windows.js';

export interface SessionRun {
  readonly plan: PlannedSession;
  readonly collected: ReadonlyMap<RepoPath, Collected>;
  /** Of files with findings, where that was asked for: what stood before the change. */
  readonly base: BaseCells;
  /** Set where dependents were looked for; they are among the plan's documents then. */
  readonly affected?: AffectedRun | undefined;
  /** Every process that ran, in order: more than one after a crash. */
  readonly sessions: readonly Served[];
  /** The fault that left documents without a verdict, if there is one. */
  readonly fault: UnknownCause | undefined;
  /** How its processes died, in order: after all but perhaps the last it was started again. */
  readonly deaths: readonly Fault[];
}

export interface SessionRunOptions {
  readonly source: SessionSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: TextStore;
  readonly limits: StartLimits;
  readonly quietPeriodMs: number | undefined;
  readonly requestTimeoutMs: number;
  /** The judged text as files; undefined where it is the disk's. */
  readonly materialise: Materialise | undefined;
  /** Asked for with --only new and --affected. */
  readonly base: BaseTexts | undefined;
  readonly affected: AffectedRequest | undefined;
  /** Whether a diagnostic is worth a comparison: it would be a finding. */
  readonly counts: Counts;
  readonly onProgress: OnProgress;
}

/**
 * A server that dies is started again (`nextTry`). No document is blamed for a first crash: the second time they are shown one
 * by one, and the one that was alone when it came is the last to be tried once more.
 */
export async function runSession(plan: PlannedSession, options: SessionRunOptions): Promise<SessionRun> {
  const sessions: Served[] = [];
  const collected = new Map<RepoPath, Collected>();
  const deaths: (LostTry & { readonly fault: Fault })[] = [];
  let base: BaseCells = new Map();
  let affected: AffectedRun | undefined;
  let fault: Fault | undefined;
  let at = plan;
  let pending: readonly PlannedDocument[] = plan.documents;
  for (;;) {
    // Texts that are not on disk are open all at once.
    const windowing = nextTry(deaths, !hasOverlays(at));
    const isOver = pending.length === 0 && (plan.documents.length > 0 || deaths.length > 0);
    if (windowing === undefined || isOver) break;
    if (fault !== undefined) {
      const files = pending.length === 1 ? '1 file' : `${pending.length} files`;
      options.log('warning', `${plan.key}: ${fault.detail}; starting it again for ${files}`);
    }
    const attempt = await runAttempt(at, pending, windowing, options);
    if (attempt.served) sessions.push(attempt.served);
    for (const [path, result] of attempt.collected) collected.set(path, result);
    fault = attempt.fault;
    base = new Map([...base, ...attempt.base]);
    affected = attempt.affected;
    if (attempt.again !== undefined) {
      pending = attempt.again;
      continue;
    }
    if (fault?.reason !== 'exited') break;
    deaths.push({ windowing, died: attempt.served === undefined ? 'at-start' : 'at-work', fault });
    if (attempt.served !== undefined) at = await toIsolate(at, options.materialise);
    pending = attempt.unreached.map((document) => documentIn(at.tree, document));
  }
  options.onProgress({ kind: 'ended', key: plan.key });
  const dependents = documentsOf(affected);
  return {
    plan: dependents.length === 0 ? plan : { ...plan, documents: [...plan.documents, ...dependents] },
    collected,
    base,
    affected,
    sessions,
    fault,
    deaths: deaths.map((death) => death.fault),
  };
}

/** In a tree of their own texts that are not on disk can be told apart as well: none has to be open for another's sake. */
async function toIsolate(
  plan: PlannedSession,
  materialise: Materialise | undefined,
): Promise<PlannedSession> {
  if (!hasOverlays(plan)) return plan;
  const made = await materialise?.(plan.definition);
  return made?.kind === 'tree' ? atTree(plan, made.tree) : plan;
}

interface Attempt {
  readonly served: Served | undefined;
  readonly collected: ReadonlyMap<RepoPath, Collected>;
  readonly base: BaseCells;
  readonly affected?: AffectedRun | undefined;
  readonly fault: Fault | undefined;
  /** Documents to try again, in this order: what the crash left open comes first, the one that was alone when it came last. */
  readonly unreached: readonly PlannedDocument[];
  /** Documents that a session of which nothing is known yet is to be asked about: this one had served before. */
  readonly again?: readonly PlannedDocument[];
}

async function runAttempt(
  plan: PlannedSession,
  documents: readonly PlannedDocument[],
  windowing: Windowing,
  options: SessionRunOptions,
): Promise<Attempt> {
  const { clock, source, limits, onProgress } = options;
  const early = causeBeforeStart(plan.definition.name, limits, clock);
  if (early !== undefined) return failedAttempt(documents, early);
  onProgress({ kind: 'starting', key: plan.key });
  const askedAt = clock.now();
  const startTimeoutMs = plan.definition.startTimeoutMs ?? limits.startTimeoutMs;
  const acquired = await source.acquire(plan, { ...limits, startTimeoutMs });
  if (acquired.kind === 'failed') return failedAttempt(documents, acquired.fault);
  const { lease } = acquired;
  const { session } = lease;
  onProgress({ kind: 'started', key: plan.key });
  const collected = new Map<RepoPath, Collected>();
  // Where others use the session too, it cannot be shown other text.
  const affecting = source.startsCount ? options.affected : undefined;
  const watch = affecting && watchAffected(session, plan, affecting, options.counts);
  await openSupporting(plan, session, options.store);
  const startMs = source.startsCount || lease.reused ? 0 : Math.min(startTimeoutMs, clock.now() - askedAt);
  const within = { ...limits, deadlineAt: limits.deadlineAt + startMs };
  const collecting = {
    clock,
    quietPeriodMs: options.quietPeriodMs,
    requestTimeoutMs: options.requestTimeoutMs,
    deadlineAt: within.deadlineAt,
    signal: limits.signal,
  };
  // After a crash, and where others use the session too, the base is left to a process of its own.
  const compared = windowing === 'together' && !source.shared ? options.base : undefined;
  const showsBase =
    compared !== undefined && shownAsOverlays(plan, compared, session.announcesPull) !== undefined;
  const windows = windowsOf(plan, documents, windowing, showsBase);
  const canary = plan.definition.canary?.inEveryRun === true ? plan.definition.canary : undefined;
  const planted = canary && canaryDocument(plan, canary, documents[0]?.languageId ?? '');
  let spent = false;
  for (const [index, window] of windows.entries()) {
    const openable = await loadWindow(window.documents, options.store, collected);
    const extra = planted && index === 0 ? [planted] : [];
    const opened = [...openable, ...extra].map(({ document }) => document);
    const taken = await lease.take(opened, within);
    if (taken === 'unfit') return usedUp(lease, 'unfit', documentsFrom(windows, index), collected);
    if (taken !== 'taken') {
      for (const { document } of openable) collected.set(document.path, withoutEvidence(taken));
      continue;
    }
    const known = lease.reused ? seenBefore(session, opened) : [];
    const results = await collectWindow(session, [...openable, ...extra], {
      ...collecting,
      ...patienceWith(known),
      doubtsIn: doubtsAmong(plan.definition, opened),
      onStep: (path, step) => {
        if (path !== planted?.document.path) onProgress({ key: plan.key, path, ...step });
      },
    });
    for (const [path, result] of withoutUnsaved(session, openable, results)) {
      if (canary && path === planted?.document.path) doubtIfMute(session, canary, result);
      else collected.set(path, result);
    }
    if (session.lost !== undefined) return lostAttempt(lease, windows, index, collected, windowing);
    const doubtful = leftInDoubt(known, results);
    if (doubtful.length > 0)
      return usedUp(lease, 'unrepeatable', [...doubtful, ...documentsFrom(windows, index + 1)], collected);
    spent ||= isSpent(session, results);
    // After the last window the end of the lease closes everything at once.
    if (index < windows.length - 1 && !window.staysOpen)
      lease.letGo(openable.map(({ document }) => document));
  }
  const affected = await watch?.judge(collecting);
  for (const [path, result] of affected?.collected ?? []) collected.set(path, result);
  const asked = [...documents, ...documentsOf(affected)];
  const questions = compared === undefined ? [] : baseQuestions(asked, collected, compared, options.counts);
  const base = compared && (await judgeBase(session, compared, questions, options.store, collecting));
  const { served } = lease;
  if (spent) lease.discard('unfit');
  else lease.end();
  return { served, collected, base: base ?? nothing, affected, fault: undefined, unreached: [] };
}

/** This session is of no more use; a new one is asked about the rest. */
function usedUp(
  lease: Lease,
  why: 'unfit' | 'unrepeatable',
  again: readonly PlannedDocument[],
  collected: ReadonlyMap<RepoPath, Collected>,
): Attempt {
  lease.discard(why);
  return { served: undefined, collected, base: nothing, fault: undefined, unreached: [], again };
}

function documentsFrom(windows: readonly DocumentWindow[], index: number): readonly PlannedDocument[] {
  return windows.slice(index).flatMap(({ documents }) => documents);
}

function documentsOf(affected: AffectedRun | undefined): readonly PlannedDocument[] {
  return affected?.files.flatMap(({ document }) => document ?? []) ?? [];
}

/** A document that was shown alone when the server was lost is suspected: the others come first. */
function lostAttempt(
  lease: Lease,
  windows: readonly DocumentWindow[],
  index: number,
  collected: Map<RepoPath, Collected>,
  windowing: Windowing,
): Attempt {
  const { served } = lease;
  lease.end();
  const fault = served.lost;
  const window = windows[index]?.documents ?? [];
  const open = window.filter(({ path }) => collected.get(path)?.outcome.kind !== 'settled');
  const later = documentsFrom(windows, index + 1);
  for (const { path } of later) if (fault) collected.set(path, withoutEvidence(fault));
  const unreached = windowing === 'one-by-one' ? [...later, ...open] : [...open, ...later];
  return { served, collected, fault, base: nothing, unreached };
}

const nothing: BaseCells = new Map();

function failedAttempt(documents: readonly PlannedDocument[], fault: Fault): Attempt {
  const collected = new Map(documents.map(({ path }) => [path, withoutEvidence(fault)]));
  return { served: undefined, collected, base: nothing, fault, unreached: documents };
}

/** Why it is no longer worth starting a server; undefined while it is. */
export function causeBeforeStart(name: string, limits: StartLimits, clock: Clock): Fault | undefined {
  if (limits.signal.aborted)
    return { reason: 'interrupted', detail: `interrupted before ${name} was started` };
  if (clock.now() >= limits.deadlineAt) {
    return { reason: 'deadline', detail: `the deadline came before ${name} could be started` };
  }
  return undefined;
}
