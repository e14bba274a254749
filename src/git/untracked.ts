// What lies in the work tree without being tracked, ignored or not: where dependencies are installed.

import type { RepoPath } from '../model/base.js';
import type { Location } from './location.js';
import { runGit } from './run-git.js';

/** Files, and folders that hold nothing tracked (those without their content). Throws UserError `scope`. */
export async function untrackedEntries({ root, env }: Location): Promise<readonly RepoPath[]> {
  const output = await runGit(['ls-files', '-z', '--others', '--directory'], { cwd: root, env });
  return output.split('\0').flatMap((name) => (name === '' ? [] : [name.replace(/\/$/, '') as RepoPath]));
}
