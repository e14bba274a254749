// UTF-16 columns as columns of UTF-8 bytes. Places are asked for in order, mostly: on one line the count goes on from the
// place before, so that thousands of findings on a line of megabytes do not read it thousands of times.

import type { Position } from '../model/diagnostic.js';

/** 1-based byte column of a place; undefined for a line that the text has not. */
export type ByteColumn = (place: Position) => number | undefined;

export function byteColumnsOf(text: string): ByteColumn {
  const lines = text.split(/\r\n|\r|\n/);
  let last = { line: 0, units: 0, bytes: 0 };
  return ({ line, column }) => {
    const content = lines[line - 1];
    if (content === undefined) return undefined;
    const units = Math.min(column - 1, content.length);
    const from = last.line === line && last.units <= units ? last : { line, units: 0, bytes: 0 };
    const bytes = from.bytes + Buffer.byteLength(content.slice(from.units, units));
    // Half of a surrogate pair counts as three bytes, a whole one as four: never go on from the middle of one.
    if (!/[\ud800-\udbff]/.test(content[units - 1] ?? '')) last = { line, units, bytes };
    return bytes + 1;
  };
}
