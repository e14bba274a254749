// The symbols of a file as a server tells them: a tree, or an older flat list. Both become one kind of tree with places of ours;
// what cannot be read is counted, never guessed.

import type { PositionEncoding } from '../model/server-definition.js';
import { field } from '../session/document-text.js';
import { segmentsOf } from './name-path.js';
import { type Span, spanOf } from './positions.js';
import { kindName } from './symbol-kinds.js';

export interface SymbolNode {
  readonly name: string;
  /** From the top of the file: its containers' segments and its own. */
  readonly segments: readonly string[];
  readonly kind: number;
  readonly detail?: string;
  /** The whole declaration. In a flat list servers are free to give the name only. */
  readonly range: Span;
  /** Its name. */
  readonly selection: Span;
  readonly children: readonly SymbolNode[];
}

export type SymbolsRead =
  | {
      readonly kind: 'symbols';
      readonly nodes: readonly SymbolNode[];
      /** Ranges are declarations: the server told a tree. */
      readonly isTree: boolean;
      readonly unreadable: number;
    }
  | { readonly kind: 'unreadable' };

/** Reads the result of textDocument/documentSymbol. `null` is an empty list, as the specification has it. */
export function readSymbols(
  result: unknown,
  lines: readonly string[],
  encoding: PositionEncoding,
): SymbolsRead {
  if (result === null) return { kind: 'symbols', nodes: [], isTree: true, unreadable: 0 };
  if (!Array.isArray(result)) return { kind: 'unreadable' };
  let unreadable = 0;
  let isTree = true;
  const read = (raw: unknown, above: readonly string[], depth: number): readonly SymbolNode[] => {
    const name = field(raw, 'name');
    const kind = field(raw, 'kind');
    const location = field(raw, 'location');
    const range = field(location, 'range') ?? field(raw, 'range');
    if (typeof name !== 'string' || typeof kind !== 'number' || typeof range !== 'object' || range === null) {
      unreadable += 1;
      return [];
    }
    if (location !== undefined) isTree = false;
    const container = field(raw, 'containerName');
    const known = typeof container === 'string' && container !== '' ? segmentsOf(container) : above;
    const segments = [...known, ...segmentsOf(name)];
    const children = field(raw, 'children');
    const detail = field(raw, 'detail');
    const whole = spanOf(range, lines, encoding).span;
    const selection = field(raw, 'selectionRange');
    const node: SymbolNode = {
      name,
      segments,
      kind,
      ...(typeof detail === 'string' && detail !== '' && { detail }),
      range: whole,
      selection: selection === undefined ? whole : spanOf(selection, lines, encoding).span,
      // Deeper than any code is nested: a server's tree must not overflow our stack.
      children:
        Array.isArray(children) && depth < deepest
          ? children.flatMap((child) => read(child, segments, depth + 1))
          : [],
    };
    return [node];
  };
  const nodes = result.flatMap((raw: unknown) => read(raw, [], 0));
  if (unreadable > 0 && nodes.length === 0) return { kind: 'unreadable' };
  return { kind: 'symbols', nodes, isTree, unreadable };
}

/** Every node, containers before what they contain. */
export function flatten(nodes: readonly SymbolNode[]): readonly SymbolNode[] {
  const all: SymbolNode[] = [];
  const walk = (list: readonly SymbolNode[]) => {
    for (const node of list) {
      all.push(node);
      walk(node.children);
    }
  };
  walk(nodes);
  return all;
}

/** How a symbol is told in answers. */
export interface ToldSymbol {
  readonly name: string;
  /** As `find_symbol` and the edits take it. */
  readonly name_path: string;
  readonly kind: number;
  readonly kind_name: string;
  readonly detail?: string;
  readonly range: Span;
  readonly selection_range: Span;
  /** Of the name. */
  readonly line_1based: number;
}

export function tellSymbol(node: SymbolNode): ToldSymbol {
  return {
    name: node.name,
    name_path: node.segments.join('/'),
    kind: node.kind,
    kind_name: kindName(node.kind),
    ...(node.detail !== undefined && { detail: node.detail }),
    range: node.range,
    selection_range: node.selection,
    line_1based: node.selection.start.line + 1,
  };
}

const deepest = 200;
