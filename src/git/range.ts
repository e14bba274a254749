// A commit judged against others: which paths it changed. Several bases are several answers to "what is known already": a path
// that differs from any of them is judged, which is more, never less.

import type { ChangeEntry } from '../model/change.js';
import { commitOf } from './base.js';
import type { IndexEntry } from './blobs.js';
import { shortOid } from './describe.js';
import {
  committedEntries,
  modeOf,
  parseTreeDifferences,
  sortedOnce,
  type TreeDifference,
} from './entries.js';
import type { Repository } from './repository.js';
import { treeEntries } from './tree.js';

export interface CommitRange {
  /** The commit whose text is judged. */
  readonly commit: string;
  /** Commits compared against; none: the empty tree. */
  readonly bases: readonly string[];
  /** How it was found, for people. */
  readonly description: string;
}

/** @throws UserError `usage` for what is no ref, `scope` for a commit that is not here. */
export async function rangeBetween(repository: Repository, from: string, to: string): Promise<CommitRange> {
  const [base, commit] = await Promise.all([commitOf(repository, from), commitOf(repository, to)]);
  return { commit, bases: [base], description: `${named(from, base)} to ${named(to, commit)}` };
}

/** Every path that differs, once. `index`: to tell paths that are kept out of the work tree. */
export async function rangeEntries(
  repository: Repository,
  { commit, bases }: CommitRange,
  index: readonly IndexEntry[],
): Promise<readonly ChangeEntry[]> {
  const sparse = new Set(index.flatMap(({ path, skipWorkTree }) => (skipWorkTree ? [path] : [])));
  if (bases.length === 0) {
    const all = await treeEntries(repository, commit);
    return sortedOnce(
      all.map(({ path, mode }): ChangeEntry => {
        const entry = { path, status: 'added', mode: modeOf(mode), named: false } as const;
        return sparse.has(path) ? { ...entry, sparse: true } : entry;
      }),
    );
  }
  const differences = await Promise.all(bases.map((base) => treeDifferences(repository, base, commit)));
  return committedEntries(differences.flat(), sparse);
}

/** Between two commits that are here. */
export async function treeDifferences(
  repository: Repository,
  base: string,
  commit: string,
): Promise<readonly TreeDifference[]> {
  if (base === commit) return [];
  const flags = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const output = await repository.git(['diff-tree', ...flags, '--end-of-options', base, commit, '--']);
  return parseTreeDifferences(output);
}

function named(ref: string, oid: string): string {
  return oid.startsWith(ref) ? shortOid(oid) : `${ref} ${shortOid(oid)}`;
}
