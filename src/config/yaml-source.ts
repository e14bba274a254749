// YAML 1.2 text → source tree. Data only: no custom tags, no merge keys, and aliases within a budget,
// so that a small file cannot grow without bound. Loaded only when a YAML file exists.

import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, parseDocument } from 'yaml';
import {
  deepestNesting,
  type ReadSource,
  type SourceNode,
  type SourceProblem,
  type Span,
} from './source-tree.js';

/** Values a file may come to with its aliases followed. */
const largestTree = 20_000;

/** The tree, or the first thing wrong with the text. */
export function readYaml(text: string): ReadSource {
  let document: Document.Parsed;
  try {
    // Keys that stand twice are found in the tree, all of them.
    document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  } catch (error) {
    // Thrown for what the parser itself cannot take, such as a nesting deeper than its stack.
    return broken({
      message: `not readable as YAML: ${error instanceof Error ? error.message : String(error)}`,
      span: { start: 0, end: 0 },
    });
  }
  // Warnings are unknown tags: `!!js/function` is not data.
  const first = [...document.errors, ...document.warnings][0];
  if (first !== undefined) {
    const message = first.code === 'RESOURCE_EXHAUSTION' ? 'nested too deeply' : firstLine(first.message);
    return broken({ message, span: { start: first.pos[0], end: first.pos[1] } });
  }
  if (document.contents === null)
    return { kind: 'tree', tree: { kind: 'map', entries: [], span: { start: 0, end: 0 } } };
  try {
    return { kind: 'tree', tree: convert(document.contents, { document, left: largestTree }, 0) };
  } catch (error) {
    if (error instanceof Unusable) return broken(error.problem);
    throw error;
  }
}

/** Carries a problem out of the recursion; never leaves this file. */
class Unusable extends Error {
  constructor(readonly problem: SourceProblem) {
    super(problem.message);
  }
}

interface Budget {
  readonly document: Document.Parsed;
  left: number;
}

function convert(node: unknown, budget: Budget, depth: number): SourceNode {
  const span = spanOf(node);
  if (depth > deepestNesting)
    throw new Unusable({ message: `nested deeper than ${deepestNesting} levels`, span });
  budget.left -= 1;
  if (budget.left < 0)
    throw new Unusable({ message: `grows beyond ${largestTree} values; too many aliases`, span });
  if (isAlias(node)) {
    const target = node.resolve(budget.document);
    if (target === undefined) throw new Unusable({ message: `no anchor "${node.source}"`, span });
    // The alias stands where the mistake would be seen, so its place counts, not the anchor's.
    return { ...convert(target, budget, depth + 1), span };
  }
  if (isMap(node)) {
    const entries = node.items.map((pair) => ({
      key: keyText(pair.key),
      keySpan: spanOf(pair.key),
      value: pair.value === null ? nothing(spanOf(pair.key)) : convert(pair.value, budget, depth + 1),
    }));
    return { kind: 'map', entries, span };
  }
  if (isSeq(node))
    return { kind: 'list', items: node.items.map((item) => convert(item, budget, depth + 1)), span };
  const value = isScalar(node) ? node.value : undefined;
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return { kind: 'scalar', value, span };
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'scalar', value, span };
  throw new Unusable({ message: 'only text, numbers, true, false and null can stand here', span });
}

function keyText(key: unknown): string {
  if (isScalar(key) && key.value !== null) return String(key.value);
  throw new Unusable({ message: 'a key must be text', span: spanOf(key) });
}

function nothing(span: Span): SourceNode {
  return { kind: 'scalar', value: null, span };
}

function spanOf(node: unknown): Span {
  // Parsed nodes carry [start, end of value, end of node]; the union's type does not say so for `unknown`.
  const range = (node as ParsedNode | null)?.range;
  return range ? { start: range[0], end: range[1] } : { start: 0, end: 0 };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

function broken(problem: SourceProblem): ReadSource {
  return { kind: 'broken', problem };
}
