// The blocks of the text report between findings and summary: what is unknown, judged otherwise than it seems, and what servers
// complained about (what is skipped: text-skipped.ts). Each says why, and what to do. Lines of a block are indented, so none can be taken for a finding.

import { assertNever } from '../model/base.js';
import type { RunResult } from '../model/run.js';
import { oneLine, visible, visibleLines } from './escape.js';
import { remedyOf, sentenceOf } from './reasons.js';
import type { ReportContext } from './reporter.js';
import type { Style } from './text-style.js';
import { type UnknownEntry, unknownEntries } from './unknowns.js';
import { distinct, groupBy, listed } from './words.js';

const labelWidth = 9;
const mostFiles = 10;
const mostSentences = 3;
const mostNotes = 10;

/** `label    first`, then the others below it. Lines are escaped already. */
export function block(label: string, lines: readonly string[], style: Style): readonly string[] {
  const indent = ' '.repeat(labelWidth);
  return lines.flatMap((line, index) =>
    style.wrap(`${index === 0 ? label.padEnd(labelWidth) : indent}${line}`, labelWidth + 2),
  );
}

/** Grouped by server and reason. With `quiet` the one line that says what is unknown, no advice. */
export function unknownBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  const groups = groupBy(unknownEntries(run), ({ server, cause, role }) =>
    JSON.stringify([server ?? '', cause.reason, role]),
  );
  return groups.flatMap((group) => {
    const lines = unknownLines(group, context, style);
    const [first = '', ...rest] = block('unknown', context.quiet ? lines.slice(0, 1) : lines, style);
    return [first.replace('unknown', style.doubt('unknown')), ...rest];
  });
}

function unknownLines(group: readonly UnknownEntry[], context: ReportContext, style: Style): string[] {
  const show = (text: string) => visible(text, style.unicode);
  const [{ server, role, cause }] = group as readonly [UnknownEntry]; // a group has at least one entry
  const who = server === undefined ? '' : `${show(server)}${role === 'advisory' ? ' (advisory)' : ''}, `;
  const files = group.map(
    ({ path, inPart }) => `${show(context.shownPath(path))}${inPart ? ' (judged in part)' : ''}`,
  );
  const sentences = distinct(group.map((entry) => sentenceOf(entry.cause).trim()));
  const remedies = distinct(group.map((entry) => remedyOf(entry.cause, server)));
  const more = sentences.length - mostSentences;
  return [
    `${who}${cause.reason}: ${listed(files, mostFiles)}`,
    ...sentences.slice(0, mostSentences).flatMap((sentence) => visibleLines(sentence, style.unicode)),
    ...(more > 0 ? [`and ${more} more like these`] : []),
    ...remedies.slice(0, mostSentences).map((remedy) => `fix: ${oneLine(remedy, style.unicode)}`),
  ];
}

/** Paths that servers may see otherwise than judged, by why. */
export function mixedBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  if (run.files.length === 0) return []; // nothing was judged that servers could see mixed
  return groupBy(run.scope.mixed, ({ why }) => why).flatMap((group) => {
    const paths = group.map(({ path }) => visible(context.shownPath(path), style.unicode));
    return block(
      'mixed',
      [`${mixedWords(group[0]?.why ?? 'untracked')}: ${listed(paths, mostFiles)}`],
      style,
    );
  });
}

function mixedWords(why: RunResult['scope']['mixed'][number]['why']): string {
  switch (why) {
    case 'untracked':
      return 'not tracked, but servers see it';
    case 'config-unstaged':
      return 'a config file with changes that are not judged, but servers read it';
    case 'deleted-on-disk':
      return 'judged, but missing on disk';
    case 'absent-in-judged':
      return 'not in the judged text, but servers see it on disk';
    default:
      return assertNever(why);
  }
}

/** What servers said about their own state; what one said in the same words of many files is said once. */
export function infraBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  const notes = run.servers.flatMap(({ name, infra }) => infra.map((note) => ({ name, note })));
  const groups = groupBy(notes, ({ name, note: { kind, text } }) => JSON.stringify([name, kind, text]));
  const lines = groups.map((group) => {
    const [{ name, note }] = group as readonly [(typeof notes)[number]]; // a group has at least one entry
    const paths = distinct(group.flatMap(({ note: { path } }) => path ?? []));
    const [only] = paths;
    const where =
      only === undefined
        ? ''
        : ` ${paths.length > 1 ? `in ${paths.length} files` : visible(context.shownPath(only), style.unicode)}`;
    return `${visible(name, style.unicode)}, ${note.kind}${where}: ${oneLine(note.text, style.unicode)}`;
  });
  const more = lines.length - mostNotes;
  const shown = [...lines.slice(0, mostNotes), ...(more > 0 ? [`and ${more} more in the JSON report`] : [])];
  return block('infra', shown, style);
}
