// The questions of a search for dependents: each ends as an answer, or as the reason why there is none, in bounded time.
// What a server refuses is never an empty list.

import type { CollectOptions } from '../collect/collector.js';
import { assertNever } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { RequestOutcome } from '../session/connection.js';
import { quoted } from '../session/faults.js';
import type { ServerSession } from '../session/server-session.js';

export type Asked =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  | { readonly kind: 'failed'; readonly cause: UnknownCause };

export interface Asker {
  /** `what`: a noun for people. */
  ask(what: string, send: (signal: AbortSignal) => Promise<RequestOutcome>): Promise<Asked>;
  /** The reason why nothing can be asked any more; undefined while it can. */
  over(): UnknownCause | undefined;
}

type AskOptions = Pick<CollectOptions, 'clock' | 'deadlineAt' | 'signal' | 'requestTimeoutMs'>;

/** Looks at the process tree, one after the other, before a silent server is given up. */
const looks = 6;
const lookEveryMs = 20;
/** ContentModified, RequestCancelled, ServerCancelled (LSP 3.17): worth asking again. */
const worthAnother: ReadonlySet<number> = new Set([-32801, -32800, -32802]);
const mostTries = 4;
const lossToldWithinMs = 3000;

export function createAsker(session: ServerSession, options: AskOptions): Asker {
  const { clock, deadlineAt, signal } = options;
  const { name, requestTimeoutMs } = session.plan.definition;
  const patienceMs = requestTimeoutMs ?? options.requestTimeoutMs;

  const over = (): UnknownCause | undefined => {
    if (session.lost !== undefined) return session.lost;
    if (signal.aborted)
      return {
        reason: 'interrupted',
        detail: `interrupted while ${name} looked for what depends on the change`,
      };
    if (clock.now() < deadlineAt) return undefined;
    const detail = `the deadline came before ${name} had named all that depends on the change`;
    return { reason: 'deadline', detail };
  };

  /** A server that works may take its time; one that is at rest and has not answered never will. */
  const hangs = async (stop: AbortSignal): Promise<boolean> => {
    const look = session.tree.watch();
    for (let count = 0; count < looks; count += 1) {
      if (look() === 'busy' && count > 0) return false;
      await clock.sleep(lookEveryMs, stop);
    }
    return !stop.aborted;
  };

  const read = async (outcome: RequestOutcome): Promise<Asked> => {
    switch (outcome.kind) {
      case 'answer':
        return { kind: 'answer', result: outcome.result };
      case 'error':
        return { kind: 'refused', code: outcome.code, message: outcome.message };
      case 'lost':
        return { kind: 'failed', cause: over() ?? (await lossOf(session, clock)) };
      default:
        return assertNever(outcome);
    }
  };

  const once = async (
    what: string,
    send: (signal: AbortSignal) => Promise<RequestOutcome>,
  ): Promise<Asked> => {
    const stop = new AbortController();
    const end = () => stop.abort();
    signal.addEventListener('abort', end, { once: true });
    const answered = send(stop.signal);
    void answered.then(end);
    try {
      for (;;) {
        const early = over();
        if (early !== undefined) return { kind: 'failed', cause: early };
        const outcome = await Promise.race([
          answered,
          clock.sleep(Math.min(patienceMs, deadlineAt - clock.now()), stop.signal).then(() => undefined),
        ]);
        if (outcome !== undefined || stop.signal.aborted) return read(await answered);
        if (over() === undefined && (await hangs(stop.signal))) {
          const detail = `${name} is at rest and has not answered when asked for ${what}`;
          return { kind: 'failed', cause: { reason: 'still-busy', detail, hint: 'raise --request-timeout' } };
        }
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  };

  return {
    over,
    ask: async (what, send) => {
      for (let tries = 1; ; tries += 1) {
        const asked = await once(what, send);
        if (asked.kind !== 'refused' || !worthAnother.has(asked.code) || tries >= mostTries) return asked;
      }
    },
  };
}

/** Why a connection is gone is told a moment after it is seen: a process takes its time to end. */
async function lossOf(session: ServerSession, clock: CollectOptions['clock']): Promise<UnknownCause> {
  const told = new AbortController();
  const unsubscribe = session.subscribe(({ kind }) => {
    if (kind === 'lost') told.abort();
  });
  await clock.sleep(lossToldWithinMs, told.signal);
  unsubscribe();
  const { name } = session.plan.definition;
  return session.lost ?? { reason: 'exited', detail: `${name} closed the connection` };
}

/** A refusal where an answer was needed. */
export function refusal(
  server: string,
  what: string,
  { code, message }: { code: number; message: string },
): UnknownCause {
  return { reason: 'pull-failed', detail: `${server} refused to name ${what}: ${quoted(message)} (${code})` };
}
