// The job summary: Markdown for people, unknown files above findings. The runner throws away a summary above 1 MiB whole,
// so ours stops earlier and says what it left out. Everything from servers and repositories is escaped for Markdown and HTML.

import { compareDiagnostics, type Diagnostic, severities } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf } from '../model/summary.js';
import { fileCountWords } from './affected-words.js';
import { visible } from './escape.js';
import { activeOf } from './file-counts.js';
import { markdownText } from './markdown-text.js';
import { remedyOf, sentenceOf } from './reasons.js';
import type { ReportContext } from './reporter.js';
import { scopeLine } from './scope-words.js';
import { summarySentence } from './summary-sentence.js';
import { styleFor } from './text-style.js';
import { unknownEntries } from './unknowns.js';

const mostBytes = 900 * 1024;
/** Room for what is said at the end. */
const reservedBytes = 1024;

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Markdown of at most 900 KiB in UTF-8, ending in a line break. */
export function githubStepSummary(run: RunResult, context: ReportContext): string {
  const { mark, text } = summarySentence(run);
  const scope = scopeLine(run, fileCountWords(run));
  const top = `### ${styleFor(context).marks[mark]} lspcheck: ${markdownText(text)}\n\n${markdownText(scope)}\n`;
  const pieces = [top];
  const left: string[] = [];
  let room = mostBytes - reservedBytes - Buffer.byteLength(top);
  for (const table of tables(run).filter(({ rows }) => rows.length > 0)) {
    const head = tableHead(table);
    const fitting = rowsThatFit(table.rows, room - Buffer.byteLength(head));
    if (fitting.length < table.rows.length) left.push(`${table.title} ${table.rows.length - fitting.length}`);
    if (fitting.length === 0) continue;
    const piece = head + fitting.join('');
    room -= Buffer.byteLength(piece);
    pieces.push(piece);
  }
  if (left.length > 0)
    pieces.push(`\n**Left out, since a job summary has no more room:** ${left.join(', ')}.\n`);
  return pieces.join('');
}

/** What matters most comes first, so that a cut takes from the end. */
function tables(run: RunResult): readonly Table[] {
  return [
    {
      title: 'Unknown',
      columns: ['file', 'server', 'reason', 'why', 'what to do'],
      rows: unknownEntries(run).map(({ path, server, cause, inPart }) =>
        row([
          `${visible(path)}${inPart ? ' (judged in part)' : ''}`,
          server ?? '',
          cause.reason,
          sentenceOf(cause),
          remedyOf(cause, server),
        ]),
      ),
    },
    {
      title: 'Findings',
      columns: ['place', 'severity', 'message', 'code'],
      rows: bySeverity(run).map(({ path, diagnostic }) => findingRow(path, diagnostic)),
    },
    {
      title: 'Skipped',
      columns: ['file', 'reason', 'what to do'],
      rows: run.files.flatMap(({ path, verdict }) =>
        verdict.kind === 'skipped' ? [row([visible(path), verdict.reason, verdict.hint ?? ''])] : [],
      ),
    },
  ];
}

interface Placed {
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

/** Active and provisional ones, gravest first, within that in report order. */
function bySeverity(run: RunResult): readonly Placed[] {
  const all = run.files.flatMap((file) =>
    [...activeOf(file), ...provisionalOf(file.verdict)]
      .sort(compareDiagnostics)
      .map((diagnostic) => ({ path: file.path, diagnostic })),
  );
  return severities.flatMap((severity) => all.filter(({ diagnostic }) => diagnostic.severity === severity));
}

function findingRow(
  path: string,
  { server, code, severity, message, range, provisional }: Diagnostic,
): string {
  const { line, column } = range.start;
  const standing = provisional ? `provisional ${severity}` : severity;
  return row([
    `${visible(path)}:${line}:${column}`,
    standing,
    message,
    code === undefined ? server : `${server} ${code}`,
  ]);
}

function tableHead({ title, columns }: Table): string {
  return `\n#### ${title}\n\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
}

function rowsThatFit(rows: readonly string[], bytes: number): readonly string[] {
  let room = bytes;
  const tooFar = rows.findIndex((line) => {
    room -= Buffer.byteLength(line);
    return room < 0;
  });
  return tooFar < 0 ? rows : rows.slice(0, tooFar);
}
