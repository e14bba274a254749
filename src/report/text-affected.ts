// The blocks of the text report about --affected: which files were judged beside the scope's, and what may be missing.

import type { AffectedSearch } from '../model/affected.js';
import type { RunResult } from '../model/run.js';
import { failedSearches } from '../model/summary.js';
import { gapWords } from './affected-words.js';
import { oneLine, visible, visibleLines } from './escape.js';
import { remedyOf, sentenceOf } from './reasons.js';
import type { ReportContext } from './reporter.js';
import { block } from './text-blocks.js';
import type { Style } from './text-style.js';
import { distinct, groupBy, plural } from './words.js';

const mostGaps = 10;

/** With `quiet` only what is unknown, no advice. */
export function affectedBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  const failed = failedSearches(run).flatMap((search) => {
    const lines = [
      `${placed(search, run, context, style)}, ${search.outcome.cause.reason}: what depends on the change`,
      ...visibleLines(sentenceOf(search.outcome.cause).trim(), style.unicode),
      `fix: ${oneLine(remedyOf(search.outcome.cause, search.server), style.unicode)}`,
    ];
    const [first = '', ...rest] = block('unknown', context.quiet ? lines.slice(0, 1) : lines, style);
    return [first.replace('unknown', style.doubt('unknown')), ...rest];
  });
  if (context.quiet || run.affected === undefined || run.affected.length === 0) return failed;
  const found = run.files.some((file) => file.affected);
  // Beside a search that failed "none" would be a guess.
  const words = found || failed.length === 0 ? [foundWords(run)] : [];
  const lines = [...words, ...partLines(run, context, style)];
  return [...failed, ...block('affected', lines, style)];
}

function foundWords(run: RunResult): string {
  const affected = run.files.filter((file) => file.affected);
  if (affected.length === 0) return 'no other file was found that the change could break';
  const found = affected.filter(({ verdict }) => verdict.kind === 'findings').length;
  const words = `${plural(affected.length, 'file')} that the change could break`;
  return found === 0 ? words : `${words}, ${found} with findings`;
}

/** What servers say in the same words is said once. */
function partLines(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  const gaps = (run.affected ?? []).flatMap((search) =>
    gapWords(search).map((words) => ({ words, who: placed(search, run, context, style) })),
  );
  const lines = groupBy(gaps, ({ words }) => words).map((group) => {
    const who = distinct(group.map((gap) => gap.who));
    return `in part, ${who.join(', ')}: ${oneLine(group[0]?.words ?? '', style.unicode)}`;
  });
  const more = lines.length - mostGaps;
  return [...lines.slice(0, mostGaps), ...(more > 0 ? [`and ${more} more in the JSON report`] : [])];
}

/** The server's name, with its root where it ran in several. */
function placed(search: AffectedSearch, run: RunResult, context: ReportContext, style: Style): string {
  const name = visible(search.server, style.unicode);
  const roots = (run.affected ?? []).filter(({ server }) => server === search.server);
  return roots.length < 2 ? name : `${name} in ${visible(context.shownPath(search.root), style.unicode)}`;
}
