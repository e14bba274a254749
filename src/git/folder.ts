// What is in a folder, as git sees it: tracked and untracked files, without what is ignored. Takes no lock, writes nothing.

import type { RepoPath } from '../model/base.js';
import { repoRootPath } from '../platform/paths.js';
import type { Location } from './location.js';
import { runGit } from './run-git.js';

/** Files below the folder, submodules and links included, in no particular order. Throws UserError `scope`. */
export async function filesInFolder({ root, env }: Location, folder: RepoPath): Promise<readonly RepoPath[]> {
  const where = folder === repoRootPath ? [] : ['--', folder];
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', ...where];
  const output = await runGit(listing, { cwd: root, env });
  return output.split('\0').filter((name) => name !== '') as RepoPath[];
}
