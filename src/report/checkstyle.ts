// Checkstyle's XML: files with their errors, for Jenkins, reviewdog and older tools. Files that were judged without a
// finding are listed as well; skipped ones are not, nobody looked at them.

import type { Severity } from '../model/diagnostic.js';
import { entriesOf, type ReportEntry } from './entries.js';
import type { Reporter } from './reporter.js';
import { groupBy } from './words.js';
import { emptyTag, openTag, xmlHead } from './xml.js';

const severities: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  hint: 'info',
};

export const checkstyleReport: Reporter = function* (run) {
  const byPath = new Map(groupBy(entriesOf(run), ({ path }) => path).map((group) => [group[0]?.path, group]));
  yield xmlHead;
  yield `${openTag('checkstyle', { version: '4.3' })}\n`; // the version of the form that readers look for
  for (const { path, verdict } of run.files) {
    const entries = byPath.get(path) ?? [];
    if (entries.length === 0 && verdict.kind === 'skipped') continue;
    yield* fileOf(path, entries);
  }
  yield* wholeRun(byPath.get('.') ?? []);
  yield '</checkstyle>\n';
};

function wholeRun(entries: readonly ReportEntry[]): Iterable<string> {
  return entries.length === 0 ? [] : fileOf('.', entries);
}

function* fileOf(path: string, entries: readonly ReportEntry[]): Iterable<string> {
  if (entries.length === 0) return yield `${emptyTag('file', { name: path })}\n`;
  yield `${openTag('file', { name: path })}\n`;
  for (const { range, severity, message, rule } of entries) {
    const { line, column } = range.start;
    yield `  ${emptyTag('error', { line, column, severity: severities[severity], message, source: rule })}\n`;
  }
  yield '</file>\n';
}
