// The time of one call: so much of it while servers run, standing still while one starts, and never more than a hard bound in all.

import type { Clock } from '../platform/clock.js';
import type { CallBudget } from './server-handle.js';

export interface BudgetRequest {
  readonly clock: Clock;
  readonly ms: number;
  /** With all pauses. */
  readonly hardMs: number;
  /** The caller's: aborted when it withdraws. */
  readonly signal: AbortSignal;
}

export interface EndingBudget extends CallBudget {
  /** The call is over: no timer is left. */
  end(): void;
}

export function callBudget({ clock, ms, hardMs, signal }: BudgetRequest): EndingBudget {
  const over = new AbortController();
  const ended = new AbortController();
  let expired = false;
  let leftMs = ms;
  let pauses = 0;
  let since = clock.now();
  let running: AbortController | undefined;

  const expire = () => {
    if (ended.signal.aborted) return;
    expired = true;
    over.abort();
  };
  const sleep = (lengthMs: number, until: AbortSignal) =>
    clock.sleep(lengthMs, until).then(() => {
      if (!until.aborted) expire();
    });
  const run = () => {
    since = clock.now();
    running = new AbortController();
    void sleep(leftMs, running.signal);
  };
  const withdraw = () => over.abort();
  if (signal.aborted) withdraw();
  signal.addEventListener('abort', withdraw, { once: true });
  void sleep(hardMs, ended.signal);
  run();

  return {
    signal: over.signal,
    expired: () => expired,
    pause() {
      pauses += 1;
      if (pauses === 1) {
        running?.abort();
        leftMs -= clock.now() - since;
      }
      let resumed = false;
      return () => {
        if (resumed) return;
        resumed = true;
        pauses -= 1;
        if (pauses === 0 && !ended.signal.aborted) run();
      };
    },
    end() {
      running?.abort();
      ended.abort();
      signal.removeEventListener('abort', withdraw);
    },
  };
}
