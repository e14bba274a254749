// What an edit would change, as a unified diff: for people and agents to look at before it is made.

import { createTwoFilesPatch } from 'diff';
import type { FileEdit } from './edit-plan.js';

export interface ShownDiff {
  readonly diff: string;
  /** There is more than is shown. */
  readonly diff_truncated: boolean;
}

const mostChars = 200_000;
/** Steps that one file's difference may take: beyond them its lines have next to nothing in common. */
const longestEdit = 5000;

export function unifiedDiff(
  files: readonly Pick<FileEdit, 'path' | 'textBefore' | 'textAfter'>[],
): ShownDiff {
  let diff = '';
  for (const { path, textBefore, textAfter } of files) {
    const options = { context: 3, maxEditLength: longestEdit };
    const made = createTwoFilesPatch(
      `a/${path}`,
      `b/${path}`,
      textBefore,
      textAfter,
      undefined,
      undefined,
      options,
    );
    // The library answers nothing where it gave up, whatever its types say of this overload.
    const patch = (made as string | undefined) ?? `--- a/${path}\n+++ b/${path}\n(too different to show)\n`;
    // Its first line is a rule of `=` that no tool needs.
    diff += patch.replace(/^=+\n/, '');
    if (diff.length > mostChars) return { diff: diff.slice(0, mostChars), diff_truncated: true };
  }
  return { diff, diff_truncated: false };
}
