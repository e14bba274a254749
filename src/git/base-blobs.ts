// Which object each path has in the base commit: what `--only` compares with.

import type { RepoPath } from '../model/base.js';
import type { Repository } from './repository.js';

/** Object ids of files (no links, no submodules) by path, of those asked about; a path that the base lacks is missing. */
export async function baseBlobs(
  repository: Repository,
  base: string,
  paths: ReadonlySet<RepoPath>,
): Promise<ReadonlyMap<RepoPath, string>> {
  const output = await repository.git(['ls-tree', '-r', '-z', '--full-tree', base]);
  const blobs = new Map<RepoPath, string>();
  for (const record of output.split('\0')) {
    const match = /^100(?:644|755) blob ([0-9a-f]+)\t(.+)$/s.exec(record);
    const path = match?.[2] as RepoPath | undefined;
    if (match?.[1] !== undefined && path !== undefined && paths.has(path)) blobs.set(path, match[1]);
  }
  return blobs;
}
