// The last line of the text report, one sentence: mark, verdict, counts, exit code. The word "clean" stands only
// after ✔, and ✔ only where the run is complete, nothing is unknown and something was judged.

import { assertNever } from '../model/base.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { cellsOf, exitCodeOf, failedSearches, type RunVerdict, runVerdict } from '../model/summary.js';
import { unknownDependents } from './affected-words.js';
import {
  countFiles,
  type FileCounts,
  findingWords,
  mostNames,
  skippedWords,
  unknownWords,
} from './file-counts.js';
import { scopeWords } from './scope-words.js';
import { groupBy, listed, plural } from './words.js';

export type Mark = 'clean' | 'findings' | 'incomplete' | 'below-level' | 'nothing';

export interface SummarySentence {
  readonly mark: Mark;
  /** Without the mark. It names servers, so it is hostile text until escaped. */
  readonly text: string;
}

/** A head names some of the counts; the others follow it. */
interface Head {
  readonly mark: Mark;
  readonly text: string;
  readonly names: readonly Count[];
}
type Count = 'findings' | 'unknown' | 'inactive' | 'skipped' | 'clean';

export function summarySentence(run: RunResult): SummarySentence {
  const counts = countFiles(run);
  const verdict = runVerdict(run);
  const head = headOf(run, counts, verdict);
  const rest = restOf(counts).flatMap(([name, words]) => (head.names.includes(name) ? [] : [words]));
  const apart = standingApart(run, counts, verdict);
  const parts = [head.text, rest.join(', '), apart.length > 0 ? `also ${apart.join(', ')}` : ''];
  const sentence = parts.filter((part) => part !== '').join('; ');
  const code = exitCodeOf(run);
  return { mark: head.mark, text: code === 0 ? sentence : `${sentence}. exit ${code}` };
}

function headOf(run: RunResult, counts: FileCounts, verdict: RunVerdict): Head {
  const { summary } = counts;
  const stopped = run.interrupted === undefined ? '' : `interrupted by ${run.interrupted}, `;
  switch (verdict.kind) {
    case 'findings':
      return { mark: 'findings', text: stopped + findingWords(counts, true), names: ['findings'] };
    case 'nothing-judged':
      return nothingHead(run, counts);
    case 'incomplete':
      return verdict.because === 'nothing-judged'
        ? nothingHead(run, counts)
        : incompleteHead(run, counts, verdict.because, stopped);
    case 'clean':
      if (summary.unknown === 0 && summary.findings === 0) return cleanHead(run, counts);
      return {
        mark: summary.unknown === 0 && counts.active === 0 && counts.partial === 0 ? 'clean' : 'below-level',
        text: findingWords(counts, true),
        names: ['findings'],
      };
    default:
      return assertNever(verdict);
  }
}

function cleanHead(run: RunResult, counts: FileCounts): Head {
  const { summary } = counts;
  const cells = run.files
    .flatMap((file) => cellsOf(file.verdict))
    .filter(({ verdict }) => verdict.kind === 'clean');
  const servers = groupBy(cells, (cell) => cell.server).map((group) => {
    const name = group[0]?.server ?? '';
    const roots = run.servers.filter((server) => server.name === name).length;
    return { count: group.length, words: `${name} ${group.length}${roots > 1 ? ` in ${roots} roots` : ''}` };
  });
  const byCount = servers.sort((a, b) => b.count - a.count).map(({ words }) => words);
  const skipped = summary.skipped === 0 ? '' : `; ${skippedWords(counts, true)}`;
  return {
    mark: 'clean',
    text: `clean: ${plural(summary.clean, 'file')} (${listed(byCount, mostNames)})${skipped}`,
    names: ['clean', 'skipped'],
  };
}

function nothingHead(run: RunResult, counts: FileCounts): Head {
  const { summary } = counts;
  if (summary.files === 0) {
    const text = `nothing to check: 0 files in scope (${scopeWords(run.scope)})`;
    return { mark: 'nothing', text, names: [] };
  }
  const total = plural(summary.files, 'file');
  const text =
    summary.skipped > 0
      ? `nothing judged: ${skippedWords(counts, true, total)}`
      : `nothing judged: ${unknownWords(counts, total)}`;
  return { mark: 'nothing', text, names: [summary.skipped > 0 ? 'skipped' : 'unknown'] };
}

function incompleteHead(
  run: RunResult,
  counts: FileCounts,
  because: 'unknown' | 'interrupted' | 'affected' | 'uncovered',
  stopped: string,
): Head {
  const total = plural(counts.summary.files, 'file');
  const passed = exitCodeOf(run) === 0 ? ', let through by --on-unknown warn' : '';
  const head = (text: string, names: readonly Count[]): Head => {
    return { mark: 'incomplete', text: `incomplete: ${stopped}${text}${passed}`, names };
  };
  if (because === 'uncovered')
    return head(
      `${run.uncovered.length} of ${total} without a server, though there is one for the language`,
      [],
    );
  if (because === 'affected') return head(unknownDependents(run), []);
  if (counts.summary.unknown > 0) return head(unknownWords(counts, total), ['unknown']);
  return counts.partial > 0 ? head(findingWords(counts, true), ['findings']) : head(`${total} in scope`, []);
}

/** Counts of files that the head left out, none that is zero. */
function restOf(counts: FileCounts): readonly (readonly [Count, string])[] {
  const { summary, active, inactive, partial } = counts;
  const all: readonly (readonly [Count, number, string])[] = [
    ['findings', active + partial, findingWords(counts, false)],
    ['unknown', summary.unknown, unknownWords(counts)],
    ['inactive', inactive, `${inactive} with findings that do not count`],
    ['skipped', summary.skipped, skippedWords(counts, false)],
    ['clean', summary.clean, `${summary.clean} without findings`],
  ];
  return all.flatMap(([name, count, words]) => (count === 0 ? [] : [[name, words] as const]));
}

/** Diagnostics that are no active findings: counted, each with what shows them. */
function standingApart(
  run: RunResult,
  { summary, atLevel }: FileCounts,
  verdict: RunVerdict,
): readonly string[] {
  const decides = verdict.kind === 'findings' && !atLevel;
  const searchFailed = failedSearches(run).length > 0;
  const isHead = verdict.kind === 'incomplete' && verdict.because === 'affected';
  return [
    searchFailed && !isHead && unknownDependents(run),
    summary.advisoryUnknown > 0 && `${summary.advisoryUnknown} unknown to advisory servers`,
    summary.provisional > 0 &&
      `${summary.provisional} provisional${decides ? ' at the level that fails' : ''}`,
    summary.hidden > 0 && `${summary.hidden} hidden (--min-severity hint)`,
    summary.outsideChange > 0 && `${summary.outsideChange} outside the change (--only all)`,
    summary.existing > 0 && `${summary.existing} existing (${flagForExisting(run)})`,
    summary.baselined > 0 && `${summary.baselined} baselined (lspcheck baseline show)`,
    summary.suppressed > 0 && `${summary.suppressed} suppressed (--explain)`,
  ].filter((words) => words !== false);
}

/** In what merely depends on the change old findings never count, whatever `--only` says: there they can only be shown. */
function flagForExisting({ files }: RunResult): string {
  const isOld = ({ status }: Diagnostic) => status === 'existing';
  const ofScope = files.some(
    ({ affected, verdict }) =>
      affected !== true && verdict.kind === 'findings' && verdict.findings.some(isOld),
  );
  return ofScope ? '--only all' : '--explain';
}
