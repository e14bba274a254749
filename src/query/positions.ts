// Places in files as this room tells and takes them: 0-based lines and UTF-16 columns, however the server counts.

import type { PositionEncoding } from '../model/server-definition.js';
import { characterOf, convertRange } from '../session/document-text.js';

/** 0-based line, 0-based UTF-16 column. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** The end is exclusive. */
export interface Span {
  readonly start: Place;
  readonly end: Place;
}

/** @param lines undefined where the text is not known: then columns are taken over as they are */
export function spanOf(
  raw: unknown,
  lines: readonly string[] | undefined,
  encoding: PositionEncoding,
): { readonly span: Span; readonly approximate: boolean } {
  const { range, approximate } = convertRange(raw, lines, encoding);
  const { start, end } = range;
  const span = {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
  return { span, approximate };
}

/** Our place as the server counts. */
export function serverPlace(place: Place, lines: readonly string[], encoding: PositionEncoding): Place {
  return { line: place.line, character: characterOf(lines[place.line] ?? '', place.character, encoding) };
}

export function contains(span: Span, place: Place): boolean {
  return !isBefore(place, span.start) && !isBefore(span.end, place);
}

export function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
