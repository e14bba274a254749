// A merge that is about to be committed: MERGE_HEAD names the other parents. What equals one of the parents was judged where it
// came from; the merge itself is what differs from all of them.

import { readFile } from 'node:fs/promises';
import type { RepoPath } from '../model/base.js';
import type { ChangeEntry } from '../model/change.js';
import { UserError } from '../model/user-error.js';
import { absolutePath, gitPath } from '../platform/paths.js';
import type { Repository } from './repository.js';

/** Commits that MERGE_HEAD names; none outside of a merge. Throws UserError `scope` when it cannot be read. */
export async function mergeHeads(repository: Repository): Promise<readonly string[]> {
  const name = (await repository.git(['rev-parse', '--git-path', 'MERGE_HEAD'])).replace(/\n$/, '');
  const text = await readFile(absolutePath(name, repository.root), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new UserError('scope', 'MERGE_HEAD cannot be read');
  });
  const heads = text.split('\n').filter((line) => line !== '');
  if (heads.every((head) => /^[0-9a-f]{40,64}$/.test(head))) return heads;
  throw new UserError('scope', 'MERGE_HEAD names no commit', {
    hint: 'git status says what state the merge is in',
  });
}

/** Those of the entries (index against HEAD) that differ from every other parent too. Unmerged ones always do. */
export async function differingFromAll(
  repository: Repository,
  entries: readonly ChangeEntry[],
  heads: readonly string[],
): Promise<readonly ChangeEntry[]> {
  const differing = await Promise.all(heads.map((head) => indexDifferences(repository, head)));
  return entries.filter(
    ({ path, status }) => status === 'unmerged' || differing.every((paths) => paths.has(path)),
  );
}

/** Paths at which the index is not what the commit holds. Reads no file of the work tree, refreshes nothing. */
async function indexDifferences(repository: Repository, commit: string): Promise<ReadonlySet<RepoPath>> {
  const flags = ['--cached', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const output = await repository.git([
    'diff-index',
    ...flags,
    '--ignore-submodules=none',
    '--end-of-options',
    commit,
    '--',
  ]);
  return new Set(output.split('\0').flatMap((name) => (name === '' ? [] : [gitPath(name)])));
}
