// find_symbol: symbols by name, in one file or in all of them; the best fits first, cut at a limit that is told.

import { assertNever } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { type Heard, noteFor, type Reply } from './ask-in-order.js';
import { fileSymbols } from './file-symbols.js';
import type { Call } from './ground.js';
import type { Location } from './locations.js';
import { type NamePath, parseNamePath, type Rank, rankOf } from './name-path.js';
import { type Answer, answer } from './note.js';
import { kindName, kindNames, kindOf } from './symbol-kinds.js';
import { flatten, type ToldSymbol, tellSymbol } from './symbols.js';
import { aimAt, type FileName } from './target-file.js';
import { type WorkspaceSymbol, workspaceSymbols } from './workspace-symbols.js';

export interface FindSymbolInput {
  /** A name or a name path: `method`, `Class/method`, `/Class/method` (from the top of its file). */
  readonly query: string;
  /** Empty or left out: every server is asked about all files. */
  readonly file_path?: string;
  /** A kind's name or number. */
  readonly kind?: string | number;
  /** Default 50, at most 500. */
  readonly limit?: number;
}

export interface FoundSymbol extends Location {
  readonly name: string;
  readonly name_path: string;
  readonly kind: number;
  readonly kind_name: string;
  readonly match: 'exact' | 'exact-ignoring-case' | 'prefix' | 'substring';
  readonly server: string;
  readonly container_name?: string;
  /** Of the whole declaration, where one file was asked about; `range` is that of the name then. */
  readonly declaration_range?: ToldSymbol['range'];
}

export interface FindSymbolAnswer extends Answer {
  readonly symbols: readonly FoundSymbol[];
  /** All that fit, told or not. */
  readonly total_matches: number;
  /** There are more than these, or a server may know more. */
  readonly truncated: boolean;
}

export const defaultSymbolLimit = 50;
export const mostSymbols = 500;

export async function findSymbol(input: FindSymbolInput, call: Call): Promise<FindSymbolAnswer> {
  const query = parseNamePath(input.query);
  if (query === undefined) return refusal('The query has no name in it.');
  const kind = input.kind === undefined || input.kind === '' ? undefined : kindOf(input.kind);
  if (kind === undefined && input.kind !== undefined && input.kind !== '')
    return refusal(`There is no kind ${JSON.stringify(input.kind)}; there are ${kindNames.join(', ')}.`);
  const found =
    input.file_path === undefined || input.file_path === ''
      ? await everywhere(query, call)
      : await inFile(query, input.file_path, call);
  if (found.kind === 'refused') return { ...found.answer, ...none };
  const ranked = found.matches
    .filter((match) => kind === undefined || match.symbol.kind === kind)
    .sort((a, b) => a.rank - b.rank || byPlace(a.symbol, b.symbol));
  const limit = Math.min(input.limit ?? defaultSymbolLimit, mostSymbols);
  const symbols = ranked.slice(0, limit).map(({ symbol }) => symbol);
  const kept = symbols.length > 0 ? found.heard : found.heard.map(asEmpty);
  const note = noteFor(kept, `symbol ${JSON.stringify(input.query)}`);
  const message = [note.message, ...found.cuts].join(' ');
  const truncated = ranked.length > symbols.length || found.cuts.length > 0;
  return { ...note, message, symbols, total_matches: ranked.length, truncated };
}

interface Match {
  readonly rank: Rank;
  readonly symbol: FoundSymbol;
}

type Matches =
  | { readonly kind: 'refused'; readonly answer: Answer }
  | {
      readonly kind: 'matches';
      readonly matches: readonly Match[];
      readonly heard: readonly Heard<unknown>[];
      /** Sentences: why a server may know more. */
      readonly cuts: readonly string[];
    };

async function inFile(query: NamePath, given: string, call: Call): Promise<Matches> {
  const aim = await aimAt(call, given);
  if (aim.kind === 'stopped') return { kind: 'refused', answer: aim.answer };
  const { file, handles } = aim;
  const { heard, found } = await fileSymbols(handles, file.path, call);
  const matches = flatten(found?.value.nodes ?? []).flatMap((node): readonly Match[] => {
    const rank = rankOf(query, node.segments);
    if (rank === undefined) return [];
    return [{ rank, symbol: told(file, found?.server ?? '', rank, tellSymbol(node)) }];
  });
  return { kind: 'matches', matches, heard, cuts: [] };
}

function told({ path, file_path }: FileName, server: string, rank: Rank, symbol: ToldSymbol): FoundSymbol {
  const { name, name_path, kind, kind_name, line_1based } = symbol;
  const place = { path, file_path, range: symbol.selection_range, line_1based };
  const match = matchName(rank);
  return { name, name_path, kind, kind_name, match, server, ...place, declaration_range: symbol.range };
}

/** Every server, side by side: each knows other files. */
async function everywhere(query: NamePath, call: Call): Promise<Matches> {
  const handles = await call.source.allServers();
  if (handles.length === 0)
    return { kind: 'refused', answer: answer('no-server', 'No server is configured.') };
  const heard = await Promise.all(
    handles.map(async (handle) => ({
      server: handle.name,
      reply: await workspaceSymbols(handle, query, call),
    })),
  );
  const byPlaceAndName = new Map<string, Match>();
  const cuts: string[] = [];
  for (const { server, reply } of heard) {
    if (reply.kind !== 'found') continue;
    if (reply.value.cut !== undefined) cuts.push(`There may be more: ${reply.value.cut}.`);
    for (const symbol of reply.value.symbols) {
      const one = { rank: symbol.rank, symbol: tellFound(symbol, server) };
      const { name, line_1based, file_path } = one.symbol;
      const key = JSON.stringify([file_path, line_1based, name]);
      if (!byPlaceAndName.has(key)) byPlaceAndName.set(key, one);
    }
  }
  return { kind: 'matches', matches: [...byPlaceAndName.values()], heard, cuts };
}

function tellFound(symbol: WorkspaceSymbol, server: string): FoundSymbol {
  const { name, segments, kind, rank, container } = symbol;
  const { inside: _, ...location } = symbol.location;
  const names = { name, name_path: segments.join('/'), kind, kind_name: kindName(kind) };
  const match = matchName(rank);
  return {
    ...names,
    match,
    server,
    ...location,
    ...(container !== undefined && { container_name: container }),
  };
}

/** Found, but of another kind or name than was asked for: an answer that has nothing. */
function asEmpty({ server, reply }: Heard<unknown>): Heard<unknown> {
  const nothing: Reply<unknown> = { kind: 'empty', indexing: [] };
  return { server, reply: reply.kind === 'found' ? nothing : reply };
}

function byPlace(a: FoundSymbol, b: FoundSymbol): number {
  return compareText(a.path, b.path) || a.line_1based - b.line_1based || compareText(a.name, b.name);
}

function matchName(rank: Rank): FoundSymbol['match'] {
  switch (rank) {
    case 0:
      return 'exact';
    case 1:
      return 'exact-ignoring-case';
    case 2:
      return 'prefix';
    case 3:
      return 'substring';
    default:
      return assertNever(rank);
  }
}

const none = { symbols: [], total_matches: 0, truncated: false };

function refusal(message: string): FindSymbolAnswer {
  return { ...answer('refused', message), ...none };
}
