// Drives one window of documents through one session until each has evidence or a reason: opens them all at once, does what
// settling asks for, and waits for events, never for time alone. The only caller of clocks here; decides nothing itself.

import { setMaxListeners } from 'node:events';
import { assertNever, type RepoPath } from '../model/base.js';
import type { UnknownCause, UnknownReason } from '../model/fault.js';
import type { PlannedDocument } from '../model/plan.js';
import type { CellOutcome, Evidence } from '../model/settlement.js';
import type { Clock } from '../platform/clock.js';
import { canObserve } from '../session/process-tree.js';
import type { ServerSession } from '../session/server-session.js';
import type { TimedSessionEvent } from '../session/session-event.js';
import type { SessionRemark } from '../session/session-memory.js';
import { type AskKind, ask } from './asking.js';
import { createSettling, type Settling } from './settle.js';
import type { SettleEvent, SettleRules } from './settle-event.js';

export interface OpenableDocument {
  readonly document: PlannedDocument;
  readonly text: string;
}

export interface CollectOptions {
  readonly clock: Clock;
  /** Undefined: 100 ms where the process tree can be observed, else 300 ms. */
  readonly quietPeriodMs: number | undefined;
  readonly requestTimeoutMs: number;
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  /** How long a server at rest may say nothing of a document before it is given up; the request timeout by default. */
  readonly silenceMs?: number;
  /** Which documents a remark puts in doubt by name, and why: these are not waited for any longer than the server is at work. */
  readonly doubtsIn?: (remark: SessionRemark) => ReadonlyMap<RepoPath, UnknownCause>;
  /** Called as it happens, for whoever watches; it decides nothing. */
  readonly onStep?: (path: RepoPath, step: DocumentStep) => void;
}

/** What happens to a document on its way: shown, told of, asked about, ended with evidence or a reason. */
export type DocumentStep =
  | { readonly kind: 'opened' }
  /** `count`: diagnostics in it, of every severity. */
  | { readonly kind: 'published'; readonly count: number }
  | { readonly kind: 'asked' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'settled'; readonly how: Evidence | UnknownReason };

export interface Collected {
  readonly outcome: CellOutcome;
  /** Diagnostics that could not be read at all, as cut JSON. */
  readonly malformed: readonly string[];
  /** From opening to evidence, or to giving up. */
  readonly ms: number;
}

const observedQuietMs = 100;
const blindQuietMs = 300;

/** Every document of the window is in the result. The documents stay open. */
export async function collectWindow(
  session: ServerSession,
  window: readonly OpenableDocument[],
  options: CollectOptions,
): Promise<ReadonlyMap<RepoPath, Collected>> {
  const { clock, onStep: step = () => {} } = options;
  const rules = rulesFor(session, options);
  const settling = createSettling(
    rules,
    window.map(({ document }) => ({ path: document.path, contentHash: document.contentHash })),
  );
  const byPath = new Map(window.map((entry) => [entry.document.path, entry]));
  const malformed = new Map<RepoPath, Set<string>>();
  const endedAt = new Map<RepoPath, number>();
  const openedAt = clock.now();
  const stop = new AbortController();
  // Each question under way listens: up to three for each document of a window.
  setMaxListeners(0, stop.signal);
  const look = session.tree.watch();
  let wake = () => {};
  const doubtsOf = (event: TimedSessionEvent) =>
    isRemark(event) && options.doubtsIn !== undefined ? options.doubtsIn(event) : [];

  const apply = (event: SettleEvent) => {
    settling.apply(event);
    wake();
  };
  const noteMalformed = (path: RepoPath, entries: readonly string[]) => {
    if (entries.length === 0) return;
    const seen = malformed.get(path) ?? new Set<string>();
    for (const entry of entries) seen.add(entry);
    malformed.set(path, seen);
  };
  const unsubscribe = session.subscribe((event) => {
    if (event.kind === 'publish') {
      noteMalformed(event.path, event.malformed);
      if (byPath.has(event.path)) step(event.path, { kind: 'published', count: event.diagnostics.length });
    }
    for (const [path, cause] of doubtsOf(event))
      settling.apply({ kind: 'doubted', path, cause, at: event.at });
    apply(settleEventOf(event));
  });
  const interrupt = () => apply({ kind: 'interrupted', at: clock.now() });
  options.signal.addEventListener('abort', interrupt, { once: true });

  const startAsking = (path: RepoPath) => {
    const entry = byPath.get(path);
    if (entry === undefined) return;
    settling.apply({ kind: 'asked', path, at: clock.now() });
    step(path, { kind: 'asked' });
    void ask(askKind(rules), session, entry.document, stop.signal).then((result) => {
      if (result === undefined) return;
      noteMalformed(path, result.malformed);
      step(path, { kind: 'answered' });
      apply({ ...result.event, at: clock.now() });
    });
  };

  for (const { document, text } of window) {
    const version = session.show(document, text);
    settling.apply({ kind: 'opened', path: document.path, version, at: clock.now() });
    step(document.path, { kind: 'opened' });
  }
  if (options.signal.aborted) interrupt();

  for (;;) {
    // When we were kept from running, a publish may wait unread behind the timer that woke us: silence is concluded after a look.
    await clock.turn();
    const now = clock.now();
    const next = settling.next(now);
    noteEnded(settling, window, endedAt, now, step);
    if (next.done) break;
    for (const path of next.ask) startAsking(path);
    for (const path of next.nudge) {
      const version = session.change(path, byPath.get(path)?.text ?? '');
      if (version !== undefined) settling.apply({ kind: 'nudged', path, version, at: clock.now() });
    }
    if (next.sample) {
      settling.apply({ kind: 'rest', rest: look(), at: clock.now() });
      continue;
    }
    await untilWoken(clock, next.wakeAt, (woken) => {
      wake = woken;
    });
  }

  unsubscribe();
  options.signal.removeEventListener('abort', interrupt);
  // Questions still under way are withdrawn ($/cancelRequest): the server need not work for nobody.
  stop.abort();
  const now = clock.now();
  return new Map(
    window.map(({ document: { path } }) => [
      path,
      {
        outcome: settling.outcome(path, now) ?? neverEnded(path),
        malformed: [...(malformed.get(path) ?? [])],
        ms: Math.round((endedAt.get(path) ?? now) - openedAt),
      },
    ]),
  );
}

function isRemark(event: TimedSessionEvent): event is TimedSessionEvent & SessionRemark {
  const { kind } = event;
  return kind === 'message' || kind === 'distress' || kind === 'foreign-publish' || kind === 'pollution';
}

function rulesFor(session: ServerSession, options: CollectOptions): SettleRules {
  const { definition } = session.plan;
  return {
    server: definition.name,
    rule: definition.settle,
    quietPeriodMs:
      options.quietPeriodMs ?? definition.quietPeriodMs ?? (canObserve ? observedQuietMs : blindQuietMs),
    observable: canObserve,
    requestTimeoutMs: definition.requestTimeoutMs ?? options.requestTimeoutMs,
    ...(options.silenceMs !== undefined && { silenceMs: options.silenceMs }),
    deadlineAt: options.deadlineAt,
    pullAnnounced: session.announcesPull,
    ignoredProgress: definition.ignoredProgress,
  };
}

function askKind(rules: SettleRules): AskKind {
  return rules.rule.kind === 'barrier' ? rules.rule.request : 'pull';
}

function settleEventOf(event: TimedSessionEvent): SettleEvent {
  const { at } = event;
  switch (event.kind) {
    case 'publish':
      return {
        kind: 'publish',
        at,
        path: event.path,
        version: event.version,
        diagnostics: event.diagnostics,
      };
    case 'progress-begin':
    case 'progress-end':
    case 'quiescence':
    case 'refresh':
    case 'configuration-asked':
    case 'pull-announced':
    case 'pull-withdrawn':
    case 'heard':
    case 'torn':
    case 'lost':
      return event;
    case 'foreign-publish':
    case 'message':
    case 'distress':
    case 'pollution':
      return { kind: 'heard', at };
    default:
      return assertNever(event);
  }
}

function noteEnded(
  settling: Settling,
  window: readonly OpenableDocument[],
  endedAt: Map<RepoPath, number>,
  now: number,
  step: (path: RepoPath, step: DocumentStep) => void,
): void {
  for (const { document } of window) {
    const outcome = endedAt.has(document.path) ? undefined : settling.outcome(document.path, now);
    if (outcome === undefined) continue;
    endedAt.set(document.path, now);
    step(document.path, {
      kind: 'settled',
      how: outcome.kind === 'settled' ? outcome.via : outcome.cause.reason,
    });
  }
}

/** Resolves at the instant, or when the given function is called. */
async function untilWoken(clock: Clock, at: number, expose: (woken: () => void) => void): Promise<void> {
  const early = new AbortController();
  expose(() => early.abort());
  await clock.sleep(Math.max(0, at - clock.now()), early.signal);
}

function neverEnded(path: RepoPath): never {
  throw new Error(`collecting ended without an outcome for ${path}`);
}
