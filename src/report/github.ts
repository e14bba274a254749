// GitHub workflow commands: annotations, then one plain summary line. The runner keeps ten annotations per level of a step
// and drops the rest in silence, so we choose them and say how many there are more.
// Every line of the log that begins with `::` is a command, so nothing of a server or a file name may begin a line.

import type { RepoPath } from '../model/base.js';
import type { Diagnostic, Range, Severity } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf } from '../model/summary.js';
import { cut, escapedBracket, pictured, visible } from './escape.js';
import { activeOf } from './file-counts.js';
import type { ReportContext, Reporter } from './reporter.js';
import { summarySentence } from './summary-sentence.js';
import { styleFor } from './text-style.js';
import { incompleteness, unknownFiles } from './unknowns.js';
import { plural } from './words.js';

export { githubStepSummary } from './github-summary.js';

type Level = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly level: Level;
  readonly path?: RepoPath;
  readonly range?: Range;
  readonly title: string;
  readonly message: string;
  /** Says that an answer is missing, not what a server found. */
  readonly unknown: boolean;
}

const mostPerLevel = 10;
/** Of the ten errors, so many are kept for unknown files, when there are some. */
const keptForUnknown = 3;
/** The runner cuts a message at 4096 characters. */
const longestMessage = 4000;

export const githubReport: Reporter = (run, context) => {
  const all = [...findingAnnotations(run), ...unknownAnnotations(run)];
  const shown = choose(all);
  const { mark, text } = summarySentence(run);
  return [
    ...shown.map((annotation) => command(annotation, context)),
    `${styleFor(context).marks[mark]} ${visible(text, context.unicode)}`,
  ].map((line) => `${line}\n`);
};

/** At most ten per level, gravest first, findings before unknown files; what is left out is counted in a last notice. */
function choose(all: readonly Annotation[]): readonly Annotation[] {
  const of = (level: Level) => all.filter((annotation) => annotation.level === level);
  const unknown = of('error').filter(({ unknown }) => unknown);
  const found = of('error').filter(({ unknown }) => !unknown);
  const forUnknown = Math.min(unknown.length, Math.max(mostPerLevel - found.length, keptForUnknown));
  const errors = [...found.slice(0, mostPerLevel - forUnknown), ...unknown.slice(0, forUnknown)];
  const warnings = of('warning').slice(0, mostPerLevel);
  const graver = [...errors, ...warnings];
  const notices = of('notice');
  if (graver.length + Math.min(notices.length, mostPerLevel) === all.length) return [...graver, ...notices];
  const shown = [...graver, ...notices.slice(0, mostPerLevel - 1)];
  return [...shown, moreNotice(all.length - shown.length)];
}

function moreNotice(count: number): Annotation {
  const message = `${plural(count, 'more annotation')} in the job summary: GitHub shows ${mostPerLevel} of each level`;
  return { level: 'notice', title: 'lspcheck', message, unknown: false };
}

const levels: Readonly<Record<Severity, Level>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  hint: 'notice',
};

function findingAnnotations(run: RunResult): readonly Annotation[] {
  return run.files.flatMap((file) =>
    [...activeOf(file), ...provisionalOf(file.verdict)].map((diagnostic) => annotate(file.path, diagnostic)),
  );
}

function annotate(path: RepoPath, diagnostic: Diagnostic): Annotation {
  const { server, code, severity, message, range, provisional } = diagnostic;
  const title = `${provisional ? 'provisional: ' : ''}${server}${code === undefined ? '' : ` ${code}`}`;
  return { level: levels[severity], path, range, title, message, unknown: false };
}

/** One per file: an error, or a warning where only advisory servers have no answer. An incomplete run without such a file gets one of its own. */
function unknownAnnotations(run: RunResult): readonly Annotation[] {
  const files = unknownFiles(run).map(({ path, role, inPart, message }): Annotation => {
    const level = role === 'required' ? 'error' : 'warning';
    return { level, path, title: inPart ? 'judged in part' : 'unknown', message, unknown: true };
  });
  if (incompleteness(run) === undefined) return files;
  const { text } = summarySentence(run);
  return [...files, { level: 'error', title: 'incomplete', message: text, unknown: true }];
}

/**
 * `::level key=value,…::message`, one line. Columns only within one line: the runner drops them otherwise;
 * a range that ends before the first character of a line does not mean that line.
 */
function command({ level, path, range, title, message }: Annotation, { unicode }: ReportContext): string {
  const place = range === undefined ? {} : placeOf(range);
  const properties = Object.entries({ file: path, ...place, title })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${escapeProperty(shown(String(value), unicode))}`);
  const text = message.trim() === '' ? '(no message)' : message;
  return `::${level} ${properties.join(',')}::${escapeData(shown(cut(text, longestMessage), unicode))}`;
}

function placeOf({ start, end }: Range): Readonly<Record<string, number>> {
  if (end.line === start.line)
    return { line: start.line, endLine: start.line, col: start.column, endColumn: end.column };
  const endLine = end.column === 1 ? end.line - 1 : end.line;
  return endLine === start.line
    ? { line: start.line, endLine, col: start.column }
    : { line: start.line, endLine };
}

/** Hostile characters made visible, but line breaks, which the runner's own escapes carry. */
function shown(text: string, unicode: boolean): string {
  return text
    .split(/(\r|\n)/)
    .map((part) => (part === '\r' || part === '\n' ? part : pictured(part, unicode)))
    .join('')
    .replaceAll('##[', `##${escapedBracket}`); // the older form of a command, looked for anywhere in a line
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
