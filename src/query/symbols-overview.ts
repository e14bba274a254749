// get_symbols_overview: what a file declares, as a tree.

import { noteFor } from './ask-in-order.js';
import { fileSymbols } from './file-symbols.js';
import type { Call } from './ground.js';
import type { Answer } from './note.js';
import { flatten, type SymbolNode, type ToldSymbol, tellSymbol } from './symbols.js';
import { aimAt, type FileName } from './target-file.js';

export interface OverviewInput {
  readonly file_path: string;
  /** Levels below the top one; all of them when it is left out. */
  readonly depth?: number;
  /** Symbols at most, containers before what they contain; default 500. */
  readonly limit?: number;
}

export interface SymbolTree extends ToldSymbol {
  readonly children?: readonly SymbolTree[];
}

export interface OverviewAnswer extends Answer {
  readonly file?: FileName;
  readonly server?: string;
  readonly symbols: readonly SymbolTree[];
  /** All that the file has, told or not. */
  readonly total_symbols: number;
  readonly truncated: boolean;
}

export const mostOverviewSymbols = 5000;

export async function symbolsOverview(input: OverviewInput, call: Call): Promise<OverviewAnswer> {
  const nothing = { symbols: [], total_symbols: 0, truncated: false };
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return { ...aim.answer, ...nothing };
  const { file, handles } = aim;
  const { heard, found } = await fileSymbols(handles, file.path, call);
  const note = noteFor(heard, `symbols in ${file.path}`);
  if (found === undefined) return { ...note, file, ...nothing };
  const { nodes } = found.value;
  const total = flatten(nodes).length;
  const limit = Math.min(input.limit ?? 500, mostOverviewSymbols);
  const symbols = told(nodes, input.depth ?? Number.POSITIVE_INFINITY, { left: limit });
  const truncated = total > flattenedCount(symbols);
  return { ...note, file, server: found.server, symbols, total_symbols: total, truncated };
}

/** The upper levels come first: a cut takes the deepest. */
function told(nodes: readonly SymbolNode[], depth: number, room: { left: number }): readonly SymbolTree[] {
  const kept = nodes.slice(0, room.left);
  room.left -= kept.length;
  return kept.map((node) => {
    const children = depth > 0 ? told(node.children, depth - 1, room) : [];
    return { ...tellSymbol(node), ...(children.length > 0 && { children }) };
  });
}

function flattenedCount(trees: readonly SymbolTree[]): number {
  return trees.reduce((sum, { children = [] }) => sum + 1 + flattenedCount(children), 0);
}
