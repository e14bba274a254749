// Why a search may have missed dependents although it came to its end, and how it ended. Pure.

import type { AffectedGap, AffectedSearch, DependentsRule } from '../model/affected.js';
import { isNonEmpty, type RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import { compileGlobs } from '../platform/globs.js';
import { baseNameOf, parentOf, repoRootPath } from '../platform/paths.js';

/** What is known of a search when it is over. */
export interface SearchFacts {
  readonly server: string;
  readonly root: RepoPath;
  readonly rule: DependentsRule;
  /** Every path that the whole change touches. */
  readonly changed: readonly RepoPath[];
  readonly rootMarkers: readonly string[];
  /** Changed files of which the server could not be shown the text before the change. */
  readonly unshown: readonly RepoPath[];
  /** Texts of the changed files, before and after. */
  readonly texts: readonly string[];
  /** Roots of the server's files where no session searched. */
  readonly otherRoots: readonly RepoPath[];
  readonly foreign: readonly RepoPath[];
  /** Found by reading text. */
  readonly byText: boolean;
  readonly limit: number;
  /** More were found, or would be. */
  readonly overLimit: boolean;
  readonly cause: UnknownCause | undefined;
}

/** Of a server that nobody can ask. */
export const unsupported: AffectedSearch['outcome'] = {
  kind: 'partial',
  gaps: [{ kind: 'unsupported', detail: 'it cannot tell which files depend on others' }],
};

export function outcomeOf(facts: SearchFacts): AffectedSearch['outcome'] {
  if (facts.rule.kind === 'unknown') return unsupported;
  if (facts.cause !== undefined) return { kind: 'failed', cause: facts.cause };
  const gaps = gapsOf(facts);
  return isNonEmpty(gaps) ? { kind: 'partial', gaps } : { kind: 'complete' };
}

function gapsOf(facts: SearchFacts): readonly AffectedGap[] {
  const gap = (kind: AffectedGap['kind'], paths: readonly RepoPath[], words: (some: string) => string) =>
    paths.length === 0 ? [] : [{ kind, detail: words(someOf(paths)) }];
  return [
    ...(facts.overLimit
      ? [{ kind: 'limit', detail: `more than ${facts.limit} files depend on the change` } as const]
      : []),
    ...gap('no-base', facts.unshown, (some) => `it cannot be shown what ${some} held before the change`),
    ...gap('configuration', configurationOf(facts), (some) => `${some} can affect every file`),
    ...(reachesFurther(facts)
      ? [{ kind: 'globals', detail: 'the change touches declarations that need no import' } as const]
      : []),
    ...gap('other-roots', facts.otherRoots, (some) => `it did not search in ${some}`),
    ...gap(
      'not-judged',
      facts.foreign,
      (some) => `${some} depends on the change and is judged by another server`,
    ),
    ...(facts.byText
      ? [{ kind: 'heuristic', detail: 'found by reading text, not by the server' } as const]
      : []),
  ];
}

/** Changed files that servers find their root by: they configure everything below. */
function configurationOf({ rule, rootMarkers, changed, root }: SearchFacts): readonly RepoPath[] {
  const names = rootMarkers.map((marker) => baseNameOf(marker as RepoPath));
  const [first, ...rest] = names;
  if (first === undefined || rule.kind === 'unknown') return [];
  const isMarker = compileGlobs([first, ...rest]);
  return changed.filter((path) => {
    const folder = parentOf(path);
    return isMarker(baseNameOf(path) as RepoPath) && (isWithin(folder, root) || isWithin(root, folder));
  });
}

function isWithin(folder: RepoPath, inner: RepoPath): boolean {
  return folder === repoRootPath || inner === folder || inner.startsWith(`${folder}/`);
}

function reachesFurther({ rule, texts }: SearchFacts): boolean {
  if (rule.kind !== 'file-references') return false;
  const with_ = new RegExp(rule.globalWith, 'm');
  const without = new RegExp(rule.globalWithout, 'm');
  return texts.some((text) => text.trim() !== '' && (with_.test(text) || !without.test(text)));
}

function someOf(paths: readonly RepoPath[]): string {
  const [first = '', ...others] = [...paths].sort();
  return others.length === 0 ? `"${first}"` : `"${first}" and ${others.length} more`;
}
