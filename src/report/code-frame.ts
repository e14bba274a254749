// The judged lines around a place: `>` on the lines meant, carets under the range. The text given is the text judged,
// never the disk; a place outside it has no frame. At most one row per line, however long the line is.

import type { Range } from '../model/diagnostic.js';
import { type Crop, cellsNear, crop, cropStart } from './line-cells.js';
import type { Style } from './text-style.js';

/** Rows of a range over several lines: these first ones, and the last. */
const firstLines = 3;

/** Line numbers (1-based) of a frame: `meant` ones carry `>`; undefined stands for left out lines. */
type Row = { readonly number: number; readonly meant: boolean } | undefined;

/** Widest line number that a frame of this range may show, in digits. */
export function numberWidth(range: Range): number {
  return String(range.end.line + 1).length;
}

/** Rows without line breaks; none when the place is not in the text. `digits`: width of the numbers, so that frames of one finding align. */
export function codeFrame(
  lines: readonly string[],
  range: Range,
  digits: number,
  style: Style,
  paint: (text: string) => string,
): readonly string[] {
  const main = lines[range.start.line - 1];
  if (main === undefined) return [];
  const columns = columnsFor(digits, style);
  const offset = range.start.column - 1;
  const start = cropStart(cellsNear(main, offset, style.unicode), Math.min(offset, main.length), columns);
  return rowsOf(lines, range).flatMap((row) => {
    if (row === undefined) return [gutter(style.ellipsis, digits, style)];
    const line = lines[row.number - 1] ?? '';
    const view = crop(line, start, columns, style.ellipsis, style.unicode);
    const label = row.meant ? `> ${row.number}` : `${row.number}`;
    const shown = joinRow(gutter(label, digits, style), view.shown);
    if (!row.meant) return [shown];
    const marks = carets(line, row.number, range, view);
    const bare = marks.trimStart();
    const before = marks.slice(0, marks.length - bare.length);
    return [shown, joinRow(gutter('', digits, style), before + paint(bare))];
  });
}

/** The one line of a related place, without marks. */
export function lineFrame(
  lines: readonly string[],
  range: Range,
  digits: number,
  style: Style,
): readonly string[] {
  const line = lines[range.start.line - 1];
  if (line === undefined || line.trim() === '') return [];
  const columns = columnsFor(digits, style);
  const offset = Math.min(range.start.column - 1, line.length);
  const start = cropStart(cellsNear(line, offset, style.unicode), offset, columns);
  const { shown } = crop(line, start, columns, style.ellipsis, style.unicode);
  return [joinRow(gutter(`${range.start.line}`, digits, style), shown)];
}

function rowsOf(lines: readonly string[], { start, end }: Range): readonly Row[] {
  // A range that ends before the first character of a line does not mean that line.
  const last = Math.min(end.column === 1 && end.line > start.line ? end.line - 1 : end.line, lines.length);
  const meant = Array.from({ length: last - start.line + 1 }, (_, index): Row => {
    return { number: start.line + index, meant: true };
  });
  const shown =
    meant.length <= firstLines + 1 ? meant : [...meant.slice(0, firstLines), undefined, ...meant.slice(-1)];
  return [...edge(lines, start.line - 1), ...shown, ...edge(lines, last + 1)];
}

/** A line before or after; blank ones say nothing and are left out. */
function edge(lines: readonly string[], number: number): readonly Row[] {
  const line = number < 1 ? undefined : lines[number - 1];
  return line === undefined || line.trim() === '' ? [] : [{ number, meant: false }];
}

/** At least one caret: an empty range is shown as one character, also behind the end of the line. */
function carets(line: string, number: number, { start, end }: Range, view: Crop): string {
  const text = line.length - line.trimStart().length;
  const from = number === start.line ? start.column - 1 : text;
  const to = Math.max(number === end.line ? end.column - 1 : line.length, from + 1);
  const row = view.cells
    .map((cell) => (cell.at < to && cell.end > from ? '^' : ' ').repeat(cell.width))
    .join('');
  return ' '.repeat(view.indent) + (row.includes('^') ? row.trimEnd() : `${row}^`);
}

function columnsFor(digits: number, style: Style): number {
  return Math.max(style.rowWidth - digits - 6, 16);
}

function gutter(label: string, digits: number, style: Style): string {
  return style.dim(`${label.padStart(digits + 3)} ${style.rule}`);
}

function joinRow(left: string, right: string): string {
  return right === '' ? left : `${left} ${right}`;
}
