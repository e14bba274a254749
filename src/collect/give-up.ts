// The sentences for a document that ended without evidence. What was missing decides the reason.

import { formatDuration } from '../model/duration.js';
import type { UnknownCause } from '../model/fault.js';
import type { SettleRules } from './settle-event.js';
import { silenceMsOf } from './silence.js';

export interface StandAtDeadline {
  readonly asks: boolean;
  readonly published: boolean;
  /** Titles of the work that holds settling back, if any. */
  readonly openProgress: readonly string[] | undefined;
  /** The server has begun a message and not ended it. */
  readonly torn: boolean;
  readonly atRest: boolean;
}

export function causeAtDeadline(rules: SettleRules, stand: StandAtDeadline): UnknownCause {
  const { server } = rules;
  const deadline = 'when the deadline came';
  if (stand.torn)
    return { reason: 'protocol-error', detail: `${server} had sent only a part of a message ${deadline}` };
  if (stand.openProgress !== undefined) {
    const title = stand.openProgress.find((text) => text !== '');
    return {
      reason: 'still-busy',
      detail: `${server} still had work in progress${title === undefined ? '' : ` (${JSON.stringify(title)})`} ${deadline}`,
    };
  }
  if (stand.asks) return { reason: 'deadline', detail: `${server} had not answered ${deadline}` };
  if (!stand.published)
    return { reason: 'no-publish', detail: `${server} had published nothing for this file ${deadline}` };
  if (!stand.atRest)
    return {
      reason: 'still-busy',
      detail: `${server} had published, but its processes were still busy ${deadline}`,
    };
  return {
    reason: 'deadline',
    detail: `${server} had published, but without the evidence that it is its last word ${deadline}`,
  };
}

export function hungCause(rules: SettleRules): UnknownCause {
  const atRest = rules.observable ? ', and its processes were at rest' : '';
  return {
    reason: 'pull-failed',
    detail: `${rules.server} gave no sign for ${formatDuration(rules.requestTimeoutMs)} while it was asked${atRest}`,
  };
}

/** @param published for another version of the text. */
export function silentCause(rules: SettleRules, published: boolean): UnknownCause {
  const what = published ? 'the last version of this file' : 'this file';
  const silence = `gave no sign for ${formatDuration(silenceMsOf(rules))} with its processes at rest`;
  return { reason: 'no-publish', detail: `${rules.server} published nothing for ${what}, and ${silence}` };
}
