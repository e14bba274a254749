// Starts that failed, kept for a while: a server that cannot start is not started again for each call, and each call is told why.
// Never the command line: it can hold credentials.

import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';

export interface FailedStart {
  readonly plan: PlannedSession;
  readonly hash: string;
  readonly fault: Fault;
  readonly at: number;
}

export interface FailedStarts {
  add(key: string, failure: Omit<FailedStart, 'at'>): void;
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
      failures.set(key, { ...failure, at: clock.now() });
    },
    faultOf(key, hash) {
      const failure = failures.get(key);
      if (failure === undefined) return undefined;
      const leftMs = failure.at + keptMs - clock.now();
      if (failure.hash === hash && leftMs > 0) {
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
