// Counts and the one verdict of a run, folded from its files. Pure; every reporter and the exit code use these.
// requested = clean + findings + unknown + skipped, always.

import type { AffectedSearch } from './affected.js';
import { assertNever } from './base.js';
import { atLeast, type Diagnostic } from './diagnostic.js';
import type { SkipReason } from './fault.js';
import type { RunResult, Summary } from './run.js';
import type { CellResult, FileResult, FileVerdict } from './verdict.js';

export function cellsOf(verdict: FileVerdict): readonly CellResult[] {
  return verdict.kind === 'skipped' ? [] : verdict.cells;
}

/** Findings and provisional diagnostics of a file, in report order; hidden ones are left out. */
export function reportedDiagnostics(file: FileResult): readonly Diagnostic[] {
  switch (file.verdict.kind) {
    case 'findings':
      return [...file.verdict.findings, ...provisionalOf(file.verdict)];
    case 'unknown':
    case 'clean': // an advisory server may have seen something without settling
      return provisionalOf(file.verdict);
    case 'skipped':
      return [];
    default:
      return assertNever(file.verdict);
  }
}

export function provisionalOf(verdict: FileVerdict): readonly Diagnostic[] {
  return cellsOf(verdict).flatMap((cell) =>
    cell.verdict.kind === 'unknown' ? cell.verdict.provisional : [],
  );
}

/** A required cell that is unknown or impaired, or a file that no server could be asked about. */
export function isIncomplete(verdict: FileVerdict): boolean {
  switch (verdict.kind) {
    case 'findings':
    case 'unknown':
      return verdict.incomplete;
    case 'clean':
    case 'skipped':
      return false;
    default:
      return assertNever(verdict);
  }
}

export function summarize(run: RunResult): Summary {
  const count = { clean: 0, findings: 0, unknown: 0, skipped: 0, incomplete: 0 };
  const bySeverity = { error: 0, warning: 0, info: 0, hint: 0 };
  const byStatus = { 'outside-change': 0, existing: 0, baselined: 0, suppressed: 0 };
  const skippedByReason: Partial<Record<SkipReason, number>> = {};
  let hidden = 0;
  let provisional = 0;
  let advisoryUnknown = 0;
  for (const { verdict } of run.files) {
    count[verdict.kind] += 1;
    if (isIncomplete(verdict)) count.incomplete += 1;
    if (verdict.kind === 'skipped')
      skippedByReason[verdict.reason] = (skippedByReason[verdict.reason] ?? 0) + 1;
    if (verdict.kind === 'findings') {
      for (const finding of verdict.findings) {
        if (finding.status === 'active') bySeverity[finding.severity] += 1;
        else byStatus[finding.status] += 1;
      }
    }
    for (const cell of cellsOf(verdict)) {
      hidden += cell.verdict.hidden.length;
      if (cell.verdict.kind === 'unknown') {
        provisional += cell.verdict.provisional.length;
        if (cell.role === 'advisory') advisoryUnknown += 1;
      }
    }
  }
  return {
    files: run.files.length,
    ...count,
    skippedByReason,
    ...bySeverity,
    hidden,
    provisional,
    outsideChange: byStatus['outside-change'],
    existing: byStatus.existing,
    baselined: byStatus.baselined,
    suppressed: byStatus.suppressed,
    advisoryUnknown,
    ...(run.affected !== undefined && { affected: run.files.filter((file) => file.affected).length }),
  };
}

export type FailedSearch = AffectedSearch & {
  readonly outcome: Extract<AffectedSearch['outcome'], { kind: 'failed' }>;
};

/** What a run comes to. `nothing-judged` is not a success word: zero files, or files that no server judged. */
export type RunVerdict =
  | { readonly kind: 'findings'; readonly complete: boolean }
  | {
      readonly kind: 'incomplete';
      readonly because: 'unknown' | 'interrupted' | 'affected' | 'nothing-judged' | 'uncovered';
    }
  | { readonly kind: 'clean'; readonly belowLevel: boolean }
  | { readonly kind: 'nothing-judged' };

export function isComplete(run: RunResult): boolean {
  return run.interrupted === undefined && allFilesComplete(run) && failedSearches(run).length === 0;
}

function allFilesComplete(run: RunResult): boolean {
  return run.files.every((file) => !isIncomplete(file.verdict));
}

/** Searches for dependents that did not come to their end: there may be more files that the change breaks. */
export function failedSearches(run: RunResult): readonly FailedSearch[] {
  return (run.affected ?? []).flatMap(({ outcome, ...search }) =>
    outcome.kind === 'failed' ? [{ ...search, outcome }] : [],
  );
}

/**
 * What reports call complete: everything asked about has its answer. Unlike `isComplete` it is also false when the policy
 * says that nothing, or too little, was judged, so that `complete: true` never stands beside exit 3.
 */
export function isConclusive(run: RunResult): boolean {
  return isComplete(run) && runVerdict(run).kind !== 'incomplete';
}

/** The fold with its own zero: no file judged is `nothing-judged`, never clean. Findings at the level win over incompleteness. */
export function runVerdict(run: RunResult): RunVerdict {
  const { policy } = run;
  const complete = isComplete(run);
  if (run.files.some(failsTheRun)) return { kind: 'findings', complete };
  if (run.interrupted !== undefined) return { kind: 'incomplete', because: 'interrupted' };
  if (!allFilesComplete(run)) return { kind: 'incomplete', because: 'unknown' };
  if (!complete) return { kind: 'incomplete', because: 'affected' };
  const judged = run.files.some((file) => file.verdict.kind === 'clean' || file.verdict.kind === 'findings');
  // One part of several may have nothing to judge, as long as another has; the merged run is asked again.
  if (!judged && run.shard?.servedElsewhere !== true) {
    const forgotten = policy.zeroConfig && run.uncovered.length > 0;
    if (policy.failOnEmpty || forgotten) return { kind: 'incomplete', because: 'nothing-judged' };
  }
  if (policy.onUncovered === 'fail' && run.uncovered.length > 0)
    return { kind: 'incomplete', because: 'uncovered' };
  // A file that only an advisory server was asked about, in vain, is not incomplete, and not clean either.
  if (!judged) return { kind: 'nothing-judged' };
  return { kind: 'clean', belowLevel: run.files.some((file) => file.verdict.kind === 'findings') };
}

function failsTheRun(file: FileResult): boolean {
  return reportedDiagnostics(file).some(
    (diagnostic) => diagnostic.status === 'active' && atLeast(diagnostic.severity, file.failOn),
  );
}

/** What --on-unknown is about. */
function isUnknown(because: Extract<RunVerdict, { kind: 'incomplete' }>['because']): boolean {
  return because === 'unknown' || because === 'affected';
}

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70 | 130 | 143;

/** Constants, never counts (contract, section 3). Provisional findings at the level count, also with `--on-unknown warn`. */
export function exitCodeOf(run: RunResult): ExitCode {
  if (run.interrupted === 'SIGINT') return 130;
  if (run.interrupted === 'SIGTERM') return 143;
  const verdict = runVerdict(run);
  switch (verdict.kind) {
    case 'findings':
      return 1;
    case 'incomplete':
      return isUnknown(verdict.because) && run.policy.onUnknown === 'warn' ? 0 : 3;
    case 'clean':
    case 'nothing-judged':
      return 0;
    default:
      return assertNever(verdict);
  }
}
