// One source line as terminal cells: what is shown for each character, how wide it is, and where it stands in the text.
// Offsets are 0-based UTF-16; widths are terminal columns. Source text cannot steer the terminal after this.

import fastStringWidth from 'fast-string-width';
import { escapedBracket, pictured } from './escape.js';

export interface Cell {
  readonly shown: string;
  readonly width: number;
  /** Of its first code unit. */
  readonly at: number;
  /** After its last. */
  readonly end: number;
}

/** Code units looked at on either side of a place: a line of ten megabytes must cost no more than a short one. */
const reach = 1000;
const tab = '    ';
/** Printable ASCII without what a runner takes for a command: every character is itself and one column wide. */
const ordinary = /^(?!.*##\[)[ -~]*$/;
/** Made at the first frame: it costs 12 ms, and most reports have none. */
let graphemes: Intl.Segmenter | undefined;

/** Cells of a line near an offset; the whole line when it is of ordinary length. */
export function cellsNear(line: string, offset: number, unicode: boolean): readonly Cell[] {
  const from = wholeCharacter(line, Math.max(0, Math.min(offset, line.length) - reach));
  const part = line.slice(from, wholeCharacter(line, from + 2 * reach));
  if (ordinary.test(part)) return ordinaryCells(part, from);
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(part), ({ segment, index }) => {
    const shown = shownAs(segment, part.slice(Math.max(0, index - 2), index), unicode);
    return { shown, width: fastStringWidth(shown), at: from + index, end: from + index + segment.length };
  });
}

/** The same, a hundred times quicker: thousands of findings are thousands of lines. */
function ordinaryCells(part: string, from: number): readonly Cell[] {
  return Array.from(part, (shown, index) => ({ shown, width: 1, at: from + index, end: from + index + 1 }));
}

function shownAs(character: string, before: string, unicode: boolean): string {
  if (character === '\t') return tab;
  return character === '[' && before.endsWith('##') ? escapedBracket : pictured(character, unicode);
}

/** Where to begin showing so that `offset` is in view: the start of the line if it fits, else a third of the room before the place. */
export function cropStart(cells: readonly Cell[], offset: number, columns: number): number {
  const first = cells[0]?.at ?? 0;
  if (first === 0 && columnsOf(cells) <= columns) return 0;
  let room = Math.floor(columns / 3);
  let start = offset;
  for (const cell of [...cells].reverse()) {
    if (cell.at >= offset) continue;
    room -= cell.width;
    if (room < 0) return start;
    start = cell.at;
  }
  return start;
}

export interface Crop {
  readonly shown: string;
  /** Cells in view, in order. */
  readonly cells: readonly Cell[];
  /** Columns before the first of them. */
  readonly indent: number;
}

/** What is in view from an offset on, in at most so many columns; an ellipsis stands where something is cut. */
export function crop(line: string, start: number, columns: number, ellipsis: string, unicode: boolean): Crop {
  const all = cellsNear(line, start, unicode);
  const rest = all.filter((cell) => cell.at >= start);
  const before = start > 0 && line.length > 0 ? ellipsis : '';
  let room = columns - before.length;
  const uncut = rest.at(-1)?.end === line.length && columnsOf(rest) <= room;
  if (!uncut && rest.length > 0) room -= ellipsis.length;
  const cells: Cell[] = [];
  for (const cell of rest) {
    room -= cell.width;
    if (room < 0) break;
    cells.push(cell);
  }
  const after = rest.length > 0 && !uncut ? ellipsis : '';
  return { shown: before + cells.map((cell) => cell.shown).join('') + after, cells, indent: before.length };
}

function columnsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  return at > 0 && /[\udc00-\udfff]/.test(line[at] ?? '') && /[\ud800-\udbff]/.test(line[at - 1] ?? '')
    ? at - 1
    : at;
}
