// A clock that stands still until a test moves it: time in unit tests is data.

import type { Clock } from '../../src/platform/clock.js';

export interface FakeClock extends Clock {
  /** Moves to `now + ms`, waking sleepers in the order of their times; what they start may sleep and wake within the same move. */
  advance(ms: number): Promise<void>;
  /** How many sleeps are pending. */
  sleepers(): number;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

export function fakeClock(startAt = 0): FakeClock {
  let time = startAt;
  let pending: readonly Sleeper[] = [];
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const wake = () => {
          pending = pending.filter((one) => one !== sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { wakeAt: time + Math.max(0, ms), wake };
        pending = [...pending, sleeper];
        signal?.addEventListener('abort', wake, { once: true });
      }),
    turn: settleMicrotasks,
    advance: async (ms) => {
      const end = time + ms;
      await settleMicrotasks();
      for (let next = earliest(pending, end); next; next = earliest(pending, end)) {
        time = Math.max(time, next.wakeAt);
        next.wake();
        await settleMicrotasks();
      }
      time = end;
    },
    sleepers: () => pending.length,
  };
}

function earliest(pending: readonly Sleeper[], end: number): Sleeper | undefined {
  return pending
    .filter((sleeper) => sleeper.wakeAt <= end)
    .sort((a, b) => a.wakeAt - b.wakeAt)
    .at(0);
}

/** Lets everything that is already due run: a macrotask turn empties the queue of promises. */
function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
