// What lies in the work tree without being tracked: where dependencies are installed.

import type { RepoPath } from '../model/base.js';
import type { Location } from './location.js';
import { runGit } from './run-git.js';

export interface UntrackedEntry {
  readonly path: RepoPath;
  /** It holds nothing tracked, and stands for all that it holds. */
  readonly isFolder: boolean;
  /** Git was told that it is not to be added. */
  readonly isIgnored: boolean;
}

/** Throws UserError `scope`. */
export async function untrackedEntries({ root, env }: Location): Promise<readonly UntrackedEntry[]> {
  const list = (...flags: readonly string[]) =>
    runGit(['ls-files', '-z', '--others', '--directory', ...flags], { cwd: root, env });
  const [all, ignored] = await Promise.all([list(), list('--ignored', '--exclude-standard')]);
  const isIgnored = new Set(names(ignored));
  return [...new Set([...names(all), ...isIgnored])].map((name) => {
    const isFolder = name.endsWith('/');
    return {
      path: (isFolder ? name.slice(0, -1) : name) as RepoPath,
      isFolder,
      isIgnored: isIgnored.has(name),
    };
  });
}

function names(output: string): readonly string[] {
  return output.split('\0').filter((name) => name !== '');
}
