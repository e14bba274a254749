// Which folder a server is rooted in for a file: the nearest one upward with a root marker, else the repository root;
// or the entry's fixed root, for files below it only. One session per (server, root) follows from this.

import type { RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { parentOf, repoRootPath } from '../platform/paths.js';
import { type JudgedFolders, nearestWith } from './folders.js';

/** The root for a file; undefined when the entry's fixed root does not contain it. Answers are kept per folder. */
export function workspaceFolders(
  definition: ServerDefinition,
  folders: JudgedFolders,
): (path: RepoPath) => Promise<RepoPath | undefined> {
  const { fixedRoot } = definition;
  if (fixedRoot !== undefined) return async (path) => (isBelow(fixedRoot, path) ? fixedRoot : undefined);
  const nearest = nearestWith(folders, definition.rootMarkers);
  return async (path) => (await nearest(parentOf(path))) ?? repoRootPath;
}

function isBelow(folder: RepoPath, path: RepoPath): boolean {
  return folder === repoRootPath || path.startsWith(`${folder}/`);
}
