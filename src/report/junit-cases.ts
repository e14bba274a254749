// A run as test cases: one for each file under each server, and one that says whether the run is complete, so that no run
// is an empty success. What is below the level that fails stands in `also`: the case passes, as the run does.

import { assertNever } from '../model/base.js';
import { atLeast, compareDiagnostics, type Diagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { isConclusive, runVerdict } from '../model/summary.js';
import type { CellResult, FileResult } from '../model/verdict.js';
import { oneLine, visible } from './escape.js';
import { activeOf } from './file-counts.js';
import { remedyOf, sentenceOf, skipTexts } from './reasons.js';
import type { ReportContext } from './reporter.js';
import { summarySentence } from './summary-sentence.js';
import { findingLines } from './text-finding.js';
import { styleFor } from './text-style.js';
import { plural } from './words.js';

export interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** More that was said; empty when nothing was. */
  readonly also: string;
  readonly ms?: number;
}

/** Texts are visible already. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly text: string }
  | {
      readonly kind: 'error' | 'failure';
      readonly type: string;
      readonly message: string;
      readonly text: string;
    };

/** Of what no single server is asked about. */
const ownSuite = 'lspcheck';

/** The case of the run first, then by suite, within one by file. */
export function testCasesOf(run: RunResult, context: ReportContext): readonly TestCase[] {
  // The same wherever it is written: neither the terminal nor the current folder shows in it.
  const plain = {
    ...context,
    shownPath: String,
    ...{ quiet: true, color: false, hyperlinks: false, unicode: true, width: undefined },
  };
  const lines = (path: FileResult['path'], found: readonly Diagnostic[]) =>
    [...found]
      .sort(compareDiagnostics)
      .flatMap((diagnostic) => findingLines(path, diagnostic, () => undefined, plain, styleFor(plain)))
      .join('\n');
  const cases = run.files.flatMap((file) => fileCases(file, (found) => lines(file.path, found)));
  const own = cases.filter(({ suite }) => suite === ownSuite);
  const others = cases.filter(({ suite }) => suite !== ownSuite);
  const bySuite = others.sort((a, b) => (a.suite === b.suite ? 0 : a.suite < b.suite ? -1 : 1));
  return [wholeRun(run), ...own, ...bySuite];
}

function wholeRun(run: RunResult): TestCase {
  const text = visible(summarySentence(run).text);
  const named = { suite: ownSuite, name: 'the run is complete' };
  if (!isConclusive(run)) {
    return { ...named, outcome: { kind: 'error', type: 'incomplete', message: text, text }, also: '' };
  }
  if (runVerdict(run).kind === 'nothing-judged')
    return { ...named, outcome: { kind: 'skipped', text }, also: '' };
  return { ...named, outcome: { kind: 'passed' }, also: text };
}

type LinesOf = (found: readonly Diagnostic[]) => string;

function fileCases(file: FileResult, linesOf: LinesOf): readonly TestCase[] {
  const { path, verdict } = file;
  const own = { suite: ownSuite, name: path, also: '' };
  if (verdict.kind === 'skipped') {
    const text = oneLine(`${verdict.reason}: ${verdict.detail ?? skipTexts[verdict.reason].sentence}`);
    return [{ ...own, outcome: { kind: 'skipped', text } }];
  }
  const cells = verdict.cells.flatMap((cell) => cellCases(file, cell, linesOf));
  return verdict.kind === 'unknown' && verdict.cause !== undefined
    ? [{ ...own, outcome: unknown(verdict.cause, undefined, '') }, ...cells]
    : cells;
}

function cellCases(file: FileResult, cell: CellResult, linesOf: LinesOf): readonly TestCase[] {
  const { server, verdict, ms } = cell;
  const one = { suite: server, name: file.path, ms };
  switch (verdict.kind) {
    case 'clean':
      return [{ ...one, outcome: { kind: 'passed' }, also: '' }];
    case 'findings': {
      const found = activeOf(file).filter((finding) => finding.server === server);
      const judged = { ...one, ...foundOutcome(found, verdict.findings.length, file, linesOf) };
      if (verdict.impaired === undefined) return [judged];
      const rest = { suite: server, name: `${file.path} (what it could not judge)` };
      return [judged, { ...rest, ...unknownOutcome(verdict.impaired, cell, file, '') }];
    }
    case 'unknown':
      return [{ ...one, ...unknownOutcome(verdict.cause, cell, file, linesOf(verdict.provisional)) }];
    default:
      return assertNever(verdict);
  }
}

function foundOutcome(
  found: readonly Diagnostic[],
  said: number,
  file: FileResult,
  linesOf: LinesOf,
): Pick<TestCase, 'outcome' | 'also'> {
  if (found.length === 0) {
    const also = `${plural(said, 'finding')}, not counted here: outside what counts, or another server says the same`;
    return { outcome: { kind: 'passed' }, also };
  }
  const text = linesOf(found);
  if (!found.some((finding) => isAtLevel(finding, file))) return { outcome: { kind: 'passed' }, also: text };
  const [first = ''] = text.split('\n');
  const message = found.length === 1 ? first : `${plural(found.length, 'finding')}, the first: ${first}`;
  return { outcome: { kind: 'failure', type: 'finding', message, text }, also: '' };
}

/** An advisory server's missing answer fails nothing, unless what it saw does. */
function unknownOutcome(
  cause: UnknownCause,
  { server, role, verdict }: CellResult,
  file: FileResult,
  seen: string,
): Pick<TestCase, 'outcome' | 'also'> {
  const outcome = unknown(cause, server, seen);
  const provisional = verdict.kind === 'unknown' ? verdict.provisional : [];
  if (role === 'required' || provisional.some((found) => isAtLevel(found, file)))
    return { outcome, also: '' };
  return { outcome: { kind: 'skipped', text: `unknown (advisory): ${outcome.message}` }, also: seen };
}

function isAtLevel({ status, severity }: Diagnostic, { failOn }: FileResult): boolean {
  return status === 'active' && atLeast(severity, failOn);
}

function unknown(cause: UnknownCause, server: string | undefined, seen: string) {
  const message = oneLine(`${cause.reason}: ${sentenceOf(cause)}`);
  const fix = `fix: ${oneLine(remedyOf(cause, server))}`;
  const text = [message, fix, ...(seen === '' ? [] : [seen])].join('\n');
  return { kind: 'error', type: cause.reason, message, text } as const;
}
