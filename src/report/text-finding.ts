// One finding in the text report: a first line that every gcc pattern reads, the rest of its message, a code frame, related places.
// Only lines that begin in column 1 are findings; everything else of a finding is indented.

import type { RepoPath } from '../model/base.js';
import type { Diagnostic, RelatedLocation } from '../model/diagnostic.js';
import { codeFrame, lineFrame, numberWidth } from './code-frame.js';
import { oneLine, visible, visibleLines } from './escape.js';
import type { ReportContext } from './reporter.js';
import type { Style } from './text-style.js';

/** Related places shown of one finding. */
const mostRelated = 3;

/** Lines of the judged text by path; undefined when it is not in memory. */
export type LinesOf = (path: RepoPath) => readonly string[] | undefined;

/** The lines of one finding, without line breaks. */
export function findingLines(
  path: RepoPath,
  diagnostic: Diagnostic,
  linesOf: LinesOf,
  context: ReportContext,
  style: Style,
): readonly string[] {
  const message = messageLines(path, diagnostic, context, style);
  if (context.quiet) return message;
  const related = diagnostic.related.slice(0, mostRelated);
  const framed = [diagnostic, ...related.filter((place) => !place.outsideRepository)];
  const digits = Math.max(...framed.map(({ range }) => numberWidth(range)));
  const paint = style.severity[diagnostic.severity];
  const more = diagnostic.related.length - related.length;
  return [
    ...message,
    ...codeFrame(linesOf(path) ?? [], diagnostic.range, digits, style, paint),
    ...related.flatMap((place) => relatedLines(place, digits, linesOf, context, style)),
    ...(more > 0 ? [style.dim(`  and ${more} more related`)] : []),
  ];
}

/** `path:line:col: severity: message [server code]`; what is not settled or not counted says so before its severity, so that no pattern takes it for a finding. */
function messageLines(
  path: RepoPath,
  diagnostic: Diagnostic,
  context: ReportContext,
  style: Style,
): readonly string[] {
  const { severity, range } = diagnostic;
  const standing = diagnostic.provisional
    ? 'provisional '
    : diagnostic.status === 'active'
      ? ''
      : `${diagnostic.status} `;
  const place = placeOf(path, range.start.line, range.start.column, context);
  const [first = '', ...rest] = visibleLines(diagnostic.message.trim(), style.unicode).map(quoted);
  const said = first === '' ? '(no message)' : first;
  const head = `${place} ${standing}${style.severity[severity](`${severity}:`)} ${said} ${tagOf(diagnostic, style)}`;
  return [...style.wrap(head, 2), ...rest.flatMap((line) => style.wrap(`  ${line}`, 2 + blanksBefore(line)))];
}

/** A finding quoted in a message (`b.c:1:2: error: x`) must not be read as the place of this one, or as another. */
function quoted(line: string): string {
  return line.replace(/(:\d+:\d+: (?:error|warning|info|hint)):/g, '$1\\x3a');
}

function tagOf(diagnostic: Diagnostic, style: Style): string {
  const server = visible(diagnostic.server, style.unicode);
  const code = diagnostic.code === undefined ? '' : visible(diagnostic.code, style.unicode);
  const link = code === '' ? '' : ` ${style.link(code, diagnostic.codeUrl)}`;
  return style.dim(`[${server}${link}${diagnostic.approximate ? ', place approximate' : ''}]`);
}

function relatedLines(
  place: RelatedLocation,
  digits: number,
  linesOf: LinesOf,
  context: ReportContext,
  style: Style,
): readonly string[] {
  const message = oneLine(place.message, style.unicode);
  if (place.outsideRepository)
    return style.wrap(
      `  ${visible(place.path, style.unicode)} (outside the repository): related: ${message}`,
      4,
    );
  const { line, column } = place.range.start;
  return [
    ...style.wrap(`  ${placeOf(place.path, line, column, context)} related: ${message}`, 4),
    ...lineFrame(linesOf(place.path) ?? [], place.range, digits, style),
  ];
}

function placeOf(path: RepoPath, line: number, column: number, context: ReportContext): string {
  return `${visible(context.shownPath(path), context.unicode)}:${line}:${column}:`;
}

function blanksBefore(line: string): number {
  return line.length - line.trimStart().length;
}
