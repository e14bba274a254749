// Where a name stands in a file, so that a server can be asked about that place: at the symbol that the file declares, else at
// words of the text. The server judges the place; a word in a comment has no declaration.

import type { RepoPath } from '../model/base.js';
import type { ServerSession } from '../session/server-session.js';
import { symbolsIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { type NamePath, rankOf } from './name-path.js';
import type { ServerWarning } from './note.js';
import type { Place } from './positions.js';
import { flatten, type SymbolNode, type ToldSymbol, tellSymbol } from './symbols.js';
import { placesOf } from './words.js';

export interface Spot {
  readonly place: Place;
  /** The symbol that is declared there; without it a word of the text. */
  readonly node?: SymbolNode;
}

export interface Spots {
  /** In order of worth: the first that the server has an answer for is the one. */
  readonly spots: readonly Spot[];
  /** Ranges of `node`s are whole declarations. */
  readonly isTree: boolean;
  /** Why the file's symbols are not known, if they are not. */
  readonly warning?: ServerWarning;
}

/** @param line 0-based: only what stands on this line */
export async function spotsOf(
  query: NamePath,
  line: number | undefined,
  session: ServerSession,
  path: RepoPath,
  call: Call,
): Promise<Spots> {
  const reply = await symbolsIn(session, path, call);
  const symbols = reply.kind === 'found' ? reply.value : { nodes: [], isTree: true };
  const warning = reply.kind === 'failed' ? { warning: reply.warning } : {};
  const ranked = flatten(symbols.nodes)
    .filter((node) => line === undefined || isOnLine(node, line))
    .map((node) => ({ node, rank: rankOf(query, node.segments) }));
  const exact = ranked.filter(({ rank }) => rank === 0);
  const declared = exact.length > 0 ? exact : ranked.filter(({ rank }) => rank === 1);
  if (declared.length > 0) {
    const lines = session.linesOf(path);
    const spots = declared.map(({ node }) => ({ place: nameOf(node, lines), node }));
    return { spots, isTree: symbols.isTree, ...warning };
  }
  const word = query.segments.at(-1) ?? '';
  const words = placesOf(word, session.linesOf(path), mostWords);
  const places = words.filter((place) => line === undefined || place.line === line);
  return { spots: places.map((place) => ({ place })), isTree: symbols.isTree, ...warning };
}

/** The other symbols that the name stands for, so that the caller can name one of them. */
export function otherSymbols(spots: readonly Spot[]): readonly ToldSymbol[] {
  return spots.slice(1).flatMap(({ node }) => (node === undefined ? [] : [tellSymbol(node)]));
}

function isOnLine({ range, selection }: SymbolNode, line: number): boolean {
  return selection.start.line === line || range.start.line === line;
}

/** Where a server gives the whole declaration for the name's range, the name is looked for in it. */
function nameOf({ selection, range, segments }: SymbolNode, lines: readonly string[]): Place {
  const { start } = selection;
  const name = segments.at(-1) ?? '';
  if ((lines[start.line] ?? '').startsWith(name, start.character)) return start;
  const until = lines.slice(0, Math.min(range.end.line, start.line + mostLinesToName) + 1);
  const found = placesOf(name, until, Number.MAX_SAFE_INTEGER).find(
    ({ line, character }) => line > start.line || (line === start.line && character >= start.character),
  );
  return found ?? start;
}

const mostWords = 50;
const mostLinesToName = 20;
