// The text report: scope, findings, what is unknown or skipped and what to do about it, one summary sentence as the last line.
// Everything from servers and repositories is escaped before it is styled; nothing here decides a verdict.

import type { RepoPath } from '../model/base.js';
import { compareDiagnostics } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { reportedDiagnostics } from '../model/summary.js';
import { fileCountWords } from './affected-words.js';
import { safeUrl, visible } from './escape.js';
import { activeOf } from './file-counts.js';
import type { ReportContext, Reporter } from './reporter.js';
import { scopeLine } from './scope-words.js';
import { type Mark, summarySentence } from './summary-sentence.js';
import { affectedBlocks } from './text-affected.js';
import { block, infraBlocks, mixedBlocks, unknownBlocks } from './text-blocks.js';
import { explainBlocks } from './text-explain.js';
import { findingLines } from './text-finding.js';
import { skippedBlocks } from './text-skipped.js';
import { type Style, styleFor } from './text-style.js';
import { distinct } from './words.js';

const mostLinks = 3;
/** From so many findings on the worst files are named. */
const many = 50;
const mostWorst = 3;

export const textReport: Reporter = function* (run, context) {
  const style = styleFor(context);
  const top = context.quiet || run.files.length === 0 ? [] : scopeLines(run, style);
  const below = belowFindings(run, context, style);
  const apart = context.quiet ? [] : [''];
  yield* lines(top);
  let found = false;
  for (const finding of findings(run, context, style)) {
    yield* lines(found || top.length > 0 ? [...apart, ...finding] : finding);
    found = true;
  }
  if (found && below.length > 0) yield* lines(['', ...below]);
  else yield* lines(below);
  yield* lines(found ? ['', ...summaryLines(run, style)] : summaryLines(run, style));
};

function* lines(list: readonly string[]): Iterable<string> {
  for (const line of list) yield `${line}\n`;
}

function scopeLines(run: RunResult, style: Style): readonly string[] {
  return style.wrap(visible(scopeLine(run, fileCountWords(run)), style.unicode), 2);
}

/** One list of lines per finding. Findings that do not count are shown by --explain only. */
function* findings(run: RunResult, context: ReportContext, style: Style): Iterable<readonly string[]> {
  for (const file of run.files) {
    const text = new Map<RepoPath, readonly string[] | undefined>();
    const linesOf = (path: RepoPath) => {
      if (!text.has(path)) text.set(path, context.text(path)?.split(/\r\n|\r|\n/));
      return text.get(path);
    };
    const shown = reportedDiagnostics(file).filter(({ status }) => status === 'active' || context.explain);
    for (const diagnostic of [...shown].sort(compareDiagnostics))
      yield findingLines(file.path, diagnostic, linesOf, context, style);
  }
}

function belowFindings(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  if (context.quiet) return [...unknownBlocks(run, context, style), ...affectedBlocks(run, context, style)];
  return [
    ...unknownBlocks(run, context, style),
    ...affectedBlocks(run, context, style),
    ...skippedBlocks(run, context, style),
    ...mixedBlocks(run, context, style),
    ...infraBlocks(run, context, style),
    ...explainBlocks(run, context, style),
    ...worstFiles(run, context, style),
    ...links(run, context, style),
  ];
}

function worstFiles(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  const counted = run.files.map((file) => ({ path: file.path, count: activeOf(file).length }));
  if (counted.reduce((sum, { count }) => sum + count, 0) < many) return [];
  const worst = counted.sort((a, b) => b.count - a.count).slice(0, mostWorst);
  const words = worst.map(({ path, count }) => `${visible(context.shownPath(path), style.unicode)} ${count}`);
  return block('most in', [words.join(', ')], style);
}

/** Addresses of codes, where the terminal cannot make the code itself a link. */
function links(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  if (context.hyperlinks) return [];
  const urls = run.files.flatMap((file) => activeOf(file).map(({ codeUrl }) => safeUrl(codeUrl)));
  const known = distinct(urls.filter((url) => url !== undefined));
  return block('more:', known.slice(0, mostLinks), style).map(style.dim);
}

function summaryLines(run: RunResult, style: Style): readonly string[] {
  const { mark, text } = summarySentence(run);
  const paint: Readonly<Record<Mark, (text: string) => string>> = {
    clean: style.good,
    findings: style.bad,
    incomplete: style.doubt,
    'below-level': style.doubt,
    nothing: style.dim,
  };
  return style.wrap(`${paint[mark](style.marks[mark])} ${visible(text, style.unicode)}`, 2);
}
