// Places in SARIF as GitHub code scanning accepts them: one invalid location rejects the whole upload,
// with every good result in it (github/codeql-action#2459).

import type { Location, Region } from 'sarif';
import type { RepoPath } from '../model/base.js';
import type { Position, Range } from '../model/diagnostic.js';

/** URI relative to the repository root, every segment percent-encoded: no absolute path, no scheme, nothing a `#` could cut. */
export function relativeUri(path: RepoPath): string {
  const wellFormed = path.replace(/\p{Surrogate}/gu, '\ufffd'); // encodeURIComponent throws on half a pair
  return wellFormed.split('/').map(encodeURIComponent).join('/');
}

export function locationOf(path: RepoPath, range?: Range): Location {
  const artifactLocation = { uri: relativeUri(path) };
  return {
    physicalLocation:
      range === undefined ? { artifactLocation } : { artifactLocation, region: regionOf(range) },
  };
}

/** All four numbers, 1-based, end exclusive, never before the start. */
export function regionOf({ start, end }: Range): Region {
  const from = sound(start);
  const to = isBefore(end, from) ? from : sound(end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

/**
 * A range over several lines, cut to its first one: a pull request shows an alert only when all its lines are in the diff.
 * One that ends before the first character of the next line stays as it is, and so does one whose text is not at hand.
 */
export function narrowed(range: Range, lines: readonly string[] | undefined): Range {
  const { start, end } = range;
  const line = lines?.[start.line - 1];
  const ofOneLine = end.line <= start.line || (end.line === start.line + 1 && end.column === 1);
  if (ofOneLine || line === undefined) return range;
  return { start, end: { line: start.line, column: Math.max(line.length + 1, start.column) } };
}

function sound({ line, column }: Position): Position {
  return { line: Math.max(line, 1), column: Math.max(column, 1) };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}
