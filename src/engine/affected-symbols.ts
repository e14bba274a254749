// Which declarations of a file a change touched, and which one a place lies in: what references are then asked for. Pure;
// lines are LSP's, 0-based. What cannot be told apart counts as touched, so that the search is too wide rather than too narrow.

import { field } from '../session/document-text.js';

/** A declaration that other files can see: no parameter, no local variable. */
export interface Declared {
  /** The server's own position of the name, to be sent back as it is. */
  readonly at: { readonly line: number; readonly character: number };
  /** First and last line of the whole declaration. */
  readonly first: number;
  readonly last: number;
  readonly members: readonly Declared[];
}

/** Lines of the base that are changed; empty (`last` before `first`) where something was only put in before `first`. */
export interface TouchedLines {
  readonly first: number;
  readonly last: number;
}

/** Undefined when it is no list of symbols. Both forms of LSP 3.17: DocumentSymbol, and SymbolInformation without members. */
export function readDeclared(result: unknown): readonly Declared[] | undefined {
  if (result === null) return [];
  if (!Array.isArray(result)) return undefined;
  return result.flatMap((item: unknown) => readOne(item) ?? []);
}

/** Symbol kinds of LSP whose children other files can name. */
const containers: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5, 10, 11, 19, 23]);

function readOne(item: unknown): Declared | undefined {
  const range = field(item, 'range') ?? field(field(item, 'location'), 'range');
  const start = field(range, 'start');
  const first = field(start, 'line');
  const last = field(field(range, 'end'), 'line');
  const name = field(field(item, 'selectionRange'), 'start') ?? start;
  const line = field(name, 'line');
  const character = field(name, 'character');
  if (typeof first !== 'number' || typeof last !== 'number') return undefined;
  if (typeof line !== 'number' || typeof character !== 'number') return undefined;
  const children = containers.has(field(item, 'kind')) ? readDeclared(field(item, 'children') ?? null) : [];
  return { at: { line, character }, first, last, members: children ?? [] };
}

/** The innermost declarations with a changed line in them. One that changed outside of its members has them all changed. */
export function touchedDeclarations(
  declared: readonly Declared[],
  touched: readonly TouchedLines[],
): readonly Declared[] {
  const parts = touched.map((lines) => within(declared, lines));
  return parts.some((part) => part === undefined)
    ? everyDeclaration(declared)
    : [...new Set(parts.flatMap((part) => part ?? []))];
}

/** Undefined: a line that belongs to no declaration changed (an import, a statement), and all may have. */
function within(declared: readonly Declared[], lines: TouchedLines): readonly Declared[] | undefined {
  const inside = declared.filter(({ first, last }) => meets({ first, last }, lines));
  // Put in between declarations: nothing that was there before changed.
  if (inside.length === 0) return lines.last < lines.first ? [] : undefined;
  if (!covers(inside, lines)) return undefined;
  return inside.flatMap((one) => {
    if (one.members.length === 0) return [one];
    const members = within(one.members, clipped(lines, one));
    if (members === undefined) return [one, ...everyDeclaration(one.members)];
    // Something new between members is a change of what holds them.
    return isBetween(one.members, lines) ? [one, ...members] : members;
  });
}

function meets(range: TouchedLines, { first, last }: TouchedLines): boolean {
  // What is put in before the first line of a declaration is no part of it; right behind its last line it may be.
  return last < first
    ? range.first < first && first <= range.last + 1
    : first <= range.last && last >= range.first;
}

function isBetween(members: readonly Declared[], { first, last }: TouchedLines): boolean {
  return last < first && !members.some((one) => one.first < first && first <= one.last);
}

function covers(inside: readonly Declared[], { first, last }: TouchedLines): boolean {
  for (let line = first; line <= last; line += 1)
    if (!inside.some((one) => one.first <= line && line <= one.last)) return false;
  return true;
}

function clipped(lines: TouchedLines, { first, last }: Declared): TouchedLines {
  if (lines.last < lines.first) return lines;
  return { first: Math.max(first, lines.first), last: Math.min(last, lines.last) };
}

export function everyDeclaration(declared: readonly Declared[]): readonly Declared[] {
  return declared.flatMap((one) => [one, ...everyDeclaration(one.members)]);
}

/** The innermost declaration around a line; undefined between them. */
export function enclosing(declared: readonly Declared[], line: number): Declared | undefined {
  const around = declared.find(({ first, last }) => first <= line && line <= last);
  return around && (enclosing(around.members, line) ?? around);
}
