// Every place where a run has no full answer, as one flat list: what the formats for people and SARIF show as unknown.

import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { cellsOf } from '../model/summary.js';
import type { CellResult, FileResult } from '../model/verdict.js';

export interface UnknownEntry {
  readonly path: RepoPath;
  /** Absent when no server could even be asked. */
  readonly server?: string;
  readonly role: CellResult['role'];
  readonly cause: UnknownCause;
  /** Other servers gave the file a verdict all the same: it was judged in part. */
  readonly inPart: boolean;
}

/** In the order of files, then cells. Impaired findings cells count: the rest of what they would have said is unknown. */
export function unknownEntries(run: RunResult): readonly UnknownEntry[] {
  return run.files.flatMap(entriesOf);
}

function entriesOf({ path, verdict }: FileResult): readonly UnknownEntry[] {
  const inPart = verdict.kind !== 'unknown';
  const own: readonly UnknownEntry[] =
    verdict.kind === 'unknown' && verdict.cause !== undefined
      ? [{ path, role: 'required', cause: verdict.cause, inPart }]
      : [];
  return [
    ...own,
    ...cellsOf(verdict).flatMap(({ server, role, verdict: cell }) => {
      const cause =
        cell.kind === 'unknown' ? cell.cause : cell.kind === 'findings' ? cell.impaired : undefined;
      return cause === undefined ? [] : [{ path, server, role, cause, inPart }];
    }),
  ];
}
