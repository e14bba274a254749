// JSON with comments and trailing commas → source tree. Loaded only when a JSON file exists.

import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { deepestNesting, type ReadSource, type SourceNode, type Span } from './source-tree.js';

/** The tree, or the first thing wrong with the text. */
export function readJson(text: string): ReadSource {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return tooDeep({ start: 0, end: 0 }); // the parser recurses, and its stack is all it can run out of
  }
  const first = errors[0];
  if (first !== undefined) {
    const span = { start: first.offset, end: first.offset + first.length };
    return { kind: 'broken', problem: { message: sentence(printParseErrorCode(first.error)), span } };
  }
  if (root === undefined)
    return { kind: 'tree', tree: { kind: 'map', entries: [], span: { start: 0, end: 0 } } };
  const deep = deeperThan(root, deepestNesting);
  return deep === undefined ? { kind: 'tree', tree: convert(root) } : tooDeep(spanOf(deep));
}

function convert(node: Node): SourceNode {
  const span = spanOf(node);
  const children = node.children ?? [];
  if (node.type === 'object') {
    const entries = children.flatMap((property) => {
      const [key, value] = property.children ?? [];
      // Without errors every property has both.
      if (key === undefined || value === undefined) return [];
      return [{ key: String(key.value), keySpan: spanOf(key), value: convert(value) }];
    });
    return { kind: 'map', entries, span };
  }
  if (node.type === 'array') return { kind: 'list', items: children.map(convert), span };
  // What is left is string, number, boolean and null, as the parser's types do not say.
  return { kind: 'scalar', value: node.value as string | number | boolean | null, span };
}

/** A node that lies below more than `limit` objects and arrays. */
function deeperThan(node: Node, limit: number): Node | undefined {
  if (limit < 0) return node;
  for (const child of node.children ?? []) {
    const deep = deeperThan(child, child.type === 'property' ? limit : limit - 1);
    if (deep !== undefined) return deep;
  }
  return undefined;
}

function tooDeep(span: Span): ReadSource {
  return { kind: 'broken', problem: { message: `nested deeper than ${deepestNesting} levels`, span } };
}

function spanOf(node: Node): Span {
  return { start: node.offset, end: node.offset + node.length };
}

/** `CommaExpected` → `comma expected`. */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
