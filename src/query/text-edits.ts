// A server's edits of one text, as changes by offset, and the text that they make. Every edit speaks of the original text;
// exact duplicates are one; what overlaps, splits a character or points behind the text is refused, never bent. Pure.

import type { PositionEncoding } from '../model/server-definition.js';
import { exactColumn, field } from '../session/document-text.js';

/** UTF-16 offsets in the original text, end exclusive. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

export type ChangesRead =
  /** In order of their starts, none overlapping another. */
  | { readonly kind: 'changes'; readonly changes: readonly TextChange[] }
  | { readonly kind: 'refused'; readonly why: string };

/** Reads TextEdits (LSP 3.17) against the text that they were made for. */
export function changesOf(text: string, edits: readonly unknown[], encoding: PositionEncoding): ChangesRead {
  const lines = linesWithOffsets(text);
  const changes: TextChange[] = [];
  for (const edit of edits) {
    const newText = field(edit, 'newText');
    const range = field(edit, 'range');
    if (typeof newText !== 'string') return refused('an edit has no new text');
    if (/\p{Surrogate}/u.test(newText)) return refused('an edit has text that is no Unicode');
    const start = offsetOf(field(range, 'start'), lines, encoding);
    const end = offsetOf(field(range, 'end'), lines, encoding);
    if (start === undefined || end === undefined)
      return refused('an edit names a place that the text does not have');
    if (end < start) return refused('an edit ends before it begins');
    changes.push({ start, end, newText });
  }
  return arranged(changes);
}

/** Orders changes; inserts at one place stay in the order in which they were given. */
export function arranged(changes: readonly TextChange[]): ChangesRead {
  const byPlace = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const sorted = [...byPlace.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, change] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && before.end > change.start) return refused('two edits overlap');
  }
  return { kind: 'changes', changes: sorted };
}

/** @param changes as `arranged` gives them */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end, newText } of changes) {
    pieces.push(text.slice(kept, start), newText);
    kept = end;
  }
  return [...pieces, text.slice(kept)].join('');
}

interface Line {
  readonly start: number;
  /** Without its line break. */
  readonly text: string;
}

function linesWithOffsets(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, text: text.slice(start, index) });
    start = index + lineBreak.length;
  }
  return [...lines, { start, text: text.slice(start) }];
}

function offsetOf(position: unknown, lines: readonly Line[], encoding: PositionEncoding): number | undefined {
  const number = field(position, 'line');
  const character = field(position, 'character');
  if (typeof number !== 'number') return undefined;
  const line = lines[number];
  if (line !== undefined) {
    const column = exactColumn(line.text, character, encoding);
    return column === undefined ? undefined : line.start + column;
  }
  // The line after the last stands for the end of the text, as editors have it.
  const last = lines.at(-1);
  if (number !== lines.length || character !== 0 || last === undefined) return undefined;
  return last.start + last.text.length;
}

function refused(why: string): ChangesRead {
  return { kind: 'refused', why };
}
