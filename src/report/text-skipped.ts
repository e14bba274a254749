// What was not judged, in the text report: languages without a server with where one was looked for and how to get it, everything
// else as a count on one line. --explain names the files.

import type { RunResult } from '../model/run.js';
import { oneLine, visible, visibleLines } from './escape.js';
import { skipTexts } from './reasons.js';
import type { ReportContext } from './reporter.js';
import { type SkippedGroup, skippedGroups } from './skipped-groups.js';
import { block } from './text-blocks.js';
import type { Style } from './text-style.js';
import { groupBy, plural } from './words.js';

/** Kinds of files that are named; what is rarer is counted. */
const mostKinds = 3;

export function skippedBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  return skippedGroups(run).flatMap((group) => {
    const paths = context.explain
      ? group.paths.map((path) => visible(context.shownPath(path), style.unicode))
      : [];
    return block('skipped', [...wordsOf(group, style), ...paths], style).map(style.dim);
  });
}

function wordsOf({ reason, language, detail, hint, paths }: SkippedGroup, style: Style): readonly string[] {
  if (reason !== 'no-server') return [`${reason}: ${plural(paths.length, 'file')}`];
  const files = visible(language === undefined ? kindWords(paths) : filesOf(language, paths), style.unicode);
  const why = detail ?? skipTexts['no-server'].sentence;
  if (hint === undefined) return [`no-server: ${files}: ${oneLine(why, style.unicode)}`];
  return [`no-server: ${files}`, ...visibleLines(why, style.unicode), `fix: ${oneLine(hint, style.unicode)}`];
}

/** `1 .rst file`, `5 files (3 .json, 2 others)`. */
function kindWords(paths: readonly string[]): string {
  const kinds = groupBy(
    paths.flatMap((path) => extensionOf(path) ?? []),
    (kind) => kind,
  )
    .map((group) => ({ kind: group[0] ?? '', count: group.length }))
    .sort((a, b) => b.count - a.count);
  const [first] = kinds;
  if (first !== undefined && first.count === paths.length) return filesOf(first.kind, paths);
  const named = kinds.slice(0, mostKinds);
  if (named.length === 0) return plural(paths.length, 'file');
  const others = paths.length - named.reduce((sum, { count }) => sum + count, 0);
  const words = named.map(({ kind, count }) => `${count} ${kind}`);
  return `${plural(paths.length, 'file')} (${[...words, ...(others > 0 ? [plural(others, 'other')] : [])].join(', ')})`;
}

function filesOf(kind: string, { length }: readonly string[]): string {
  return `${length} ${kind} ${length === 1 ? 'file' : 'files'}`;
}

/** With its dot; undefined for names such as LICENSE and .gitignore. */
function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : undefined;
}
