// workspace/symbol of one server: the symbols of all files that fit a name, with the place of each. Servers name containers each
// in its own way, so that a container which is asked for and does not show is looked up in the symbol's own file.

import type { ServerHandle } from '../engine/server-handle.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askSession, empty, type Reply } from './ask-in-order.js';
import { fileSymbols, takenIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { lineReader, type PlacedLocation, readLocation } from './locations.js';
import { type NamePath, type Rank, rankOf, segmentsOf } from './name-path.js';
import { contains } from './positions.js';
import { unreadable } from './request.js';
import { exampleFiles, filesToShow } from './shown-files.js';
import { flatten, type SymbolNode } from './symbols.js';

export interface WorkspaceSymbol {
  readonly name: string;
  /** As far as it is known: the last of them is the symbol itself. */
  readonly segments: readonly string[];
  readonly kind: number;
  readonly rank: Rank;
  readonly location: PlacedLocation;
  /** As the server says it: a class, a module, a package. */
  readonly container?: string;
}

export interface WorkspaceSymbols {
  readonly symbols: readonly WorkspaceSymbol[];
  /** Why there may be more than these. */
  readonly cut?: string;
}

const method = 'workspace/symbol';

export async function workspaceSymbols(
  handle: ServerHandle,
  query: NamePath,
  call: Call,
): Promise<Reply<WorkspaceSymbols>> {
  const word = query.segments.at(-1) ?? '';
  const shown = handle.definition.seesUnopened
    ? { paths: await exampleFiles(handle, call), isCut: false }
    : await filesToShow(query, handle, call);
  return askSession(handle, shown.paths, call, async (session) => {
    await takenIn(session, shown.paths, call);
    return ask<WorkspaceSymbols>(session, method, { query: word }, call, async (result) => {
      if (result === null) return empty(session);
      if (!Array.isArray(result))
        return {
          kind: 'failed',
          warning: unreadable(session, method, 'something that is no list of symbols'),
        };
      const { symbols, unverified } = await fitting(result, query, session, handle, call);
      if (symbols.length === 0) return empty(session);
      const cut = shown.isCut
        ? `${handle.name} was shown only the first ${shown.paths.length} files that mention it`
        : unverified || serverLimits.has(result.length)
          ? `${handle.name} may know more than the ${result.length} that it told`
          : undefined;
      return { kind: 'found', value: { symbols, ...(cut !== undefined && { cut }) } };
    });
  });
}

async function fitting(
  result: readonly unknown[],
  query: NamePath,
  session: ServerSession,
  handle: ServerHandle,
  call: Call,
) {
  const last: NamePath = { segments: query.segments.slice(-1), fromTop: false };
  const linesOf = lineReader(session, call);
  const inFile = symbolsByFile(handle, call);
  const found: WorkspaceSymbol[] = [];
  let unverified = false;
  for (const raw of result) {
    const name = field(raw, 'name');
    const kind = field(raw, 'kind');
    if (typeof name !== 'string' || typeof kind !== 'number') continue;
    const told = field(raw, 'containerName');
    const container = typeof told === 'string' && told !== '' ? { container: told } : {};
    const own = dotted(name);
    if (rankOf(last, own) === undefined) continue;
    const location = await readLocation(session, field(raw, 'location'), linesOf, call);
    if (location === undefined) continue;
    const above = 'container' in container ? container.container.split(/[^\p{ID_Continue}$]+/u) : [];
    const rank = query.fromTop ? undefined : rankOf(query, [...above, ...own]);
    const base = { name, kind, location, ...container };
    if (rank !== undefined) {
      found.push({ ...base, rank, segments: [...above, ...own].slice(-query.segments.length) });
      continue;
    }
    const nodes = await inFile(location);
    if (nodes === undefined) unverified = true;
    const node = nodes && smallestAt(nodes, location, own.at(-1));
    const itsRank = node && rankOf(query, node.segments);
    if (node !== undefined && itsRank !== undefined)
      found.push({ ...base, rank: itsRank, segments: node.segments });
  }
  return { symbols: found, unverified };
}

/** Go's names come with their package or type: `main.Run`, `T.Get`. */
function dotted(name: string): readonly string[] {
  return /^[\p{ID_Continue}$]+(\.[\p{ID_Continue}$]+)+$/u.test(name) ? name.split('.') : segmentsOf(name);
}

/** Of the first files that are asked about; undefined where the symbols of a file are not known. */
function symbolsByFile(handle: ServerHandle, call: Call) {
  const known = new Map<string, Promise<readonly SymbolNode[] | undefined>>();
  return ({ path, inside }: PlacedLocation): Promise<readonly SymbolNode[] | undefined> => {
    const before = known.get(path);
    if (before !== undefined) return before;
    if (inside === undefined || known.size >= mostFilesLookedUp) return Promise.resolve(undefined);
    const now = fileSymbols([handle], inside, call).then(({ heard, found }) => {
      const isKnown = found !== undefined || heard.every(({ reply }) => reply.kind === 'empty');
      return isKnown ? flatten(found?.value.nodes ?? []) : undefined;
    });
    known.set(path, now);
    return now;
  };
}

function smallestAt(nodes: readonly SymbolNode[], { range }: PlacedLocation, name: string | undefined) {
  return nodes.findLast((node) => node.segments.at(-1) === name && contains(node.range, range.start));
}

const mostFilesLookedUp = 20;
/** Where gopls, clangd, tsserver and others stop. */
const serverLimits = new Set([50, 100, 128, 200, 256, 500, 512, 1000]);
