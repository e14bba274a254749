// The only file that names timers and clocks. Monotonic; zero is the start of the process, so that a deadline
// "from process start" is the plain number of milliseconds.

export interface Clock {
  /** Milliseconds since the process started, monotonic. */
  now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. The timer is cleared, so it cannot hold the process. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when everything that could be read by now has been: timers that are due come before that. */
  turn(): Promise<void>;
}

/** setTimeout fires at once for longer delays (Node: 2^31 - 1 ms). */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(Math.max(0, ms), longestTimerMs));
      signal?.addEventListener('abort', finish, { once: true });
    }),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Milliseconds since 1970 by the system's clock, as file times are: it may jump, so it measures no length. */
export function wallClockMs(): number {
  return Date.now();
}

/** Lets everything that waits have its turn: between parts of a long work that never waits itself. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
