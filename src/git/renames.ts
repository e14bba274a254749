// Files that only moved: new path → old path, by git's own similarity. For the baseline, whose entries follow a file.

import type { RepoPath } from '../model/base.js';
import type { Repository } from './repository.js';

/** Between the base commit and the index. Throws UserError `scope`. */
export async function renamesSince(
  repository: Repository,
  base: string,
): Promise<ReadonlyMap<RepoPath, RepoPath>> {
  const flags = [
    '-z',
    '--name-status',
    '--find-renames',
    '--diff-filter=R',
    '--no-ext-diff',
    '--no-textconv',
  ];
  const output = await repository.git(['diff-index', '--cached', ...flags, base]);
  const fields = output.split('\0');
  const renames = new Map<RepoPath, RepoPath>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [from, to] = [fields[index + 1], fields[index + 2]];
    if (from !== undefined && to !== undefined) renames.set(to as RepoPath, from as RepoPath);
  }
  return renames;
}
