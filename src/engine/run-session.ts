// One planned session from start to its last document: started, filled window by window, and handed back to be closed.
// Whatever happens, every document of the plan has an outcome.

import { type Collected, collectWindow, type OpenableDocument } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { PlannedDocument, PlannedSession, TextStore } from '../model/plan.js';
import type { ServerSession } from '../session/server-session.js';
import { type StartDeps, type StartLimits, startSession } from '../session/start-session.js';
import type { OnProgress } from './progress.js';

export interface SessionRun {
  readonly plan: PlannedSession;
  readonly collected: ReadonlyMap<RepoPath, Collected>;
  /** Undefined when it never ran. */
  readonly session: ServerSession | undefined;
  /** The fault of a session that failed to start, or was lost. */
  readonly fault: UnknownCause | undefined;
}

export interface SessionRunOptions {
  readonly store: TextStore;
  readonly start: StartDeps;
  readonly limits: StartLimits;
  readonly quietPeriodMs: number | undefined;
  readonly requestTimeoutMs: number;
  readonly onProgress: OnProgress;
}

export async function runSession(plan: PlannedSession, options: SessionRunOptions): Promise<SessionRun> {
  const { limits, start, onProgress } = options;
  const early = causeBeforeStart(plan, options);
  if (early !== undefined) return failedRun(plan, early);
  onProgress({ kind: 'starting', key: plan.key });
  const outcome = await startSession(plan, start, {
    ...limits,
    startTimeoutMs: plan.definition.startTimeoutMs ?? limits.startTimeoutMs,
  });
  if (outcome.kind === 'failed') {
    onProgress({ kind: 'ended', key: plan.key });
    return failedRun(plan, outcome.fault);
  }
  const { session } = outcome;
  onProgress({ kind: 'started', key: plan.key });
  const collected = new Map<RepoPath, Collected>();
  await openSupporting(session, options.store);
  const windows = windowsOf(plan);
  for (const [index, window] of windows.entries()) {
    const openable = await loadWindow(window, options.store, collected);
    const results = await collectWindow(session, openable, {
      clock: start.clock,
      quietPeriodMs: options.quietPeriodMs,
      requestTimeoutMs: options.requestTimeoutMs,
      deadlineAt: limits.deadlineAt,
      signal: limits.signal,
      onSettled: () => onProgress({ kind: 'settled', key: plan.key }),
    });
    for (const [path, result] of results) collected.set(path, result);
    // After the last window shutdown closes everything at once.
    if (index < windows.length - 1) for (const { document } of openable) session.closeDocument(document.path);
  }
  onProgress({ kind: 'ended', key: plan.key });
  return { plan, collected, session, fault: session.lost };
}

function causeBeforeStart(
  plan: PlannedSession,
  { limits, start }: SessionRunOptions,
): UnknownCause | undefined {
  const { name } = plan.definition;
  if (limits.signal.aborted)
    return { reason: 'interrupted', detail: `interrupted before ${name} was started` };
  if (start.clock.now() >= limits.deadlineAt) {
    return { reason: 'deadline', detail: `the deadline came before ${name} could be started` };
  }
  return undefined;
}

/** Overlays that nobody asked about, but that what is asked about may depend on: opened first, and never closed. */
async function openSupporting(session: ServerSession, store: TextStore): Promise<void> {
  for (const document of session.plan.supporting) {
    const loaded = await store.text(document.path);
    if (loaded.kind === 'text') session.open(document, loaded.text);
  }
}

/**
 * A window is opened, settled and closed. Overlays must all be open while any file is judged (another file's verdict
 * may depend on them), so with overlays there is one window.
 */
function windowsOf(plan: PlannedSession): readonly (readonly PlannedDocument[])[] {
  const { documents, definition } = plan;
  if (documents.some((document) => !document.matchesDisk)) return [documents];
  const windows: (readonly PlannedDocument[])[] = [];
  for (let from = 0; from < documents.length; from += definition.maxOpenDocuments) {
    windows.push(documents.slice(from, from + definition.maxOpenDocuments));
  }
  return windows;
}

async function loadWindow(
  window: readonly PlannedDocument[],
  store: TextStore,
  collected: Map<RepoPath, Collected>,
): Promise<readonly OpenableDocument[]> {
  const loaded = await Promise.all(
    window.map(async (document) => ({ document, read: await store.text(document.path) })),
  );
  const openable: OpenableDocument[] = [];
  for (const { document, read } of loaded) {
    if (read.kind === 'text') openable.push({ document, text: read.text });
    else collected.set(document.path, withoutEvidence({ reason: 'read-failed', detail: read.detail }));
  }
  return openable;
}

function failedRun(plan: PlannedSession, fault: UnknownCause): SessionRun {
  const collected = new Map(plan.documents.map(({ path }) => [path, withoutEvidence(fault)]));
  return { plan, collected, session: undefined, fault };
}

function withoutEvidence(cause: UnknownCause): Collected {
  return { outcome: { kind: 'gave-up', cause, provisional: [] }, malformed: [], ms: 0 };
}
