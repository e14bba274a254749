// Several servers, one question: asked in the order in which they are declared, and the first that has something is taken.
// What came of all of them becomes the answer's note. Knows nothing of what is asked.

import type { ServerHandle } from '../engine/server-handle.js';
import { assertNever, type RepoPath } from '../model/base.js';
import { capabilityFor } from '../session/provisions.js';
import type { ServerSession } from '../session/server-session.js';
import type { Call } from './ground.js';
import { type Answer, answer, type ServerWarning } from './note.js';
import { type Requested, request } from './request.js';

/** What one server gave. `empty` is a real answer; `indexing`: the titles of what it says it is still doing. */
export type Reply<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'empty'; readonly indexing: readonly string[] }
  | { readonly kind: 'unsupported'; readonly method: string }
  | { readonly kind: 'failed'; readonly warning: ServerWarning };

export interface Heard<T> {
  readonly server: string;
  readonly reply: Reply<T>;
}

/** Stops at the first server that has something. */
export async function askInOrder<T>(
  handles: readonly ServerHandle[],
  ask: (handle: ServerHandle) => Promise<Reply<T>>,
): Promise<readonly Heard<T>[]> {
  const heard: Heard<T>[] = [];
  for (const handle of handles) {
    const reply = await ask(handle);
    heard.push({ server: handle.name, reply });
    if (reply.kind === 'found') break;
  }
  return heard;
}

export function firstFound<T>(heard: readonly Heard<T>[]): { server: string; value: T } | undefined {
  for (const { server, reply } of heard) if (reply.kind === 'found') return { server, value: reply.value };
  return undefined;
}

/** The work with the server's session, its files open; where there is no session, why. */
export async function askSession<T>(
  handle: ServerHandle,
  open: readonly RepoPath[],
  call: Call,
  work: (session: ServerSession) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const asked = await handle.ask({ open, budget: call.budget }, work);
  if (asked.kind === 'answered') return asked.value;
  const { reason, detail, hint } = asked.fault;
  const warning = { server: handle.name, reason, message: detail, ...(hint !== undefined && { hint }) };
  return { kind: 'failed', warning };
}

/** One request, if the server offers it; `read` makes a reply of its result. */
export async function ask<T>(
  session: ServerSession,
  method: string,
  params: unknown,
  call: Call,
  read: (result: unknown) => Reply<T> | Promise<Reply<T>>,
): Promise<Reply<T>> {
  if (!session.offers(method)) return { kind: 'unsupported', method };
  const requested: Requested = await request(session, method, params, call);
  return requested.kind === 'failed' ? requested : read(requested.result);
}

export function empty(session: ServerSession): Reply<never> {
  return { kind: 'empty', indexing: session.openProgress };
}

/** @param subject what was looked for, as it goes after "No": `symbol "foo"` */
export function noteFor(heard: readonly Heard<unknown>[], subject: string): Answer {
  const warnings = heard.flatMap(({ reply }) => (reply.kind === 'failed' ? [reply.warning] : []));
  const of = (kind: Reply<unknown>['kind']) => heard.filter(({ reply }) => reply.kind === kind);
  const names = (list: readonly Heard<unknown>[]) =>
    [...new Set(list.map(({ server }) => server))].join(', ');
  const failed = of('failed');
  const found = of('found');
  const none = of('empty');
  if (found.length > 0 && failed.length === 0) return answer('ok', `Found by ${names(found)}.`);
  if (found.length > 0)
    return answer('partial', `Partial result — ${names(failed)} failed; found by ${names(found)}.`, warnings);
  if (failed.length > 0 && none.length > 0) {
    const message = `Partial result — ${names(failed)} failed; ${names(none)} found no ${subject}.`;
    return answer('partial', message, warnings);
  }
  if (failed.length > 0) {
    const message = `Request failed (this is not a "no matches" result): ${names(failed)} could not be asked.`;
    return answer('request-failed', message, warnings);
  }
  if (none.length > 0) return nothingFound(none, subject, names(none));
  if (heard.length > 0) return answer('unsupported', lacks(heard, names(heard)));
  return answer('no-server', 'No configured server handles this.');
}

function nothingFound(none: readonly Heard<unknown>[], subject: string, servers: string): Answer {
  const busy = none.flatMap(({ server, reply }) =>
    reply.kind === 'empty' && reply.indexing.length > 0 ? [{ server, reply }] : [],
  );
  const first = busy[0];
  if (first === undefined) return answer('no-matches', `No ${subject} found; asked ${servers}.`);
  const doing = first.reply.indexing.filter((title) => title !== '').join(', ');
  const message = `No ${subject} found yet: ${first.server} may still be indexing${doing === '' ? '' : ` (${doing})`}; ask again.`;
  return answer('maybe-indexing', message);
}

function lacks(heard: readonly Heard<unknown>[], servers: string): string {
  const methods = heard.flatMap(({ reply }) => {
    switch (reply.kind) {
      case 'unsupported':
        return [capabilityFor(reply.method) ?? reply.method];
      case 'found':
      case 'empty':
      case 'failed':
        return [];
      default:
        return assertNever(reply);
    }
  });
  return `Not supported: ${servers} has no ${[...new Set(methods)].join(', ')}.`;
}
