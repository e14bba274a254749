// SIGINT and SIGTERM end a run early, with what is proven reported. The second one ends the process at once:
// the session room's reaper takes the servers with it.

import process from 'node:process';

export const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof exitCodes;

export interface Interruption {
  /** Aborted with the signal's name. */
  readonly signal: AbortSignal;
  readonly received: () => StopSignal | undefined;
  /** From here on signals do what they do by default. */
  readonly stopListening: () => void;
}

export function listenForSignals(): Interruption {
  const controller = new AbortController();
  let received: StopSignal | undefined;
  const handle = (signal: NodeJS.Signals) => {
    const name: StopSignal = signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
    if (received !== undefined) process.exit(exitCodes[name]);
    received = name;
    controller.abort(name);
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
  return {
    signal: controller.signal,
    received: () => received,
    stopListening: () => process.off('SIGINT', handle).off('SIGTERM', handle),
  };
}
