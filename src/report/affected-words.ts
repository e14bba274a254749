// --affected in words: how many files were judged beside those of the scope, and which searches for them did not come to an end.

import type { AffectedSearch } from '../model/affected.js';
import type { RunResult } from '../model/run.js';
import { failedSearches } from '../model/summary.js';
import { distinct, plural } from './words.js';

/** `3 files`, `3 files and 7 affected`. */
export function fileCountWords(run: RunResult): string {
  const affected = run.files.filter((file) => file.affected).length;
  const asked = plural(run.files.length - affected, 'file');
  return affected === 0 ? asked : `${asked} and ${affected} affected`;
}

/** `what depends on the change is unknown (pyright, typescript)`. Names servers, so it is hostile text until escaped. */
export function unknownDependents(run: RunResult): string {
  const servers = distinct(failedSearches(run).map(({ server }) => server));
  return `what depends on the change is unknown (${servers.join(', ')})`;
}

/** Why a search may have missed files, as clauses; empty for one that did not. */
export function gapWords({ cut, outcome }: AffectedSearch): readonly string[] {
  if (outcome.kind !== 'partial') return [];
  return outcome.gaps.map(({ kind, detail }) =>
    kind === 'limit' && cut.length > 0 ? `${detail} (${plural(cut.length, 'file')} not judged)` : detail,
  );
}
