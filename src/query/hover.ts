// get_hover: what a server says about a place or a symbol, as text. It is data of the server's, not instructions.

import type { RepoPath } from '../model/base.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askInOrder, askSession, empty, firstFound, noteFor, type Reply } from './ask-in-order.js';
import { uriIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { spotsOf } from './locate-symbol.js';
import { parseNamePath } from './name-path.js';
import { type Answer, answer } from './note.js';
import { type Place, type Span, serverPlace, spanOf } from './positions.js';
import { unreadable } from './request.js';
import { aimAt, type FileName } from './target-file.js';

/** A place (`line` and `character`, 0-based, UTF-16), or a symbol by its name. */
export interface PlaceInput {
  readonly file_path: string;
  readonly line?: number;
  readonly character?: number;
  readonly symbol?: string;
}

export interface HoverAnswer extends Answer {
  readonly file?: FileName;
  readonly server?: string;
  /** Markdown or plain text, as `format` says. */
  readonly contents?: string;
  readonly format?: 'markdown' | 'plaintext';
  readonly range?: Span;
  readonly line_1based?: number;
}

const method = 'textDocument/hover';

export async function getHover(input: PlaceInput, call: Call): Promise<HoverAnswer> {
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return aim.answer;
  const { file, handles } = aim;
  const wrong = whyNoPlace(input);
  if (wrong !== undefined) return { ...answer('refused', wrong), file };
  const heard = await askInOrder(handles, (handle) =>
    askSession(handle, [file.path], call, (session) => hoverIn(session, input, file.path, call)),
  );
  const note = noteFor(heard, 'hover text');
  const found = firstFound(heard);
  return found === undefined ? { ...note, file } : { ...note, file, server: found.server, ...found.value };
}

/** Undefined when the input names a place. */
export function whyNoPlace({ line, character, symbol }: PlaceInput): string | undefined {
  const isCount = (value: number | undefined) => value !== undefined && Number.isInteger(value) && value >= 0;
  if (symbol !== undefined && parseNamePath(symbol) !== undefined)
    return line === undefined || isCount(line) ? undefined : 'A line is a whole number from 0 on.';
  if (isCount(line) && isCount(character)) return undefined;
  return 'Give a place (line and character, from 0 on) or a symbol.';
}

/** The places that the input may mean, in the session's open file: one, or the spots of a symbol. */
export async function placesMeant(
  input: PlaceInput,
  session: ServerSession,
  path: RepoPath,
  call: Call,
): Promise<readonly Place[]> {
  const { line, character } = input;
  const query = input.symbol === undefined ? undefined : parseNamePath(input.symbol);
  if (query === undefined || (line !== undefined && character !== undefined))
    return [{ line: line ?? 0, character: character ?? 0 }];
  const { spots } = await spotsOf(query, line, session, path, call);
  const most = spots[0]?.node === undefined ? mostWordsAsked : 1;
  return spots.slice(0, most).map(({ place }) => place);
}

type HoverFound = Pick<HoverAnswer, 'contents' | 'format' | 'range' | 'line_1based'>;

async function hoverIn(
  session: ServerSession,
  input: PlaceInput,
  path: RepoPath,
  call: Call,
): Promise<Reply<HoverFound>> {
  if (!session.offers(method)) return { kind: 'unsupported', method };
  const lines = session.linesOf(path);
  const { encoding } = session.facts;
  for (const place of await placesMeant(input, session, path, call)) {
    const params = {
      textDocument: { uri: uriIn(session, path) },
      position: serverPlace(place, lines, encoding),
    };
    const reply = await ask<HoverFound>(session, method, params, call, (result) => {
      if (result === null) return empty(session);
      const read = readContents(field(result, 'contents'));
      if (read === undefined)
        return { kind: 'failed', warning: unreadable(session, method, 'something that is no hover') };
      if (read.contents.trim() === '') return empty(session);
      const raw = field(result, 'range');
      const range = raw === undefined || raw === null ? undefined : spanOf(raw, lines, encoding).span;
      const start = range?.start ?? place;
      return { kind: 'found', value: { ...read, ...(range && { range }), line_1based: start.line + 1 } };
    });
    if (reply.kind !== 'empty') return reply;
  }
  return empty(session);
}

/** MarkupContent, MarkedString, or a list of MarkedStrings (LSP 3.17, Hover). */
function readContents(raw: unknown): { contents: string; format: 'markdown' | 'plaintext' } | undefined {
  if (Array.isArray(raw)) {
    const parts = raw.map(readContents);
    if (parts.some((part) => part === undefined)) return undefined;
    const contents = parts.flatMap((part) => (part?.contents.trim() ? [part.contents] : [])).join('\n\n');
    return { contents, format: 'markdown' };
  }
  if (typeof raw === 'string') return { contents: raw, format: 'markdown' };
  const value = field(raw, 'value');
  if (typeof value !== 'string') return undefined;
  const language = field(raw, 'language');
  if (typeof language === 'string')
    return { contents: value === '' ? '' : `\`\`\`${language}\n${value}\n\`\`\``, format: 'markdown' };
  return { contents: value, format: field(raw, 'kind') === 'plaintext' ? 'plaintext' : 'markdown' };
}

const mostWordsAsked = 8;
