// A signal that comes at an instant of the clock, or with another signal, whichever is first.

import type { Clock } from '../platform/clock.js';

export interface TimeLimit {
  readonly signal: AbortSignal;
  /** It is no longer waited for: nothing is left that could hold the process. */
  end(): void;
}

/** @param at an instant, or Infinity */
export function timeLimit(clock: Clock, at: number, other: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const ended = new AbortController();
  const pass = () => limit.abort(other.reason);
  if (other.aborted) pass();
  other.addEventListener('abort', pass, { once: true });
  if (at < Number.POSITIVE_INFINITY)
    void clock.sleep(Math.max(0, at - clock.now()), ended.signal).then(() => {
      if (!ended.signal.aborted) limit.abort();
    });
  return {
    signal: limit.signal,
    end: () => {
      other.removeEventListener('abort', pass);
      ended.abort();
    },
  };
}
