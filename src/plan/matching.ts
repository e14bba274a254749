// Which definitions say that they handle a path, and from which root: globs, first lines, fixed roots, activation files.
// Pure look-ups over the judged folders, kept per definition; no opinion on what is installed or wanted.

import type { RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { ReadHead } from './file-class.js';
import { type JudgedFolders, nearestWith } from './folders.js';
import { handlerOf } from './interpreter.js';
import { workspaceFolders } from './workspace-folder.js';

/** A definition with its globs compiled and its folder look-ups kept. */
export interface Entry {
  readonly definition: ServerDefinition;
  readonly handles: (path: RepoPath) => Promise<boolean>;
  readonly rootOf: (path: RepoPath) => Promise<RepoPath | undefined>;
  /** Zero config: one of `activatesOn` is at the root or above. */
  readonly isActive: (root: RepoPath) => Promise<boolean>;
}

export interface Match {
  readonly definition: ServerDefinition;
  readonly root: RepoPath;
  readonly isActive: Entry['isActive'];
}

export function entryOf(definition: ServerDefinition, folders: JudgedFolders, headOf: ReadHead): Entry {
  const { activatesOn } = definition;
  const nearest = nearestWith(folders, activatesOn);
  return {
    definition,
    handles: handlerOf(definition, headOf),
    rootOf: workspaceFolders(definition, folders),
    isActive: async (root) => activatesOn.length === 0 || (await nearest(root)) !== undefined,
  };
}

/** In the entries' order. An entry whose fixed root does not contain the file does not match. */
export async function matching(entries: readonly Entry[], path: RepoPath): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (const { definition, handles, rootOf, isActive } of entries) {
    if (!(await handles(path))) continue;
    const root = await rootOf(path);
    if (root !== undefined) matches.push({ definition, root, isActive });
  }
  return matches;
}

export async function activeOnes(matches: readonly Match[]): Promise<readonly Match[]> {
  const active = await Promise.all(matches.map(({ isActive, root }) => isActive(root)));
  return matches.filter((_, index) => active[index]);
}
