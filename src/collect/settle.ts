// When are a document's diagnostics complete? A machine over timed events: no clock, no I/O, the heart of lspcheck.
// Invariants: no settlement without the evidence its rule names; every document ends by the deadline with evidence or a
// reason; a time-out and a settlement are different values; idleness can only lengthen a wait, never shorten one.

import type { RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { SettleRule } from '../model/server-definition.js';
import { type CellOutcome, type Evidence, settlement } from '../model/settlement.js';
import { causeAtDeadline, hungCause } from './give-up.js';
import { mergeDiagnostics, sameDiagnostics } from './merge-diagnostics.js';
import { createRestWindow } from './rest-window.js';
import type { SettleDocument, SettleEvent, SettleRules, SettleStep } from './settle-event.js';

export interface Settling {
  apply(event: SettleEvent): void;
  next(now: number): SettleStep;
  /** Undefined while pending. Before `done` a pull answer can still be voided by a refresh. */
  outcome(path: RepoPath, now: number): CellOutcome | undefined;
}

type Ask =
  /** To be sent at this instant, or when what holds it back ends. */
  | { readonly kind: 'due'; readonly at: number }
  /** `stale`: voided while it was under way; its answer will be asked for again. */
  | { readonly kind: 'in-flight'; readonly since: number; readonly stale: boolean }
  | { readonly kind: 'answered'; readonly diagnostics: readonly ServerDiagnostic[] | undefined }
  | { readonly kind: 'failed'; readonly cause: UnknownCause };

interface DocumentState {
  readonly document: SettleDocument;
  version: number;
  openedAt: number;
  published:
    | {
        readonly at: number;
        readonly version: number | undefined;
        readonly diagnostics: readonly ServerDiagnostic[];
      }
    | undefined;
  ask: Ask;
  retries: number;
  /** An answer of a server that nobody measured, waiting for a second, equal one. */
  unconfirmed: readonly ServerDiagnostic[] | undefined;
  nudged: boolean;
}

type PullRule = Extract<SettleRule, { kind: 'pull' }>;
type Mode = Exclude<SettleRule['kind'], 'auto'>;

const unmeasuredPull: PullRule = {
  kind: 'pull',
  announced: 'static',
  refresh: 'voids',
  progress: 'voids',
  afterConfiguration: false,
};

/** The tree is looked at this often once everything else is quiet (0.6 to 2.6 ms a look, measured). */
const sampleEveryMs = 20;
/** The same for a server that seems to hang: there is no hurry. */
const sampleHungEveryMs = 100;
/** How long a pull waits for a configuration request that may never come. */
const configurationGraceMs = 300;
const firstRetryMs = 50;
const longestRetryMs = 2000;

export function createSettling(rules: SettleRules, documents: readonly SettleDocument[]): Settling {
  const states = new Map<RepoPath, DocumentState>(
    documents.map((document) => [document.path, freshState(document)]),
  );
  const openProgress = new Map<string, string>();
  const rest = createRestWindow(rules.quietPeriodMs);
  let pullAnnounced = rules.pullAnnounced;
  let configurationAsked = false;
  let voids = 0;
  let lastActivityAt = 0;
  let lastHeardAt = 0;
  let fault: Fault | undefined;
  let hung = false;
  /** Publishes alone settle all documents of a window in the same instant. */
  let allPushedAt: number | undefined;

  const mode = (): Mode => (rules.rule.kind !== 'auto' ? rules.rule.kind : pullAnnounced ? 'pull' : 'push');
  const pullRule = (): PullRule => (rules.rule.kind === 'pull' ? rules.rule : unmeasuredPull);
  const confirms = () => rules.rule.kind === 'auto' && mode() === 'pull';
  const progressHolds = () =>
    openProgress.size > 0 && (mode() === 'push' || (mode() === 'pull' && pullRule().progress === 'voids'));
  const restful = (now: number) => !rules.observable || rest.covers(now);
  const asks = () => mode() === 'pull' || mode() === 'barrier';

  /**
   * A refresh voids also what is under way. Loading work does not: an answer that comes after its end has seen it,
   * and a server that reports each question as work would otherwise never be done.
   */
  const voidAnswers = (at: number, underWayToo: boolean): void => {
    voids += 1;
    const dueAt = at + backOffMs(voids);
    for (const state of states.values()) {
      if (state.ask.kind === 'in-flight') {
        if (underWayToo) state.ask = { ...state.ask, stale: true };
        continue;
      }
      state.unconfirmed = undefined;
      if (state.ask.kind === 'answered') state.ask = { kind: 'due', at: dueAt };
    }
  };

  const takeAnswer = (state: DocumentState, event: Extract<SettleEvent, { kind: 'answered' }>): void => {
    if (state.ask.kind !== 'in-flight') return;
    if (state.ask.stale || progressHolds()) {
      state.unconfirmed = undefined;
      state.ask = { kind: 'due', at: event.at + backOffMs(voids) };
      return;
    }
    if (confirms() && event.diagnostics !== undefined) {
      const confirmed =
        state.unconfirmed !== undefined && sameDiagnostics(state.unconfirmed, event.diagnostics);
      state.unconfirmed = event.diagnostics;
      if (!confirmed) {
        state.ask = { kind: 'due', at: event.at + rules.quietPeriodMs };
        rest.reset();
        return;
      }
    }
    state.ask = { kind: 'answered', diagnostics: event.diagnostics };
  };

  const takePublish = (state: DocumentState, event: Extract<SettleEvent, { kind: 'publish' }>): void => {
    // A constant or absent version after the only open is this text's; a lower one than we sent is an older text's.
    if (state.version > 1 && event.version !== undefined && event.version < state.version) return;
    state.published = { at: event.at, version: event.version, diagnostics: event.diagnostics };
    lastActivityAt = event.at;
    rest.reset();
  };

  const apply = (event: SettleEvent): void => {
    if (event.kind !== 'rest' && event.kind !== 'asked' && event.kind !== 'opened') lastHeardAt = event.at;
    const state = 'path' in event ? states.get(event.path) : undefined;
    switch (event.kind) {
      case 'opened':
        if (state) {
          state.openedAt = event.at;
          state.ask = { kind: 'due', at: event.at };
        }
        lastActivityAt = event.at;
        lastHeardAt = Math.max(lastHeardAt, event.at);
        return;
      case 'publish':
        if (state) takePublish(state, event);
        return;
      case 'asked':
        if (state) state.ask = { kind: 'in-flight', since: event.at, stale: false };
        return;
      case 'answered':
        if (state) takeAnswer(state, event);
        return;
      case 'ask-again':
        if (state?.ask.kind === 'in-flight') {
          state.retries += 1;
          state.ask = { kind: 'due', at: event.at + backOffMs(state.retries) };
        }
        return;
      case 'ask-failed':
        if (state?.ask.kind === 'in-flight') state.ask = { kind: 'failed', cause: event.cause };
        return;
      case 'nudged':
        if (state) {
          state.version = event.version;
          state.nudged = true;
        }
        return;
      case 'refresh':
        if (mode() === 'pull' && pullRule().refresh === 'voids') voidAnswers(event.at, true);
        return;
      case 'configuration-asked':
        configurationAsked = true;
        return;
      case 'pull-announced':
        pullAnnounced = true;
        return;
      case 'pull-withdrawn':
        pullAnnounced = false;
        return;
      case 'progress-begin':
        if (rules.ignoredProgress.some((text) => event.token.includes(text) || event.title.includes(text)))
          return;
        openProgress.set(event.token, event.title);
        lastActivityAt = event.at;
        if (mode() === 'pull' && pullRule().progress === 'voids') voidAnswers(event.at, false);
        return;
      case 'progress-end':
        if (!openProgress.delete(event.token)) return;
        lastActivityAt = event.at;
        rest.reset();
        return;
      case 'rest':
        rest.add(event.at, event.rest);
        return;
      case 'heard':
        return;
      case 'lost':
        fault ??= event.fault;
        return;
      case 'interrupted':
        fault ??= { reason: 'interrupted', detail: `interrupted while ${rules.server} was at work` };
    }
  };

  /** The settlement that the evidence so far allows, or undefined. */
  const proven = (state: DocumentState, now: number): CellOutcome | undefined => {
    const settled = (via: Evidence, diagnostics: readonly ServerDiagnostic[]) =>
      settlement(via, state.document.contentHash, diagnostics);
    const { published, ask } = state;
    switch (mode()) {
      case 'pull':
        if (ask.kind !== 'answered' || progressHolds()) return undefined;
        return settled('pull', mergeDiagnostics(ask.diagnostics ?? [], published?.diagnostics ?? []));
      case 'barrier':
        if (ask.kind !== 'answered') return undefined;
        if (ask.diagnostics !== undefined) return settled('barrier', ask.diagnostics);
        return published === undefined ? undefined : settled('barrier', published.diagnostics);
      case 'nudge':
        if (!state.nudged || published?.version !== state.version) return undefined;
        return settled('push-versioned', published.diagnostics);
      case 'versioned':
        return published?.version === state.version
          ? settled('push-versioned', published.diagnostics)
          : undefined;
      case 'push': {
        if (published === undefined) return undefined;
        const settledTogether = allPushedAt !== undefined;
        // At the deadline what is proven for one file is kept, although another file is still silent.
        const settledAlone =
          now >= rules.deadlineAt &&
          openProgress.size === 0 &&
          now - published.at >= rules.quietPeriodMs &&
          restful(now);
        if (!settledTogether && !settledAlone) return undefined;
        return settled(rules.observable ? 'push-idle' : 'push-quiet', published.diagnostics);
      }
    }
  };

  const gaveUp = (state: DocumentState, cause: UnknownCause): CellOutcome => ({
    kind: 'gave-up',
    cause,
    provisional: mergeDiagnostics(
      state.ask.kind === 'answered' ? (state.ask.diagnostics ?? []) : (state.unconfirmed ?? []),
      state.published?.diagnostics ?? [],
    ),
  });

  const outcome = (path: RepoPath, now: number): CellOutcome | undefined => {
    const state = states.get(path);
    if (state === undefined) return undefined;
    const evidence = proven(state, now);
    if (evidence !== undefined) return evidence;
    if (fault !== undefined) return gaveUp(state, fault);
    if (asks() && state.ask.kind === 'failed') return gaveUp(state, state.ask.cause);
    if (mode() === 'barrier' && state.ask.kind === 'answered') {
      return gaveUp(state, {
        reason: 'no-publish',
        detail: `${rules.server} answered but published nothing for this file`,
      });
    }
    if (hung && asks() && state.ask.kind === 'in-flight') return gaveUp(state, hungCause(rules));
    if (now < rules.deadlineAt) return undefined;
    return gaveUp(
      state,
      causeAtDeadline(rules, {
        asks: asks(),
        published: state.published !== undefined,
        openProgress: progressHolds() ? [...openProgress.values()] : undefined,
        atRest: restful(now),
      }),
    );
  };

  const allPublished = () => [...states.values()].every((state) => state.published !== undefined);

  /** Publishes alone: everything published, nothing open, quiet, and the tree at rest. */
  const checkAllPushed = (now: number): void => {
    if (mode() !== 'push' || allPushedAt !== undefined) return;
    const quiet = now - lastActivityAt >= rules.quietPeriodMs;
    if (quiet && openProgress.size === 0 && restful(now) && allPublished()) allPushedAt = now;
  };

  const checkHung = (now: number): void => {
    if (now - lastHeardAt >= rules.requestTimeoutMs && restful(now)) hung = true;
  };

  const next = (now: number): SettleStep => {
    checkAllPushed(now);
    checkHung(now);
    const ask: RepoPath[] = [];
    const nudge: RepoPath[] = [];
    let done = true;
    let sample = false;
    let wakeAt = rules.deadlineAt;
    const wakeBy = (at: number) => {
      wakeAt = Math.min(wakeAt, at);
    };
    const sampleEvery = (ms: number) => {
      if (!rules.observable) return;
      sample = true;
      wakeBy(now + ms);
    };
    const nudgeNow = mode() === 'nudge' && allPublished();
    for (const [path, state] of states) {
      if (outcome(path, now) !== undefined) continue;
      done = false;
      if (nudgeNow && !state.nudged) nudge.push(path);
      if (!asks()) continue;
      if (state.ask.kind === 'in-flight') {
        const silentFrom = lastHeardAt + rules.requestTimeoutMs;
        if (now >= silentFrom) sampleEvery(sampleHungEveryMs);
        else wakeBy(silentFrom);
      } else if (state.ask.kind === 'due') {
        const at = Math.max(state.ask.at, heldUntil(state));
        const awaitsRest = state.unconfirmed !== undefined && !restful(now);
        if (awaitsRest && !progressHolds()) sampleEvery(sampleEveryMs);
        if (at > now) wakeBy(at);
        else if (!awaitsRest) ask.push(path);
      }
    }
    if (mode() === 'push' && !done && openProgress.size === 0) {
      if (allPublished()) {
        sampleEvery(sampleEveryMs);
        wakeBy(Math.max(now + 1, lastActivityAt + rules.quietPeriodMs));
      } else if (now >= rules.deadlineAt - rules.quietPeriodMs * 3) {
        sampleEvery(sampleEveryMs);
      } else {
        wakeBy(rules.deadlineAt - rules.quietPeriodMs * 3);
      }
    }
    return { ask, nudge, sample, done, wakeAt };
  };

  /** Until when a due question is held back: open loading work (until its end), or a configuration request that may come. */
  const heldUntil = (state: DocumentState): number => {
    if (mode() !== 'pull') return 0;
    if (progressHolds()) return Number.POSITIVE_INFINITY;
    if (pullRule().afterConfiguration && !configurationAsked) return state.openedAt + configurationGraceMs;
    return 0;
  };

  return { apply, next, outcome };
}

function freshState(document: SettleDocument): DocumentState {
  return {
    document,
    version: 1,
    openedAt: 0,
    published: undefined,
    ask: { kind: 'due', at: Number.POSITIVE_INFINITY },
    retries: 0,
    unconfirmed: undefined,
    nudged: false,
  };
}

function backOffMs(attempt: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 10));
}
