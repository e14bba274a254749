// The run as Markdown for people: a heading with the verdict, then one table of each kind, what is unknown above findings.
// The job summary of GitHub is the same, cut to the room that there is. Everything from servers and repositories is escaped
// for Markdown and HTML.

import { compareDiagnostics, type Diagnostic, severities } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf } from '../model/summary.js';
import type { FileResult } from '../model/verdict.js';
import { fileCountWords, gapWords } from './affected-words.js';
import { visible } from './escape.js';
import { activeOf } from './file-counts.js';
import { markdownText } from './markdown-text.js';
import { remedyOf, sentenceOf } from './reasons.js';
import type { ReportContext, Reporter } from './reporter.js';
import { scopeLine } from './scope-words.js';
import { skippedGroups } from './skipped-groups.js';
import { summarySentence } from './summary-sentence.js';
import { styleFor } from './text-style.js';
import { unknownEntries } from './unknowns.js';
import { listed } from './words.js';

/** Skipped files that are named in one row: nobody reads a list of them. */
const mostSkipped = 10;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** Each with its line break. */
  readonly rows: readonly string[];
}

export const markdownReport: Reporter = function* (run, context) {
  yield markdownHead(run, context);
  for (const table of tablesOf(run)) {
    if (table.rows.length === 0) continue;
    yield tableHead(table);
    yield* table.rows;
  }
};

/** Mark, verdict and counts as a heading, then the scope. */
export function markdownHead(run: RunResult, context: ReportContext): string {
  const { mark, text } = summarySentence(run);
  const scope = scopeLine(run, fileCountWords(run));
  return `### ${styleFor({ ...context, unicode: true }).marks[mark]} lspcheck: ${markdownText(text)}\n\n${markdownText(scope)}\n`;
}

/** What matters most comes first, so that a cut takes from the end. */
export function tablesOf(run: RunResult): readonly Table[] {
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
      title: 'What depends on the change',
      columns: ['server', 'what may be missing'],
      rows: (run.affected ?? []).flatMap((search) =>
        gapWords(search).map((gap) => row([search.server, gap])),
      ),
    },
    {
      title: 'Findings',
      columns: ['place', 'severity', 'message', 'code'],
      rows: bySeverity(run).map(({ path, diagnostic }) => row(findingCells(path, diagnostic))),
    },
    {
      title: 'Findings that do not count',
      columns: ['place', 'severity', 'message', 'code', 'why'],
      rows: run.files.flatMap((file) =>
        inactiveOf(file).map((diagnostic) =>
          row([...findingCells(file.path, diagnostic), diagnostic.status]),
        ),
      ),
    },
    {
      title: 'Skipped',
      columns: ['files', 'reason', 'what to do'],
      rows: skippedGroups(run).map(({ reason, hint, paths }) => {
        const names = paths.map((path) => visible(path));
        return row([listed(names, mostSkipped), reason, hint ?? '']);
      }),
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

function inactiveOf({ verdict }: FileResult): readonly Diagnostic[] {
  return verdict.kind === 'findings' ? verdict.findings.filter(({ status }) => status !== 'active') : [];
}

function findingCells(
  path: string,
  { server, code, severity, message, range, provisional }: Diagnostic,
): readonly string[] {
  const { line, column } = range.start;
  const standing = provisional ? `provisional ${severity}` : severity;
  return [
    `${visible(path)}:${line}:${column}`,
    standing,
    message.trim() === '' ? '(no message)' : message,
    code === undefined ? server : `${server} ${code}`,
  ];
}

export function tableHead({ title, columns }: Table): string {
  return `\n#### ${title}\n\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
}
