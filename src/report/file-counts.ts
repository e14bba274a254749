// How many files came to what, in words. Every file is in exactly one of the counts, so that they add up to those asked about:
// what counts against it (active findings), findings that do not count, unknown, skipped, without findings.

import { atLeast, type Diagnostic, severities } from '../model/diagnostic.js';
import type { RunResult, Summary } from '../model/run.js';
import { summarize } from '../model/summary.js';
import type { FileResult } from '../model/verdict.js';
import { type UnknownEntry, unknownEntries } from './unknowns.js';
import { distinct, listed, plural } from './words.js';

export interface FileCounts {
  readonly summary: Summary;
  /** Files with an active finding. */
  readonly active: number;
  /** An active finding is at the level at which its file fails the run. */
  readonly atLevel: boolean;
  /** Files whose findings are all outside the change, existing, baselined or suppressed. */
  readonly inactive: number;
  /** Names of what left files unknown: servers, or the reason where none was asked. */
  readonly unknownBy: readonly string[];
  /** Files with findings that a required server judged in part only. */
  readonly partial: number;
  readonly partialBy: readonly string[];
}

/** Names in one pair of parentheses. */
export const mostNames = 6;

export function countFiles(run: RunResult): FileCounts {
  const summary = summarize(run);
  const active = run.files.filter((file) => activeOf(file).length > 0);
  const unknowns = unknownEntries(run);
  const partial = unknowns.filter((entry) => entry.inPart && entry.role === 'required');
  return {
    summary,
    active: active.length,
    atLevel: active.some((file) => activeOf(file).some(({ severity }) => atLeast(severity, file.failOn))),
    inactive: summary.findings - active.length,
    unknownBy: namesOf(unknowns.filter((entry) => !entry.inPart)),
    partial: distinct(partial.map(({ path }) => path)).length,
    partialBy: namesOf(partial),
  };
}

/** Findings that count, in report order. */
export function activeOf({ verdict }: FileResult): readonly Diagnostic[] {
  return verdict.kind === 'findings' ? verdict.findings.filter(({ status }) => status === 'active') : [];
}

/** `2 errors, 1 hint in 2 of 5 files, 1 of them judged in part (eslint)`; errors are named also when there are none. */
export function findingWords({ summary, active, partial, partialBy }: FileCounts, of: boolean): string {
  const counted = severities
    .filter((severity) => severity === 'error' || summary[severity] > 0)
    .map((severity) => (severity === 'info' ? `${summary.info} info` : plural(summary[severity], severity)));
  const total = plural(summary.files, 'file');
  const where = active === 0 ? total : of ? `${active} of ${total}` : plural(active, 'file');
  const part =
    partial === 0
      ? ''
      : `, ${partial}${active === 0 ? '' : ' of them'} judged in part (${listed(partialBy, mostNames)})`;
  return `${counted.join(', ')} in ${where}${part}`;
}

/** `1 unknown (pyright)`; with a total `1 of 5 files unknown (pyright)`. */
export function unknownWords({ summary, unknownBy }: FileCounts, total?: string): string {
  const count = total === undefined ? '' : ` of ${total}`;
  return `${summary.unknown}${count} unknown (${listed(unknownBy, mostNames)})`;
}

/** `2 skipped`, `2 skipped (no-server)`, `2 of 5 files skipped (deleted, no-server)`. */
export function skippedWords({ summary }: FileCounts, reasons: boolean, total?: string): string {
  const why = Object.keys(summary.skippedByReason).sort().join(', ');
  return `${summary.skipped}${total === undefined ? '' : ` of ${total}`} skipped${reasons ? ` (${why})` : ''}`;
}

function namesOf(entries: readonly UnknownEntry[]): readonly string[] {
  return [...distinct(entries.map(({ server, cause }) => server ?? cause.reason))].sort();
}
