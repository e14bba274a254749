// When a publish that has not come will not come: nothing was heard of the server for as long as an answer may take, no work is
// open, and its processes are at rest; where it has said itself that it cannot judge the file, a quiet period does. Then the file
// is unknown; that silence makes it clean is not among the possible answers.

import type { SettleRules } from './settle-event.js';
import { asks, type DocumentState, modeOf, restful, type SettleState } from './settle-state.js';

/** Where rest cannot be seen a silent server may be at work: then only the deadline ends the wait. */
export function awaitsSign(state: SettleState): boolean {
  return state.rules.observable && !asks(state) && !state.torn && state.openProgress.size === 0;
}

export function silenceMsOf({ silenceMs, requestTimeoutMs }: SettleRules): number {
  return silenceMs ?? requestTimeoutMs;
}

/** From when on the silence is long. */
export function silentFrom(state: SettleState): number {
  const { lastHeardAt, rules } = state;
  return lastHeardAt + (asks(state) ? rules.requestTimeoutMs : silenceMsOf(rules));
}

/** Marks the documents that nothing more will come for. A publish that comes all the same takes the mark away. */
export function noteSilence(state: SettleState, now: number): void {
  if (asks(state) || state.torn || state.openProgress.size > 0 || !restful(state, now)) return;
  const isLong = awaitsSign(state) && now >= silentFrom(state);
  const isQuiet = now >= quietFrom(state);
  if (!isLong && !isQuiet) return;
  for (const document of state.documents.values()) {
    if (!lacksPublish(state, document)) continue;
    if (isLong || (isQuiet && document.doubt !== undefined)) document.silent = true;
  }
}

/** From when on a doubted document is given up; undefined where there is none to wait for. */
export function doubtEndsAt(state: SettleState): number | undefined {
  if (asks(state) || state.torn || state.openProgress.size > 0) return undefined;
  for (const document of state.documents.values()) {
    if (document.doubt !== undefined && !document.silent && lacksPublish(state, document))
      return quietFrom(state);
  }
  return undefined;
}

function quietFrom({ lastHeardAt, rules }: SettleState): number {
  return lastHeardAt + rules.quietPeriodMs;
}

function lacksPublish(state: SettleState, { published, version, nudged }: DocumentState): boolean {
  if (published === undefined) return true;
  switch (modeOf(state)) {
    case 'versioned':
      return published.version !== version;
    case 'nudge':
      return nudged && published.version !== version;
    default:
      return false;
  }
}
