// A few lines around a place, for whoever must understand it without opening the file. Read inside the root only, links resolved,
// and no file above 2 MiB.

import type { AbsPath, RepoPath } from '../model/base.js';
import type { PlacedLocation } from './locations.js';
import { linesInside } from './read-inside.js';

export interface Snippet {
  readonly first_line_1based: number;
  readonly lines: readonly string[];
}

export const mostContextLines = 20;

/** Each file is read once. No snippet where the file may not or cannot be read. */
export function snippetReader(root: AbsPath) {
  const files = new Map<RepoPath, Promise<readonly string[] | undefined>>();
  return async ({ inside, range }: PlacedLocation, contextLines: number): Promise<Snippet | undefined> => {
    const around = Math.min(contextLines, mostContextLines);
    if (inside === undefined || around <= 0) return undefined;
    const reading = files.get(inside) ?? linesInside(root, inside, mostBytes);
    files.set(inside, reading);
    const lines = await reading;
    if (lines === undefined || lines[range.start.line] === undefined) return undefined;
    const first = Math.max(0, range.start.line - around);
    const last = Math.min(range.end.line, range.start.line + around) + around;
    const shown = lines.slice(first, last + 1).map((line) => line.slice(0, longestLineChars));
    return { first_line_1based: first + 1, lines: shown };
  };
}

const mostBytes = 2 * 1024 * 1024;
const longestLineChars = 500;
