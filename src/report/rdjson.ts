// reviewdog's diagnostic format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf), one JSON document.
// Its columns count bytes of UTF-8, 1-based, end exclusive: where the judged text is not at hand there are lines only.

import type { RepoPath } from '../model/base.js';
import type { Position, Range, Severity } from '../model/diagnostic.js';
import { entriesOf, type ReportEntry } from './entries.js';
import { commandSafeJson, safeUrl, shownMessage } from './escape.js';
import type { Reporter } from './reporter.js';
import { type ByteColumn, byteColumnsOf } from './utf8-columns.js';

const severities: Readonly<Record<Severity, string>> = {
  error: 'ERROR',
  warning: 'WARNING',
  info: 'INFO',
  hint: 'INFO',
};

type ColumnsOf = (path: string) => ByteColumn | undefined;

export const rdjsonReport: Reporter = function* (run, { text }) {
  const known = new Map<string, ByteColumn | undefined>();
  const columnsOf: ColumnsOf = (path) => {
    if (!known.has(path)) {
      const judged = text(path as RepoPath); // of an entry: a path of the run, or one that has no text
      known.set(path, judged === undefined ? undefined : byteColumnsOf(judged));
    }
    return known.get(path);
  };
  yield '{"source":{"name":"lspcheck"},"diagnostics":[';
  let before = '';
  for (const entry of entriesOf(run)) {
    yield `${before}\n${commandSafeJson(JSON.stringify(diagnosticOf(entry, columnsOf)))}`;
    before = ',';
  }
  yield before === '' ? ']}\n' : '\n]}\n';
};

function diagnosticOf(
  { path, range, severity, message, rule, diagnostic }: ReportEntry,
  columnsOf: ColumnsOf,
) {
  const url = safeUrl(diagnostic?.codeUrl);
  const related = diagnostic?.related.filter((place) => !place.outsideRepository) ?? [];
  return {
    message,
    location: { path, range: diagnostic === undefined ? wholeLine : rangeOf(range, columnsOf(path)) },
    severity: severities[severity],
    source: { name: diagnostic?.server ?? 'lspcheck' },
    code: { value: rule, ...(url !== undefined && { url }) },
    ...(related.length > 0 && {
      related_locations: related.map((place) => ({
        message: shownMessage(place.message),
        location: { path: place.path, range: rangeOf(place.range, columnsOf(place.path)) },
      })),
    }),
  };
}

const wholeLine = { start: { line: 1 } };

function rangeOf({ start, end }: Range, columns: ByteColumn | undefined) {
  return { start: positionOf(start, columns), end: positionOf(end, columns) };
}

function positionOf(place: Position, columns: ByteColumn | undefined) {
  const column = columns?.(place);
  return { line: place.line, ...(column !== undefined && { column }) };
}
