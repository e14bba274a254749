// A config file as data with places: what YAML and JSON have in common, so that every mistake can point at its key or value.
// Knows nothing of what the keys mean.

import { assertNever, type JsonValue } from '../model/base.js';
import type { Mistake } from '../model/user-error.js';

/** UTF-16 offsets into the text; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type SourceNode =
  | { readonly kind: 'scalar'; readonly value: null | boolean | number | string; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly SourceNode[]; readonly span: Span }
  | { readonly kind: 'map'; readonly entries: readonly SourceEntry[]; readonly span: Span };

export interface SourceEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SourceNode;
}

export type KeyPath = readonly PropertyKey[];

/** Something wrong with the text itself, where it is known. */
export interface SourceProblem {
  readonly message: string;
  readonly hint?: string;
  readonly span: Span;
}

export type ReadSource =
  | { readonly kind: 'tree'; readonly tree: SourceNode }
  | { readonly kind: 'broken'; readonly problem: SourceProblem };

/** Deeper nesting is refused: nothing here needs it, and every reader of the tree recurses. */
export const deepestNesting = 100;

/** The plain data. Only for trees without `treeProblems`. */
export function plainValue(node: SourceNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plainValue);
    case 'map':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, plainValue(entry.value)]));
    default:
      return assertNever(node);
  }
}

/** Keys that stand twice in one map, and `__proto__`, which no library reads alike. */
export function treeProblems(node: SourceNode): readonly SourceProblem[] {
  switch (node.kind) {
    case 'scalar':
      return [];
    case 'list':
      return node.items.flatMap(treeProblems);
    case 'map': {
      const seen = new Set<string>();
      return node.entries.flatMap(({ key, keySpan, value }) => {
        const own: SourceProblem[] = [];
        if (key === '__proto__') own.push({ message: 'the key "__proto__" is refused', span: keySpan });
        if (seen.has(key)) own.push({ message: `the key "${key}" stands here twice`, span: keySpan });
        seen.add(key);
        return [...own, ...treeProblems(value)];
      });
    }
    default:
      return assertNever(node);
  }
}

/** Place of the key (or list element) at `path`, or of its value; of the nearest thing around it where the path leads nowhere, or to nothing. */
export function locate(tree: SourceNode, path: KeyPath, part: 'key' | 'value'): Span {
  let node = tree;
  let key = tree.span;
  for (const step of path) {
    const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === String(step)) : undefined;
    const child = node.kind === 'list' ? node.items[Number(step)] : entry?.value;
    if (child === undefined) return part === 'key' || node.kind !== 'scalar' ? key : node.span;
    key = entry?.keySpan ?? child.span;
    node = child;
  }
  return part === 'key' || node.span.start === node.span.end ? key : node.span;
}

/** The node at `path`, if there is one. */
export function nodeAt(tree: SourceNode, path: KeyPath): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>((node, step) => {
    if (node?.kind === 'list') return node.items[Number(step)];
    return node?.kind === 'map' ? node.entries.find(({ key }) => key === String(step))?.value : undefined;
  }, tree);
}

/** A mistake at a place of `text`; a span over several lines is shown up to the end of its first. */
export function mistakeAt(
  source: { readonly path: string; readonly text: string },
  span: Span,
  message: string,
  hint?: string,
): Mistake {
  const before = source.text.slice(0, span.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const sourceLine = /^[^\r\n]*/.exec(source.text.slice(lineStart))?.[0] ?? '';
  const column = span.start - lineStart;
  const length = Math.min(span.end - span.start, sourceLine.length - column);
  return {
    message,
    ...(hint === undefined ? {} : { hint }),
    where: {
      path: source.path,
      line: before.split('\n').length,
      column: column + 1,
      length: Math.max(1, length),
    },
    sourceLine,
  };
}
