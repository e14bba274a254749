// Command lines count in bytes or in code points where lspcheck counts UTF-16 units: their places, read again from the text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../workspace.js';

/** 1-based; columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of a 0-based offset in UTF-8 bytes. */
export function placeOfByte(workspace: Workspace, path: string, offset: number): Place {
  const before = readFileSync(join(workspace.root, path)).subarray(0, offset).toString('utf8').split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The place of a 1-based line and a 1-based column in code points. */
export function placeOfCodePoint(workspace: Workspace, path: string, line: number, column: number): Place {
  const text = readFileSync(join(workspace.root, path), 'utf8').split('\n')[line - 1] ?? '';
  return { line, column: [...text].slice(0, column - 1).join('').length + 1 };
}

/** The place of a 1-based line and a 1-based column in UTF-8 bytes. */
export function placeOfUtf8(workspace: Workspace, path: string, line: number, column: number): Place {
  const text = readFileSync(join(workspace.root, path), 'utf8').split('\n')[line - 1] ?? '';
  return {
    line,
    column:
      Buffer.from(text)
        .subarray(0, column - 1)
        .toString('utf8').length + 1,
  };
}
