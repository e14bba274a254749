// A run as a tool's answer: the verdict first, then the object of the JSON report, whole unless a limit cuts it; and a few lines of text.
// Invariant: no text says that there are no diagnostics without saying what is unknown.

import type { CheckOutcome } from '../check.js';
import type { AbsPath, JsonObject, JsonValue } from '../model/base.js';
import { encodeFile, encodeRun } from '../model/run-report.js';
import {
  cellsOf,
  exitCodeOf,
  isComplete,
  isConclusive,
  reportedDiagnostics,
  runVerdict,
  summarize,
} from '../model/summary.js';
import type { FileResult } from '../model/verdict.js';
import { absoluteOf } from '../platform/paths.js';
import { oneLine } from '../report/escape.js';
import { summarySentence } from '../report/summary-sentence.js';
import type { ToolAnswer } from './tool.js';

const withoutTimes = { timings: false };

/** Of one file that was asked about: the run has that file alone. */
export function fileAnswerOf(outcome: CheckOutcome, limit: number | undefined): ToolAnswer {
  const { run, root, warnings } = outcome;
  const [file] = run.files;
  if (file === undefined || run.files.length > 1)
    throw new Error(`${run.files.length} files where one was asked about`);
  const { verdict, incomplete, ...whole } = withPath(encodeFile(run, file, withoutTimes), file, root);
  const cut = cutter(limit);
  return {
    structured: {
      ...{ verdict: verdict ?? null, incomplete: incomplete ?? null, positionBase: 1 },
      ...cut.file(whole),
      ...cut.total(),
      ...warningsOf(warnings),
    },
    text: textOf(outcome),
    exitCode: exitCodeOf(run),
  };
}

export function runAnswerOf(outcome: CheckOutcome, limit: number | undefined): ToolAnswer {
  const { run, root, warnings } = outcome;
  const { files: _, ...head } = encodeRun(run, withoutTimes);
  const cut = cutter(limit);
  const files = run.files.map((file) => cut.file(withPath(encodeFile(run, file, withoutTimes), file, root)));
  return {
    structured: {
      ...{ verdict: verdictOf(outcome), incomplete: !isConclusive(run), positionBase: 1 },
      ...head,
      files,
      ...cut.total(),
      ...warningsOf(warnings),
    },
    text: textOf(outcome),
    exitCode: exitCodeOf(run),
  };
}

/** The worst of the files' verdicts. */
function verdictOf({ run }: CheckOutcome): 'findings' | 'unknown' | 'clean' | 'nothing-judged' {
  const { findings, clean, unknown } = summarize(run);
  // What an advisory server saw without settling fails a run as well.
  if (findings > 0 || runVerdict(run).kind === 'findings') return 'findings';
  if (unknown > 0 || !isComplete(run)) return 'unknown';
  if (clean === 0) return 'nothing-judged';
  // All that was judged is clean, and the policy says that too little was.
  return isConclusive(run) ? 'clean' : 'unknown';
}

function withPath(encoded: JsonObject, { path }: FileResult, root: AbsPath): JsonObject {
  const { path: _, ...rest } = encoded;
  return { path, file_path: absoluteOf(root, path), ...rest };
}

/** Lets the first `limit` diagnostics of an answer through, and says how many there were. */
function cutter(limit: number | undefined) {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let seen = 0;
  return {
    file(encoded: JsonObject): JsonObject {
      const diagnostics = listOf(encoded['diagnostics']);
      seen += diagnostics.length;
      const kept = diagnostics.slice(0, left);
      left -= kept.length;
      return { ...encoded, diagnostics: kept };
    },
    total: () => (limit !== undefined && seen > limit ? { total: seen } : {}),
  };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function warningsOf(warnings: readonly string[]) {
  return warnings.length === 0 ? {} : { warnings };
}

const mostLines = 20;

/** The summary, what is unknown and why, then findings, as far as they fit. */
function textOf({ run }: CheckOutcome): string {
  const unknown = run.files.flatMap(unknownLines);
  const findings = run.files.flatMap((file) =>
    reportedDiagnostics(file).map(({ server, code, severity, message, range, provisional }) => {
      const rule = code === undefined ? server : `${server} ${code}`;
      const place = `${file.path}:${range.start.line}:${range.start.column}`;
      return `${place}: ${provisional ? 'provisional ' : ''}${severity}: ${message} [${rule}]`;
    }),
  );
  const lines = [...unknown, ...findings];
  const more = lines.length - mostLines;
  return [
    summarySentence(run).text,
    ...lines.slice(0, mostLines),
    ...(more > 0 ? [`and ${more} more: structuredContent has them all`] : []),
  ]
    .map((line) => oneLine(line))
    .join('\n');
}

function unknownLines({ path, verdict }: FileResult): readonly string[] {
  const ofFile =
    verdict.kind === 'skipped'
      ? [`${path}: skipped (${verdict.reason})${verdict.detail === undefined ? '' : `: ${verdict.detail}`}`]
      : verdict.kind === 'unknown' && verdict.cause !== undefined
        ? [`${path}: unknown (${verdict.cause.reason}): ${verdict.cause.detail}`]
        : [];
  const ofCells = cellsOf(verdict).flatMap(({ server, verdict: word }) =>
    word.kind === 'unknown'
      ? [`${path}: unknown (${server}, ${word.cause.reason}): ${word.cause.detail}`]
      : [],
  );
  return [...ofFile, ...ofCells];
}
