// One request to one server within the time of its call. What a server takes back is asked again, a moment later; a call that
// ends cancels its request. An error, a silence and a lost connection are warnings with their reason, never an empty answer.

import { formatDuration } from '../model/duration.js';
import { field } from '../session/document-text.js';
import { quoted } from '../session/faults.js';
import type { ServerSession } from '../session/server-session.js';
import type { Call } from './ground.js';
import type { ServerWarning } from './note.js';

export type Requested =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly warning: ServerWarning };

/** Waited before the second, third and fourth try. */
const backOffMs = [100, 200, 400] as const;

export async function request(
  session: ServerSession,
  method: string,
  params: unknown,
  call: Call,
): Promise<Requested> {
  const { name } = session.plan.definition;
  let waited = 0;
  for (;;) {
    const { outcome, timedOutMs } = await askOnce(session, method, params, call);
    if (outcome.kind === 'answer') return outcome;
    if (outcome.kind === 'lost')
      return { kind: 'failed', warning: silence(session, method, call, timedOutMs) };
    const pause = backOffMs[waited];
    const takenBack = isTakenBack(outcome);
    if (!takenBack || pause === undefined || call.budget.signal.aborted) {
      const what = `${name} ${takenBack ? 'kept taking back' : 'refused'} ${method}`;
      const message = `${what}: ${quoted(outcome.message)} (${outcome.code})`;
      return { kind: 'failed', warning: { server: name, reason: 'request-failed', message } };
    }
    waited += 1;
    await call.clock.sleep(pause, call.budget.signal);
  }
}

export function unreadable(session: ServerSession, method: string, what: string): ServerWarning {
  const server = session.plan.definition.name;
  return { server, reason: 'unreadable-answer', message: `${server} answered ${method} with ${what}` };
}

async function askOnce(session: ServerSession, method: string, params: unknown, call: Call) {
  const timeoutMs = session.plan.definition.requestTimeoutMs ?? call.requestTimeoutMs;
  const late = new AbortController();
  const done = new AbortController();
  void call.clock.sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) late.abort();
  });
  const signal = AbortSignal.any([call.budget.signal, late.signal]);
  const outcome = await session.request(method, params, signal);
  done.abort();
  return { outcome, timedOutMs: late.signal.aborted ? timeoutMs : undefined };
}

/** ContentModified and RequestCancelled always, ServerCancelled unless it says otherwise (LSP 3.17). */
function isTakenBack({ code, data }: { readonly code: number; readonly data: unknown }): boolean {
  if (code === -32801 || code === -32800) return true;
  return code === -32802 && field(data, 'retriggerRequest') !== false;
}

function silence(
  session: ServerSession,
  method: string,
  { budget }: Call,
  timedOutMs: number | undefined,
): ServerWarning {
  const server = session.plan.definition.name;
  if (budget.signal.aborted && !budget.expired())
    return { server, reason: 'interrupted', message: `the call was cancelled while ${server} was asked` };
  if (budget.signal.aborted)
    return {
      server,
      reason: 'deadline',
      message: `${server} did not answer ${method} in the time of the call`,
    };
  if (timedOutMs !== undefined) {
    const message = `${server} did not answer ${method} within ${formatDuration(timedOutMs)}`;
    return { server, reason: 'deadline', message };
  }
  const fault = session.lost;
  return fault === undefined
    ? { server, reason: 'exited', message: `${server} went away while it was asked` }
    : { server, reason: fault.reason, message: fault.detail };
}
