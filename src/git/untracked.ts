// What lies in the work tree without being tracked, ignored or not: where dependencies are installed.

import type { RepoPath } from '../model/base.js';
import type { Location } from './location.js';
import { runGit } from './run-git.js';

export interface UntrackedEntry {
  readonly path: RepoPath;
  /** It holds nothing tracked, and stands for all that it holds. */
  readonly isFolder: boolean;
}

/** Throws UserError `scope`. */
export async function untrackedEntries({ root, env }: Location): Promise<readonly UntrackedEntry[]> {
  const output = await runGit(['ls-files', '-z', '--others', '--directory'], { cwd: root, env });
  return output.split('\0').flatMap((name) => {
    if (name === '') return [];
    const isFolder = name.endsWith('/');
    return [{ path: (isFolder ? name.slice(0, -1) : name) as RepoPath, isFolder }];
  });
}
