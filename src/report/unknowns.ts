// Every place where a run has no full answer, as flat lists: what every format but text and JSON shows as unknown.

import { assertNever, type RepoPath } from '../model/base.js';
import type { UnknownCause, UnknownReason } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { cellsOf, failedSearches, runVerdict } from '../model/summary.js';
import type { CellResult, FileResult } from '../model/verdict.js';
import { unknownDependents } from './affected-words.js';
import { remedyOf, sentenceOf } from './reasons.js';
import { groupBy, plural } from './words.js';

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

export interface UnknownFile {
  readonly path: RepoPath;
  /** `required` when a required server's answer is missing; then the run is incomplete. */
  readonly role: CellResult['role'];
  readonly inPart: boolean;
  /** The first one of a required server, else the first one. */
  readonly reason: UnknownReason;
  /** A line for each server: name, reason, why, what to do. Hostile text until escaped. */
  readonly message: string;
}

/** One for each file with a missing answer, for formats that have one place per file. */
export function unknownFiles(run: RunResult): readonly UnknownFile[] {
  return groupBy(unknownEntries(run), ({ path }) => path).map((group) => {
    const [first] = group as readonly [UnknownEntry]; // a group has at least one entry
    const gravest = group.find(({ role }) => role === 'required') ?? first;
    return {
      path: first.path,
      role: gravest.role,
      inPart: group.some(({ inPart }) => inPart),
      reason: gravest.cause.reason,
      message: group.map(sentenceWithRemedy).join('\n'),
    };
  });
}

/** Why a run is incomplete beside its unknown files; undefined where only files tell it, or it is complete. */
export function incompleteness(run: RunResult): string | undefined {
  if (run.interrupted !== undefined) return `the run was interrupted by ${run.interrupted}`;
  if (failedSearches(run).length > 0) return unknownDependents(run);
  const verdict = runVerdict(run);
  if (verdict.kind !== 'incomplete') return undefined;
  switch (verdict.because) {
    case 'unknown':
    case 'interrupted':
    case 'affected':
      return undefined;
    case 'uncovered': {
      const files = plural(run.uncovered.length, 'file has', 'files have');
      return `${files} no server, though there is one for the language`;
    }
    case 'nothing-judged':
      return 'no file was judged';
    default:
      return assertNever(verdict.because);
  }
}

function sentenceWithRemedy({ server, cause }: UnknownEntry): string {
  const who = server === undefined ? '' : `${server}, `;
  return `${who}${cause.reason}: ${sentenceOf(cause)} (fix: ${remedyOf(cause, server)})`;
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
