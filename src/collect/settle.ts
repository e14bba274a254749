// When are a document's diagnostics complete? A machine over timed events: no clock, no I/O, the heart of lspcheck.
// Invariants: no settlement without the evidence its rule names; every document ends by the deadline with evidence or a
// reason; a time-out and a settlement are different values; idleness can only lengthen a wait, never shorten one.

import { assertNever, type RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import { type CellOutcome, type Evidence, settlement } from '../model/settlement.js';
import { applyEvent } from './apply-event.js';
import { causeAtDeadline, hungCause, silentCause } from './give-up.js';
import { mergeDiagnostics, withoutEchoes } from './merge-diagnostics.js';
import type { SettleDocument, SettleEvent, SettleRules, SettleStep } from './settle-event.js';
import {
  asks,
  type DocumentState,
  freshState,
  modeOf,
  noneAwaited,
  progressHolds,
  pullRuleOf,
  restful,
  type SettleState,
  workIsOver,
} from './settle-state.js';
import { awaitsSign, doubtEndsAt, noteSilence, silentFrom } from './silence.js';

export interface Settling {
  apply(event: SettleEvent): void;
  /** What to do now. To be asked after events were applied, and at `wakeAt`. */
  next(now: number): SettleStep;
  /** Undefined while pending. Before `done` a pull answer can still be voided by a refresh. */
  outcome(path: RepoPath, now: number): CellOutcome | undefined;
}

/** The tree is looked at this often once everything else is quiet (0.6 to 2.6 ms a look, measured). */
const lookEveryMs = 20;
/** The same for a server that seems to hang: there is no hurry. */
const lookWhenHungEveryMs = 100;
/** How long a pull waits for a configuration request that may never come. */
const configurationGraceMs = 300;

export function createSettling(rules: SettleRules, documents: readonly SettleDocument[]): Settling {
  const state = freshState(rules, documents);
  /** Publishes alone settle all documents of a window in the same instant. */
  let allPushed = false;
  let hung = false;

  const outcomeOf = (document: DocumentState, now: number): CellOutcome | undefined =>
    proven(state, document, now, allPushed) ?? given(state, document, now, hung);

  return {
    apply: (event) => applyEvent(state, event),
    outcome: (path, now) => {
      const document = state.documents.get(path);
      return document && outcomeOf(document, now);
    },
    next(now) {
      noteSilence(state, now);
      allPushed ||= everythingPushed(state, now);
      hung ||= now >= silentFrom(state) && restful(state, now);
      return nextStep(state, now, (document) => outcomeOf(document, now) === undefined);
    },
  };
}

/** Publishes alone: everything published that will be, nothing open, quiet, and the tree at rest. */
function everythingPushed(state: SettleState, now: number): boolean {
  return (
    modeOf(state) === 'push' &&
    !state.torn &&
    state.openProgress.size === 0 &&
    now - state.lastActivityAt >= state.rules.quietPeriodMs &&
    restful(state, now) &&
    noneAwaited(state)
  );
}

/** The settlement that the evidence so far allows, or undefined. */
function proven(
  state: SettleState,
  document: DocumentState,
  now: number,
  allPushed: boolean,
): CellOutcome | undefined {
  const settled = (via: Evidence, diagnostics: readonly ServerDiagnostic[]) =>
    settlement(via, document.document.contentHash, diagnostics);
  if (state.torn) return undefined;
  const { published, ask } = document;
  const mode = modeOf(state);
  switch (mode) {
    case 'pull':
      if (ask.kind !== 'answered' || ask.diagnostics === undefined || progressHolds(state)) return undefined;
      return settled(
        'pull',
        // Where both a server's own analysis and the compiler speak, the compiler's words win.
        pullRuleOf(state).afterWork === undefined
          ? mergeDiagnostics(ask.diagnostics, published?.diagnostics ?? [])
          : mergeDiagnostics(
              published?.diagnostics ?? [],
              withoutEchoes(ask.diagnostics, published?.diagnostics ?? []),
            ),
      );
    case 'barrier':
      if (ask.kind !== 'answered') return undefined;
      if (ask.diagnostics !== undefined) return settled('barrier', ask.diagnostics);
      return published && settled('barrier', published.diagnostics);
    case 'nudge':
      if (!document.nudged || published?.version !== document.version) return undefined;
      return settled('push-versioned', published.diagnostics);
    case 'versioned':
      if (published?.version !== document.version) return undefined;
      return settled('push-versioned', published.diagnostics);
    case 'push': {
      const isProven = allPushed || (now >= state.rules.deadlineAt && quietAlone(state, document, now));
      if (published === undefined || !isProven) return undefined;
      return settled(state.rules.observable ? 'push-idle' : 'push-quiet', published.diagnostics);
    }
    default:
      return assertNever(mode);
  }
}

/** At the deadline what is proven for one file is kept, although another file is still silent. */
function quietAlone(state: SettleState, { published }: DocumentState, now: number): boolean {
  if (published === undefined || state.openProgress.size > 0) return false;
  return now - published.at >= state.rules.quietPeriodMs && restful(state, now);
}

/** Why there is no evidence and will be none, or undefined while there is hope. */
function given(
  state: SettleState,
  document: DocumentState,
  now: number,
  hung: boolean,
): CellOutcome | undefined {
  const { rules } = state;
  const { ask, published } = document;
  if (state.fault !== undefined) return gaveUp(document, state.fault);
  if (asks(state)) {
    if (ask.kind === 'failed') return gaveUp(document, ask.cause);
    if (ask.kind === 'answered' && ask.diagnostics === undefined) {
      const detail = `${rules.server} answered but published nothing for this file`;
      return gaveUp(document, { reason: 'no-publish', detail });
    }
    if (ask.kind === 'in-flight' && hung) return gaveUp(document, hungCause(rules));
  }
  if (document.silent && !asks(state))
    return gaveUp(document, document.doubt ?? silentCause(rules, published !== undefined));
  if (now < rules.deadlineAt) return undefined;
  const loading = !workIsOver(state, now);
  const openProgress = progressHolds(state) || loading ? [...state.openProgress.values()] : undefined;
  return gaveUp(
    document,
    causeAtDeadline(rules, {
      asks: asks(state),
      published: published !== undefined,
      openProgress,
      torn: state.torn,
      atRest: restful(state, now),
    }),
  );
}

function gaveUp({ lastAnswer, published }: DocumentState, cause: UnknownCause): CellOutcome {
  return {
    kind: 'gave-up',
    cause,
    provisional: mergeDiagnostics(lastAnswer, published?.diagnostics ?? []),
  };
}

function nextStep(
  state: SettleState,
  now: number,
  isPending: (document: DocumentState) => boolean,
): SettleStep {
  const { rules } = state;
  const ask: RepoPath[] = [];
  const nudge: RepoPath[] = [];
  let done = true;
  let sample = false;
  let wakeAt = rules.deadlineAt;
  const wakeBy = (at: number) => {
    wakeAt = Math.min(wakeAt, at);
  };
  const lookEvery = (ms: number) => {
    if (!rules.observable) return;
    // A look costs as much as many events: a server that talks all the time is not looked at all the time.
    const dueAt = state.lookedAt + ms;
    if (now >= dueAt) sample = true;
    else wakeBy(dueAt);
  };
  const lookWhenSilent = () => {
    if (now >= silentFrom(state)) lookEvery(lookWhenHungEveryMs);
    else wakeBy(silentFrom(state));
  };
  const asking = asks(state);
  const nudging = modeOf(state) === 'nudge' && noneAwaited(state);
  for (const [path, document] of state.documents) {
    if (!isPending(document)) continue;
    done = false;
    if (nudging && !document.nudged) nudge.push(path);
    if (!asking) continue;
    if (document.ask.kind === 'in-flight') {
      lookWhenSilent();
    } else if (document.ask.kind === 'due') {
      const dueAt = Math.max(document.ask.at, heldUntil(state, document));
      const needsRest = document.unconfirmed !== undefined || (state.quiescent && state.workEnded);
      const awaitsRest = (needsRest && !restful(state, now)) || !workIsOver(state, now);
      if (needsRest && awaitsRest && !progressHolds(state)) lookEvery(lookEveryMs);
      if (dueAt > now) wakeBy(dueAt);
      else if (!awaitsRest) ask.push(path);
    }
  }
  if (awaitsSign(state) && !done) lookWhenSilent();
  const givenUpAt = done ? undefined : doubtEndsAt(state);
  if (givenUpAt !== undefined && givenUpAt > now) wakeBy(givenUpAt);
  else if (givenUpAt !== undefined) lookEvery(lookEveryMs);
  if (modeOf(state) === 'push' && !done && state.openProgress.size === 0) {
    // Without a publish of each file only the deadline can end this: then it must be known whether the tree is at rest.
    const lookFrom = noneAwaited(state) ? now : rules.deadlineAt - rules.quietPeriodMs * 3;
    if (now >= lookFrom) lookEvery(lookEveryMs);
    else wakeBy(lookFrom);
    const quietAt = state.lastActivityAt + rules.quietPeriodMs;
    if (noneAwaited(state) && quietAt > now) wakeBy(quietAt);
  }
  return { ask, nudge, sample, done, wakeAt };
}

/** Until when a due question is held back: open loading work (until its end), or a configuration request that may come. */
function heldUntil(state: SettleState, document: DocumentState): number {
  if (modeOf(state) !== 'pull') return 0;
  if (progressHolds(state)) return Number.POSITIVE_INFINITY;
  if (pullRuleOf(state).afterConfiguration && !state.configurationAsked) {
    return document.openedAt + configurationGraceMs;
  }
  return 0;
}
