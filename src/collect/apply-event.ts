// One event into the state. Only records; what it proves is decided in `settle`.

import { assertNever } from '../model/base.js';
import { mergeDiagnostics, sameDiagnostics } from './merge-diagnostics.js';
import type { SettleEvent } from './settle-event.js';
import {
  backOffMs,
  type DocumentState,
  modeOf,
  type Published,
  progressHolds,
  pullRuleOf,
  type SettleState,
} from './settle-state.js';

export function applyEvent(state: SettleState, event: SettleEvent): void {
  if (event.kind !== 'rest' && event.kind !== 'asked') state.lastHeardAt = event.at;
  const document = 'path' in event ? state.documents.get(event.path) : undefined;
  switch (event.kind) {
    case 'opened':
      state.lastActivityAt = event.at;
      if (document) {
        document.openedAt = event.at;
        document.version = event.version;
        document.ask = { kind: 'due', at: event.at };
      }
      return;
    case 'publish':
      if (document) takePublish(state, document, event);
      return;
    case 'asked':
      if (document) document.ask = { kind: 'in-flight', stale: false };
      return;
    case 'answered':
      if (document?.ask.kind === 'in-flight') takeAnswer(state, document, event, document.ask.stale);
      return;
    case 'ask-again':
      if (document?.ask.kind !== 'in-flight') return;
      document.retries += 1;
      document.ask = { kind: 'due', at: event.at + backOffMs(document.retries) };
      return;
    case 'ask-failed':
      if (document?.ask.kind === 'in-flight') document.ask = { kind: 'failed', cause: event.cause };
      return;
    case 'nudged':
      if (!document) return;
      document.version = event.version;
      document.nudged = true;
      return;
    case 'refresh':
      if (modeOf(state) === 'pull' && pullRuleOf(state).refresh === 'voids')
        voidAnswers(state, event.at, true);
      return;
    case 'configuration-asked':
      state.configurationAsked = true;
      return;
    case 'pull-announced':
      state.pullAnnounced = true;
      return;
    case 'pull-withdrawn':
      state.pullAnnounced = false;
      return;
    case 'progress-begin':
      if (
        state.rules.ignoredProgress.some((text) => event.token.includes(text) || event.title.includes(text))
      ) {
        return;
      }
      state.openProgress.set(event.token, event.title);
      state.lastActivityAt = event.at;
      if (modeOf(state) === 'pull' && pullRuleOf(state).progress === 'voids')
        voidAnswers(state, event.at, false);
      return;
    case 'progress-end': {
      const title = state.openProgress.get(event.token);
      if (title === undefined) return;
      state.openProgress.delete(event.token);
      const awaited = pullRuleOf(state).afterWork;
      if (awaited !== undefined && (title.includes(awaited) || event.token.includes(awaited)))
        state.workEnded = true;
      state.lastActivityAt = event.at;
      state.rest.reset();
      return;
    }
    case 'quiescence':
      state.quiescent = event.quiescent;
      if (event.quiescent && event.failure !== undefined) {
        state.fault ??= { reason: 'infra', detail: `${state.rules.server} said: ${event.failure}` };
      }
      return;
    case 'doubted':
      if (document) document.doubt ??= event.cause;
      return;
    case 'torn':
      state.torn = event.torn;
      return;
    case 'rest':
      state.lookedAt = event.at;
      state.rest.add(event.at, event.rest);
      return;
    case 'heard':
      // A server that waits for us to read it looks like one at rest. Where rest cannot be seen, only silence is quiet.
      state.rest.reset();
      if (!state.rules.observable) state.lastActivityAt = event.at;
      return;
    case 'lost':
      state.fault ??= event.fault;
      return;
    case 'interrupted':
      state.fault ??= {
        reason: 'interrupted',
        detail: `interrupted while ${state.rules.server} was at work`,
      };
      return;
    default:
      assertNever(event);
  }
}

function takePublish(
  state: SettleState,
  document: DocumentState,
  event: Extract<SettleEvent, { kind: 'publish' }>,
): void {
  // A constant or absent version after the only open is this text's; a lower one than we sent is an older text's.
  if (document.version > 1 && event.version !== undefined && event.version < document.version) return;
  const { version, diagnostics } = isSinking(document, event)
    ? {
        ...document.published,
        diagnostics: mergeDiagnostics(document.published.diagnostics, event.diagnostics),
      }
    : event;
  document.published = { at: event.at, version, diagnostics };
  document.silent = false;
  state.lastActivityAt = event.at;
  state.rest.reset();
}

/** Of one text there are no older versions: two lists under sinking versions contradict each other, and neither is lost. */
function isSinking(
  document: DocumentState,
  event: Extract<SettleEvent, { kind: 'publish' }>,
): document is DocumentState & { published: Published } {
  const before = document.published?.version;
  return before !== undefined && event.version !== undefined && event.version < before;
}

function takeAnswer(
  state: SettleState,
  document: DocumentState,
  event: Extract<SettleEvent, { kind: 'answered' }>,
  stale: boolean,
): void {
  if (event.diagnostics !== undefined) document.lastAnswer = event.diagnostics;
  if (stale || progressHolds(state)) {
    document.unconfirmed = undefined;
    document.ask = { kind: 'due', at: event.at + backOffMs(Math.max(1, state.voids)) };
    return;
  }
  const mustConfirm = state.rules.rule.kind === 'auto' && modeOf(state) === 'pull';
  if (mustConfirm && event.diagnostics !== undefined) {
    const confirmed =
      document.unconfirmed !== undefined && sameDiagnostics(document.unconfirmed, event.diagnostics);
    document.unconfirmed = event.diagnostics;
    if (!confirmed) {
      document.ask = { kind: 'due', at: event.at + state.rules.quietPeriodMs };
      state.rest.reset();
      return;
    }
  }
  document.ask = { kind: 'answered', diagnostics: event.diagnostics };
}

/**
 * A refresh voids also what is under way. Loading work does not: an answer that comes after its end has seen it,
 * and a server that reports each question as work would otherwise never be done.
 */
function voidAnswers(state: SettleState, at: number, underWayToo: boolean): void {
  state.voids += 1;
  for (const document of state.documents.values()) {
    if (document.ask.kind === 'in-flight') {
      if (underWayToo) document.ask = { kind: 'in-flight', stale: true };
      continue;
    }
    document.unconfirmed = undefined;
    if (document.ask.kind === 'answered') document.ask = { kind: 'due', at: at + backOffMs(state.voids) };
  }
}
