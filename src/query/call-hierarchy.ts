// get_call_hierarchy: who calls a function, or what it calls, one level deep.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askInOrder, askSession, empty, firstFound, noteFor, type Reply } from './ask-in-order.js';
import { uriIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { type PlaceInput, placesMeant, whyNoPlace } from './hover.js';
import { type LinesOf, type Location, lineReader, readLocation } from './locations.js';
import { type Answer, answer } from './note.js';
import { type Span, serverPlace, spanOf } from './positions.js';
import { request, unreadable } from './request.js';
import { kindName } from './symbol-kinds.js';
import { aimAt, type FileName } from './target-file.js';

export interface CallHierarchyInput extends PlaceInput {
  /** Default incoming. */
  readonly direction?: 'incoming' | 'outgoing';
}

export interface CallItem extends Location {
  readonly name: string;
  readonly kind: number;
  readonly kind_name: string;
  readonly detail?: string;
}

export interface CallSite {
  readonly range: Span;
  readonly line_1based: number;
}

export interface FoundCall {
  /** The caller, or what is called. */
  readonly item: CallItem;
  /** Where the calls stand: in the caller's file, whoever that is. */
  readonly call_sites: readonly CallSite[];
}

export interface CallHierarchyAnswer extends Answer {
  readonly file?: FileName;
  readonly server?: string;
  readonly direction: 'incoming' | 'outgoing';
  /** What stands at the place. */
  readonly roots: readonly CallItem[];
  readonly calls: readonly FoundCall[];
}

const prepare = 'textDocument/prepareCallHierarchy';

export async function getCallHierarchy(input: CallHierarchyInput, call: Call): Promise<CallHierarchyAnswer> {
  const direction = input.direction ?? 'incoming';
  const nothing = { direction, roots: [], calls: [] };
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return { ...aim.answer, ...nothing };
  const { file, handles } = aim;
  const wrong = whyNoPlace(input);
  if (wrong !== undefined) return { ...answer('refused', wrong), file, ...nothing };
  const heard = await askInOrder(handles, (handle) =>
    askSession(handle, [file.path], call, (session) => callsIn(session, input, direction, file.path, call)),
  );
  const found = firstFound(heard);
  const subject = found === undefined ? 'function at this place' : `${direction} calls`;
  const note = noteFor(heard, subject);
  if (found === undefined) return { ...note, file, ...nothing };
  const { roots, calls } = found.value;
  const message =
    calls.length === 0
      ? `No ${direction} calls of ${roots.map(({ name }) => name).join(', ')} found.`
      : note.message;
  const kind = calls.length === 0 && note.note === 'ok' ? 'no-matches' : note.note;
  return { ...note, note: kind, message, file, server: found.server, direction, roots, calls };
}

interface CallsFound {
  readonly roots: readonly CallItem[];
  readonly calls: readonly FoundCall[];
}

async function callsIn(
  session: ServerSession,
  input: CallHierarchyInput,
  direction: 'incoming' | 'outgoing',
  path: RepoPath,
  call: Call,
): Promise<Reply<CallsFound>> {
  if (!session.offers(prepare)) return { kind: 'unsupported', method: prepare };
  const lines = session.linesOf(path);
  for (const place of await placesMeant(input, session, path, call)) {
    const position = serverPlace(place, lines, session.facts.encoding);
    const params = { textDocument: { uri: uriIn(session, path) }, position };
    const reply = await ask<CallsFound>(session, prepare, params, call, (result) => {
      if (result === null) return empty(session);
      const items: readonly unknown[] = Array.isArray(result) ? result : [result];
      return items.length === 0 ? empty(session) : callsOf(items, direction, session, call);
    });
    if (reply.kind !== 'empty') return reply;
  }
  return empty(session);
}

async function callsOf(
  items: readonly unknown[],
  direction: 'incoming' | 'outgoing',
  session: ServerSession,
  call: Call,
): Promise<Reply<CallsFound>> {
  const linesOf = lineReader(session, call);
  const method = `callHierarchy/${direction}Calls`;
  const roots: CallItem[] = [];
  const calls: FoundCall[] = [];
  for (const raw of items) {
    const root = await readItem(session, raw, linesOf, call);
    if (root === undefined)
      return { kind: 'failed', warning: unreadable(session, prepare, 'something that is no function') };
    roots.push(root);
    const requested = await request(session, method, { item: raw }, call);
    if (requested.kind === 'failed') return requested;
    if (requested.result === null) continue;
    if (!Array.isArray(requested.result))
      return { kind: 'failed', warning: unreadable(session, method, 'something that is no list of calls') };
    for (const found of requested.result) {
      const other = field(found, direction === 'incoming' ? 'from' : 'to');
      const item = await readItem(session, other, linesOf, call);
      if (item === undefined)
        return { kind: 'failed', warning: unreadable(session, method, 'a call that names nobody') };
      const inFile = direction === 'incoming' ? item : root;
      calls.push({ item, call_sites: await sitesOf(found, inFile, linesOf, session) });
    }
  }
  calls.sort((a, b) => compareText(a.item.path, b.item.path) || a.item.line_1based - b.item.line_1based);
  return { kind: 'found', value: { roots, calls } };
}

async function sitesOf(
  found: unknown,
  { path, outside_root }: CallItem,
  linesOf: LinesOf,
  session: ServerSession,
): Promise<readonly CallSite[]> {
  const ranges = field(found, 'fromRanges');
  const lines = outside_root ? undefined : await linesOf(path as RepoPath);
  const sites = (Array.isArray(ranges) ? ranges : []).map((raw: unknown): CallSite => {
    const { span } = spanOf(raw, lines, session.facts.encoding);
    return { range: span, line_1based: span.start.line + 1 };
  });
  // pyright 1.1.414 names each place twice.
  return [...new Map(sites.map((site) => [JSON.stringify(site), site])).values()];
}

async function readItem(
  session: ServerSession,
  raw: unknown,
  linesOf: LinesOf,
  call: Call,
): Promise<CallItem | undefined> {
  const name = field(raw, 'name');
  const kind = field(raw, 'kind');
  const range = field(raw, 'selectionRange') ?? field(raw, 'range');
  const location = await readLocation(session, { uri: field(raw, 'uri'), range }, linesOf, call);
  if (typeof name !== 'string' || typeof kind !== 'number' || location === undefined) return undefined;
  const detail = field(raw, 'detail');
  const { inside: _, ...place } = location;
  const more = typeof detail === 'string' && detail !== '' ? { detail } : {};
  return { name, kind, kind_name: kindName(kind), ...more, ...place };
}
