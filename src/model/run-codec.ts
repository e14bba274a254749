// JSON report → RunResult, for merge, daemon answers and run memory. It takes what `run-report` writes and nothing looser:
// a clean or findings cell without evidence, a verdict that its cells do not bear out, or counts that do not add up
// are refused, so that no edited, cut or foreign report can become a success. Unknown keys are ignored.
// One of the places that may make a Settlement: the evidence was seen by the run that wrote the report.

import { decodeCause } from './affected-codec.js';
import type { RepoPath } from './base.js';
import { type ContentHash, isNonEmpty } from './base.js';
import { compareDiagnostics, type Diagnostic } from './diagnostic.js';
import { decodeDiagnostic, decodePath } from './diagnostic-codec.js';
import { skipReasons } from './fault.js';
import { duration, field, flag, list, Mismatch, oneOf, optional, type Place, text } from './json-reader.js';
import type { RunResult } from './run.js';
import { decodePreamble, failLevels } from './run-preamble.js';
import { encodeOutcome } from './run-report.js';
import { evidences, type Settlement, settlement } from './settlement.js';
import { isIncomplete } from './summary.js';
import type { CellResult, CellVerdict, FileResult, FileVerdict } from './verdict.js';

/** The other way, beside its inverse. */
export { encodeRun } from './run-report.js';

export type DecodedRun =
  | { readonly kind: 'run'; readonly run: RunResult }
  /** `at`: the place in the report, `files[3].cells[0].via`; empty for the whole. The message may quote the report. */
  | { readonly kind: 'invalid'; readonly at: string; readonly message: string };

/** Reads a parsed JSON report. A settlement's diagnostics are the reported ones: what a server sent beyond them is not in a report. */
export function decodeRun(report: unknown): DecodedRun {
  try {
    return { kind: 'run', run: readRun({ value: report, at: '' }) };
  } catch (error) {
    if (error instanceof Mismatch) return { kind: 'invalid', at: error.at, message: error.message };
    throw error;
  }
}

function readRun(report: Place): RunResult {
  const preamble = decodePreamble(report);
  const files = list(field(report, 'files'), (file) => readFile(file, preamble.policy.failOn));
  files.forEach(({ path }, index) => {
    const before = files[index - 1]?.path;
    if (before !== undefined && before >= path)
      throw new Mismatch(`files[${index}].path`, 'files are not sorted, or one comes twice');
  });
  const run: RunResult = { ...preamble, files };
  for (const [key, expected] of Object.entries(encodeOutcome(run))) {
    const found = field(report, key);
    if (!agrees(expected, found.value))
      throw new Mismatch(found.at, 'does not agree with the files of the report');
  }
  return run;
}

function readFile(file: Place, failOn: FileResult['failOn']): FileResult {
  const hash = optional(file, 'contentHash', readHash);
  return {
    path: decodeFilePath(file),
    verdict: readVerdict(file, hash.contentHash),
    ...hash,
    failOn: optional(file, 'failOn', (level) => oneOf(level, failLevels)).failOn ?? failOn,
    ...(optional(file, 'affected', flag).affected === true && { affected: true }),
  };
}

function readVerdict(file: Place, hash: ContentHash | undefined): FileVerdict {
  const told = oneOf(field(file, 'verdict'), ['clean', 'findings', 'unknown', 'skipped']);
  const reported = list(field(file, 'diagnostics'), decodeDiagnostic);
  const repeated = optional(file, 'repeated', readDiagnostics).repeated ?? [];
  const hidden = optional(file, 'hidden', readDiagnostics).hidden ?? [];
  const of = { hash, found: [...reported, ...repeated], hidden };
  const cells = list(field(file, 'cells'), (cell) => readCell(cell, of));
  const names = new Set(cells.map((cell) => cell.server));
  if (names.size !== cells.length) throw new Mismatch(field(file, 'cells').at, 'a server comes twice');
  if ([...of.found, ...hidden].some((diagnostic) => !names.has(diagnostic.server)))
    throw new Mismatch(field(file, 'diagnostics').at, 'a diagnostic of a server that did not judge the file');

  const verdict = told === 'skipped' ? readSkipped(file, cells) : foldCells(file, cells, reported);
  if (verdict.kind !== told)
    throw new Mismatch(field(file, 'verdict').at, `its cells come to ${verdict.kind}, not ${told}`);
  if (isIncomplete(verdict) !== flag(field(file, 'incomplete')))
    throw new Mismatch(field(file, 'incomplete').at, `its cells come to ${isIncomplete(verdict)}`);
  return verdict;
}

function readDiagnostics(place: Place): readonly Diagnostic[] {
  return list(place, decodeDiagnostic);
}

function readSkipped(file: Place, cells: readonly CellResult[]): FileVerdict {
  if (cells.length > 0) throw new Mismatch(field(file, 'cells').at, 'a skipped file has no cells');
  return {
    kind: 'skipped',
    reason: oneOf(field(file, 'reason'), skipReasons),
    ...optional(file, 'detail', text),
    ...optional(file, 'hint', text),
  };
}

/** As the judge folds: the worst of the cells, where an advisory server's silence is no fault, and only a clean cell makes clean. */
function foldCells(file: Place, cells: readonly CellResult[], reported: readonly Diagnostic[]): FileVerdict {
  const findings = reported.filter((diagnostic) => !diagnostic.provisional);
  const incomplete = cells.some((cell) => cell.role === 'required' && isDoubtful(cell.verdict));
  if (!isNonEmpty(cells) || field(file, 'reason').value !== undefined)
    return { kind: 'unknown', cells, cause: decodeCause(file), incomplete: true };
  if (isNonEmpty(findings)) return { kind: 'findings', cells, findings, incomplete };
  if (incomplete || !cells.some((cell) => cell.verdict.kind === 'clean'))
    return { kind: 'unknown', cells, incomplete };
  return { kind: 'clean', cells };
}

function isDoubtful(verdict: CellVerdict): boolean {
  return verdict.kind === 'unknown' || (verdict.kind === 'findings' && verdict.impaired !== undefined);
}

/** What the file says beside its cells. */
interface FileParts {
  readonly hash: ContentHash | undefined;
  readonly found: readonly Diagnostic[];
  readonly hidden: readonly Diagnostic[];
}

function readCell(cell: Place, of: FileParts): CellResult {
  const server = text(field(cell, 'server'));
  const kind = oneOf(field(cell, 'verdict'), ['clean', 'findings', 'unknown']);
  const own = of.found.filter((diagnostic) => diagnostic.server === server);
  const hidden = of.hidden.filter((diagnostic) => diagnostic.server === server);
  if (own.some((diagnostic) => diagnostic.provisional !== (kind === 'unknown')))
    throw new Mismatch(cell.at, `a diagnostic of ${server} does not fit the verdict ${kind}`);
  return {
    server,
    role: optional(cell, 'role', (role) => oneOf(role, ['required', 'advisory'])).role ?? 'required',
    verdict: readCellVerdict(cell, kind, of.hash, own.sort(compareDiagnostics), hidden),
    ms: optional(cell, 'ms', duration).ms ?? 0,
  };
}

function readCellVerdict(
  cell: Place,
  kind: CellVerdict['kind'],
  hash: ContentHash | undefined,
  own: readonly Diagnostic[],
  hidden: readonly Diagnostic[],
): CellVerdict {
  if (kind === 'unknown') return { kind, cause: decodeCause(cell), provisional: own, hidden };
  const evidence = readEvidence(cell, hash, [...own, ...hidden]);
  if (!isNonEmpty(own)) {
    if (kind === 'findings') throw new Mismatch(cell.at, 'a findings cell without a finding');
    return { kind: 'clean', settlement: evidence, hidden };
  }
  if (kind === 'clean') throw new Mismatch(cell.at, 'a clean cell with findings');
  const impaired = field(cell, 'reason').value === undefined ? {} : { impaired: decodeCause(cell) };
  return { kind, settlement: evidence, findings: own, hidden, ...impaired };
}

function readEvidence(
  cell: Place,
  hash: ContentHash | undefined,
  diagnostics: readonly Diagnostic[],
): Settlement {
  const via = oneOf(field(cell, 'via'), evidences);
  if (hash === undefined) throw new Mismatch(cell.at, 'a verdict on a file without a content hash');
  return settlement(
    via,
    hash,
    diagnostics.map(({ server: _, fingerprint: __, status: ___, provisional: ____, ...said }) => said),
  );
}

function readHash(place: Place): ContentHash {
  const hash = text(place);
  if (!/^sha256:[0-9a-f]{64}$/.test(hash)) throw new Mismatch(place.at, 'expected sha256: and 64 hex digits');
  return hash as ContentHash; // the border at which a string of a report becomes a ContentHash
}

/** Everything expected is found; what else stands there is of a newer lspcheck, and ignored. */
function agrees(expected: unknown, found: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === found;
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(expected).every(([key, value]) =>
    agrees(value, Object.entries(found).find(([name]) => name === key)?.[1]),
  );
}

/** A named path outside of the root is told as it was named: it was not read, so nothing but `read-failed` can be said of it. */
function decodeFilePath(file: Place): RepoPath {
  const outside = text(field(file, 'path')).startsWith('../');
  const unread = optional(file, 'reason', text)['reason'] === 'read-failed';
  return outside && unread ? (text(field(file, 'path')) as RepoPath) : decodePath(field(file, 'path'));
}
