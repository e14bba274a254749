// Starts that failed, kept for a while: a server that cannot start is not started again for each call, and each call is told why.
// One that died before it was ready may be tried once more at once, as in a run. Never the command line: it can hold credentials.

import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';

export interface FailedStart {
  readonly plan: PlannedSession;
  readonly hash: string;
  readonly fault: Fault;
  readonly at: number;
  /** How often it failed one after the other. */
  readonly times: number;
}

export interface FailedStarts {
  add(key: string, failure: Omit<FailedStart, 'at' | 'times'>): void;
  /** Undefined when it may be tried: it never failed, long ago, or with another entry. */
  faultOf(key: string, hash: string): Fault | undefined;
  forget(isMeant: (plan: PlannedSession) => boolean): void;
  list(): readonly FailedStart[];
}

const keptMs = 30_000;

export function createFailedStarts(clock: Clock): FailedStarts {
  const failures = new Map<string, FailedStart>();
  return {
    add(key, failure) {
      const before = failures.get(key);
      const times = before?.hash === failure.hash ? before.times + 1 : 1;
      failures.set(key, { ...failure, at: clock.now(), times });
    },
    faultOf(key, hash) {
      const failure = failures.get(key);
      if (failure === undefined) return undefined;
      const leftMs = failure.at + keptMs - clock.now();
      if (failure.hash === hash && leftMs > 0) {
        if (failure.fault.reason === 'exited' && failure.times === 1) return undefined;
        const detail = `${failure.fault.detail}; it is not tried again for ${Math.ceil(leftMs / 1000)} s`;
        return { ...failure.fault, detail };
      }
      failures.delete(key);
      return undefined;
    },
    forget(isMeant) {
      for (const [key, { plan }] of failures) if (isMeant(plan)) failures.delete(key);
    },
    list: () => [...failures.values()],
  };
}
