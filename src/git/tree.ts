// What a commit holds: every path with its mode and object, as a value. Nothing is checked out for it.

import type { RepoPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import { gitPath } from '../platform/paths.js';
import type { Repository } from './repository.js';

export interface TreeEntry {
  readonly path: RepoPath;
  /** `100644`, `100755`, `120000` (symlink), `160000` (submodule). */
  readonly mode: string;
  readonly oid: string;
}

/** The commit's whole tree, in git's order. Throws UserError `scope`. */
export async function treeEntries(repository: Repository, commit: string): Promise<readonly TreeEntry[]> {
  const output = await repository.git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit]);
  return output.split('\0').flatMap((record) => (record === '' ? [] : [treeEntry(record)]));
}

function treeEntry(record: string): TreeEntry {
  const [, mode, oid, path] = /^(\d{6}) (?:blob|commit) ([0-9a-f]+)\t(.+)$/s.exec(record) ?? [];
  if (mode === undefined || oid === undefined || path === undefined) {
    throw new UserError('scope', `git ls-tree answered with a record that lspcheck does not know: ${record}`);
  }
  return { path: gitPath(path), mode, oid };
}
