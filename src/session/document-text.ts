// A document's text as lines, and positions in it: the one place where LSP positions (0-based, in the server's encoding)
// become ours (1-based, UTF-16). Never throws; what had to be clamped or guessed says so.

import type { Position, Range } from '../model/diagnostic.js';
import type { PositionEncoding } from '../model/server-definition.js';

export interface ConvertedRange {
  readonly range: Range;
  readonly approximate: boolean;
}

/**
 * Converts a range; `lines` undefined means that the text is not known (a related place in another file): then columns are
 * taken over as they are, which is exact for utf-16 and approximate otherwise.
 */
export function convertRange(
  raw: unknown,
  lines: readonly string[] | undefined,
  encoding: PositionEncoding,
): ConvertedRange {
  const start = convertPosition(field(raw, 'start'), lines, encoding);
  const end = convertPosition(field(raw, 'end'), lines, encoding);
  const approximate = start.approximate || end.approximate;
  if (isBefore(end.position, start.position)) {
    return { range: { start: start.position, end: start.position }, approximate: true };
  }
  return { range: { start: start.position, end: end.position }, approximate };
}

interface ConvertedPosition {
  readonly position: Position;
  readonly approximate: boolean;
}

function convertPosition(
  raw: unknown,
  lines: readonly string[] | undefined,
  encoding: PositionEncoding,
): ConvertedPosition {
  const line = countOf(field(raw, 'line'));
  const character = countOf(field(raw, 'character'));
  if (line === undefined || character === undefined)
    return { position: { line: 1, column: 1 }, approximate: true };
  if (lines === undefined) {
    return {
      position: { line: line + 1, column: character + 1 },
      approximate: encoding !== 'utf-16' && character > 0,
    };
  }
  const text = lines[line];
  if (text === undefined) return { position: endOf(lines), approximate: true };
  const column = utf16Column(text, character, encoding);
  // "If the character value is greater than the line length it defaults back to the line length" (LSP 3.17, Position).
  return { position: { line: line + 1, column: column + 1 }, approximate: false };
}

function endOf(lines: readonly string[]): Position {
  return { line: Math.max(1, lines.length), column: (lines.at(-1)?.length ?? 0) + 1 };
}

function utf16Column(line: string, character: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(character, line.length);
  let units = 0;
  let column = 0;
  for (const codePoint of line) {
    if (units >= character) break;
    units += unitsOf(codePoint, encoding);
    column += codePoint.length;
  }
  return column;
}

/**
 * The UTF-16 column (0-based) of a server's character, exactly: undefined where it is no count, lies inside a character or behind
 * the line. There LSP has the line's end (3.17, Position), which is good enough to show a place, and not to change a text.
 */
export function exactColumn(
  line: string,
  character: unknown,
  encoding: PositionEncoding,
): number | undefined {
  const count = countOf(character);
  if (count === undefined) return undefined;
  let units = 0;
  let column = 0;
  for (const codePoint of line) {
    if (units >= count) break;
    units += unitsOf(codePoint, encoding);
    column += codePoint.length;
  }
  return units === count ? column : undefined;
}

/** The server's character for a UTF-16 column (0-based); a column inside a character counts as its start. */
export function characterOf(line: string, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(column, line.length);
  let units = 0;
  let at = 0;
  for (const codePoint of line) {
    if (at + codePoint.length > column) break;
    units += unitsOf(codePoint, encoding);
    at += codePoint.length;
  }
  return units;
}

function unitsOf(codePoint: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return codePoint.length;
  return encoding === 'utf-32' ? 1 : Buffer.byteLength(codePoint, 'utf8');
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** A count as LSP's uinteger; a float or a negative number is none. */
function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Reads one field of untrusted JSON. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
