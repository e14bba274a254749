// Which texts mention a file that is gone, for a server that cannot be shown it any more: a word that is its name, or its
// folder's where the name is that of the folder. A heuristic that finds too much; what it finds counts only with a new finding.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { baseNameOf, parentOf } from '../platform/paths.js';

/** Sorted. */
export function mentionsOf(
  gone: readonly RepoPath[],
  texts: ReadonlyMap<RepoPath, string>,
): readonly RepoPath[] {
  const names = [...new Set(gone.map(moduleName))].filter((name) => name !== '');
  if (names.length === 0) return [];
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'u');
  return [...texts]
    .filter(([, text]) => word.test(text))
    .map(([path]) => path)
    .sort(compareText);
}

/** Names that stand for the folder they lie in. */
const folderNames = new Set(['__init__', 'index', 'mod']);

function moduleName(path: RepoPath): string {
  const name = baseNameOf(path).replace(/(?<=.)\..*$/, '');
  const folder = parentOf(path);
  return folderNames.has(name) && folder !== '.' ? baseNameOf(folder) : name;
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
