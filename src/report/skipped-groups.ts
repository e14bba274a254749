// Skipped files, together where the same is to be said of them. What can be helped comes first, in the order of the files.

import type { RepoPath } from '../model/base.js';
import type { SkipReason } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { groupBy } from './words.js';

export interface SkippedGroup {
  readonly reason: SkipReason;
  /** Of files without a server, where the catalogue has one for their language. */
  readonly language: string | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly paths: readonly RepoPath[];
}

export function skippedGroups(run: RunResult): readonly SkippedGroup[] {
  const languages = new Map(run.uncovered.map(({ path, language }) => [path, language]));
  const skipped = run.files.flatMap(({ path, verdict }): (Sameness & { path: RepoPath })[] => {
    if (verdict.kind !== 'skipped') return [];
    const { reason, detail, hint } = verdict;
    // Of other reasons the table tells all.
    if (reason !== 'no-server') return [{ path, ...common, reason }];
    return [{ path, reason, language: languages.get(path), detail, hint }];
  });
  const groups = groupBy(skipped, ({ reason, language, detail, hint }) =>
    JSON.stringify([reason, language, detail, hint]),
  ).map((group) => {
    const [{ path: _, ...same }] = group as readonly [(typeof skipped)[number]]; // a group has at least one entry
    return { ...same, paths: group.map(({ path }) => path) };
  });
  const canBeHelped = ({ hint }: SkippedGroup) => hint !== undefined;
  return [...groups.filter(canBeHelped), ...groups.filter((group) => !canBeHelped(group))];
}

type Sameness = Omit<SkippedGroup, 'paths'>;
const common = { language: undefined, detail: undefined, hint: undefined };
