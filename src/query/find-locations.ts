// find_declaration, find_implementations, find_referencing_symbols: places of a symbol that a file names, from the first server
// that has some.

import type { ServerHandle } from '../engine/server-handle.js';
import type { RepoPath } from '../model/base.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askInOrder, askSession, empty, firstFound, noteFor, type Reply } from './ask-in-order.js';
import { takenIn, uriIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { otherSymbols, type Spot, spotsOf } from './locate-symbol.js';
import { type Location, type PlacedLocation, readLocations } from './locations.js';
import { type NamePath, parseNamePath } from './name-path.js';
import { type Answer, answer } from './note.js';
import { serverPlace } from './positions.js';
import { unreadable } from './request.js';
import { filesToShow } from './shown-files.js';
import { type Snippet, snippetReader } from './snippets.js';
import { type ToldSymbol, tellSymbol } from './symbols.js';
import { aimAt, type FileName } from './target-file.js';

export interface LocationsInput {
  /** A name or name path that the file declares or uses. */
  readonly symbol: string;
  readonly file_path: string;
  /** 0-based: only a symbol on this line is meant. */
  readonly line?: number;
  /** Lines before and after each place; default 0, at most 20. */
  readonly context_lines?: number;
  /** Places at most; default 500. */
  readonly limit?: number;
  /** References only; default true. */
  readonly include_declaration?: boolean;
}

export interface ToldLocation extends Location {
  readonly snippet?: Snippet;
}

export interface LocationsAnswer extends Answer {
  /** The file that was asked about. */
  readonly file?: FileName;
  readonly source: Source;
  readonly server?: string;
  /** The symbol that the file declares under this name; left out where it only uses it. */
  readonly symbol?: ToldSymbol;
  /** Further symbols of the file that the name stands for: give a longer name path or a line. */
  readonly other_symbols: readonly ToldSymbol[];
  readonly locations: readonly ToldLocation[];
  readonly total: number;
  readonly truncated: boolean;
}

/** Who found it; `heuristic`: by the words of the text, since no server could tell. `none`: nobody did. */
export type Source = 'lsp' | 'heuristic' | 'none';

export type LocationsQuestion = 'declaration' | 'implementations' | 'references';

/** In order: the next is asked where the one before is not offered, or has nothing. */
const methodsFor: Readonly<Record<LocationsQuestion, readonly string[]>> = {
  declaration: ['textDocument/definition', 'textDocument/declaration'],
  implementations: ['textDocument/implementation'],
  references: ['textDocument/references'],
};

export const defaultLocationLimit = 500;
export const mostLocations = 5000;
const nothing = { source: 'none', other_symbols: [], locations: [], total: 0, truncated: false } as const;

export async function findLocations(
  question: LocationsQuestion,
  input: LocationsInput,
  call: Call,
): Promise<LocationsAnswer> {
  const query = parseNamePath(input.symbol);
  if (query === undefined) return { ...answer('refused', 'There is no name to look for.'), ...nothing };
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return { ...aim.answer, ...nothing };
  const { file, handles } = aim;
  const heard = await askInOrder(handles, (handle) =>
    placesOfSymbol(question, query, input, file.path, handle, call),
  );
  const note = noteFor(heard, `${question} of ${JSON.stringify(input.symbol)}`);
  const found = firstFound(heard);
  if (found === undefined) return { ...note, file, ...nothing };
  const { spot, spots, locations, cut } = found.value;
  const limit = Math.min(input.limit ?? defaultLocationLimit, mostLocations);
  const told = await withSnippets(locations.slice(0, limit), input.context_lines ?? 0, call);
  return {
    ...note,
    ...(cut !== undefined && { message: `${note.message} ${cut}` }),
    file,
    source: 'lsp',
    server: found.server,
    ...(spot.node !== undefined && { symbol: tellSymbol(spot.node) }),
    other_symbols: spot.node === undefined ? [] : otherSymbols(spots),
    locations: told,
    total: locations.length,
    truncated: locations.length > told.length || cut !== undefined,
  };
}

interface PlacesFound {
  readonly spot: Spot;
  readonly spots: readonly Spot[];
  readonly locations: readonly PlacedLocation[];
  /** A sentence: why there may be more. */
  readonly cut?: string;
}

async function placesOfSymbol(
  question: LocationsQuestion,
  query: NamePath,
  input: LocationsInput,
  path: RepoPath,
  handle: ServerHandle,
  call: Call,
): Promise<Reply<PlacesFound>> {
  const shown = await filesToShow(query, handle, call);
  return askSession<PlacesFound>(
    handle,
    [path, ...shown.paths.filter((other) => other !== path)],
    call,
    async (session) => {
      if (!methodsFor[question].some((method) => session.offers(method)))
        return { kind: 'unsupported', method: methodsFor[question][0] ?? question };
      await takenIn(session, shown.paths, call);
      const { spots, warning } = await spotsOf(query, input.line, session, path, call);
      const cut = shown.isCut
        ? `There may be more: ${handle.name} was shown only the first ${shown.paths.length} files that mention it.`
        : undefined;
      // What the file declares is asked about itself; of words in the text the first that means something is taken.
      for (const spot of spots.slice(0, spots[0]?.node === undefined ? mostWordsAsked : 1)) {
        const reply = await placesAt(question, spot, input, session, path, call);
        if (reply.kind === 'found')
          return {
            kind: 'found',
            value: { spot, spots, locations: reply.value, ...(cut !== undefined && { cut }) },
          };
        if (reply.kind === 'failed') return reply;
      }
      return spots.length === 0 && warning !== undefined ? { kind: 'failed', warning } : empty(session);
    },
  );
}

async function placesAt(
  question: LocationsQuestion,
  { place }: Spot,
  input: LocationsInput,
  session: ServerSession,
  path: RepoPath,
  call: Call,
): Promise<Reply<readonly PlacedLocation[]>> {
  const position = serverPlace(place, session.linesOf(path), session.facts.encoding);
  const includeDeclaration = input.include_declaration ?? true;
  const params = {
    textDocument: { uri: uriIn(session, path) },
    position,
    ...(question === 'references' && { context: { includeDeclaration } }),
  };
  let last: Reply<readonly PlacedLocation[]> = empty(session);
  for (const method of methodsFor[question]) {
    const reply = await ask<readonly PlacedLocation[]>(session, method, params, call, async (result) => {
      const locations = await readLocations(session, result, call);
      if (locations === undefined)
        return {
          kind: 'failed',
          warning: unreadable(session, method, 'something that is no list of places'),
        };
      return locations.length === 0 ? empty(session) : { kind: 'found', value: locations };
    });
    if (reply.kind === 'found' || reply.kind === 'failed') return reply;
    if (reply.kind === 'empty') last = reply;
  }
  return last;
}

async function withSnippets(
  locations: readonly PlacedLocation[],
  contextLines: number,
  { root }: Call,
): Promise<readonly ToldLocation[]> {
  const snippetOf = snippetReader(root);
  return Promise.all(
    locations.map(async ({ inside, ...location }) => {
      const snippet = await snippetOf({ inside, ...location }, contextLines);
      return { ...location, ...(snippet !== undefined && { snippet }) };
    }),
  );
}

const mostWordsAsked = 8;
