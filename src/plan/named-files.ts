// `lspcheck files`: names and globs as people give them → entries. A name that exists is taken literally, whatever
// characters it has; only what does not exist may be a pattern. A named file that is missing stays listed, so that it
// becomes unknown. Works outside any git repository; knows nothing of the index.

import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { isOutside, namedPath } from '../git/named-path.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { ChangeEntry, ChangeSet } from '../model/change.js';
import { compareText } from '../model/diagnostic.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf, repoRootPath } from '../platform/paths.js';

export interface NamedFilesRequest {
  /** The folder that plays the repository root, links resolved. */
  readonly root: AbsPath;
  /** The caller's folder, links resolved; names count from here. */
  readonly cwd: AbsPath;
  readonly names: readonly string[];
  /** `names` come from a program (--stdin): none of them is a pattern. */
  readonly literal?: boolean;
  /** What git has in a folder; undefined outside git, where everything in it counts. */
  readonly listFolder?: (folder: RepoPath) => Promise<readonly RepoPath[]>;
  /** HEAD's commit, for the report; null on an unborn branch and outside git. */
  readonly head: string | null;
}

/** @throws UserError `usage` for a pattern that matches nothing. */
export async function resolveNamedFiles(request: NamedFilesRequest): Promise<ChangeSet> {
  const { root, head, names } = request;
  const found = await Promise.all(names.map((name) => entriesOf(request, name)));
  const entries = new Map<RepoPath, ChangeEntry>();
  for (const entry of found.flat()) {
    // Named and matched by a pattern as well: it was named.
    if (entry.named || !entries.has(entry.path)) entries.set(entry.path, entry);
  }
  return {
    root,
    scope: { kind: 'files', base: null, head, description: 'the files named', mixed: [] },
    entries: [...entries.values()].sort((a, b) => compareText(a.path, b.path)),
  };
}

async function entriesOf(request: NamedFilesRequest, name: string): Promise<readonly ChangeEntry[]> {
  const { root, cwd, literal } = request;
  const there = await lstat(resolve(cwd, name)).catch(() => undefined);
  if (there === undefined && literal !== true && fastGlob.isDynamicPattern(name))
    return matchesOf(root, cwd, name);
  const path = await namedPath(root, cwd, name);
  if (there?.isDirectory() === true && !isOutside(path)) return folderEntries(request, path);
  return [{ path, status: 'listed', mode: 'file', named: true }];
}

/** A folder stands for the files in it, which are not named themselves: what is ignored stays ignored. */
async function folderEntries(
  { root, listFolder }: NamedFilesRequest,
  folder: RepoPath,
): Promise<readonly ChangeEntry[]> {
  if (listFolder === undefined) {
    const pattern = folder === repoRootPath ? '**' : `${fastGlob.escapePath(folder)}/**`;
    return matchesOf(root, root, pattern);
  }
  const paths = await listFolder(folder);
  return Promise.all(
    paths.map(async (path): Promise<ChangeEntry> => {
      const there = await lstat(absoluteOf(root, path)).catch(() => undefined);
      if (there === undefined) return { path, status: 'deleted', mode: 'file', named: false };
      const mode = there.isSymbolicLink() ? 'symlink' : there.isDirectory() ? 'submodule' : 'file';
      return { path, status: 'listed', mode, named: false };
    }),
  );
}

async function matchesOf(root: AbsPath, cwd: AbsPath, pattern: string): Promise<readonly ChangeEntry[]> {
  const matches = await fastGlob(pattern, {
    cwd,
    dot: true,
    // Installed packages are nobody's own files; a pattern that says so gets them.
    ignore: pattern.includes('node_modules') ? ['**/.git/**'] : ['**/.git/**', '**/node_modules/**'],
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true, // an unreadable folder on the way hides nothing that was named
  });
  const files = matches.filter(({ dirent }) => !dirent.isDirectory());
  if (files.length === 0) throw new UserError('usage', `${pattern}: no file matches`);
  return Promise.all(
    files.map(async ({ path, dirent }): Promise<ChangeEntry> => {
      const mode = dirent.isSymbolicLink() ? 'symlink' : 'file';
      return { path: await namedPath(root, cwd, path), status: 'listed', mode, named: false };
    }),
  );
}
