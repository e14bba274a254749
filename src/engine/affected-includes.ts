// Which C and C++ files include a changed one, directly or through others, by reading `#include` lines. A heuristic: include paths,
// macros and conditions are not known, so a name is taken to mean every file of the repository whose path ends in it.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { baseNameOf, parentOf } from '../platform/paths.js';

/** Includers level by level: those of the changed files first. Sorted within a level; changed files are not among them. */
export function includersOf(
  changed: ReadonlySet<RepoPath>,
  texts: ReadonlyMap<RepoPath, string>,
): readonly (readonly RepoPath[])[] {
  const includedBy = reverseIncludes(texts, changed);
  const seen = new Set<RepoPath>(changed);
  const levels: RepoPath[][] = [];
  let level: readonly RepoPath[] = [...changed];
  while (level.length > 0) {
    const next = [...new Set(level.flatMap((path) => [...(includedBy.get(path) ?? [])]))]
      .filter((path) => !seen.has(path))
      .sort(compareText);
    for (const path of next) seen.add(path);
    if (next.length > 0) levels.push(next);
    level = next;
  }
  return levels;
}

/** What a text includes, as it is written. */
export function includedNames(text: string): readonly string[] {
  return [...text.matchAll(includeLine)].flatMap((match) => match[1] ?? match[2] ?? []);
}

const includeLine = /^[ \t]*#[ \t]*(?:include|import|include_next)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

function reverseIncludes(
  texts: ReadonlyMap<RepoPath, string>,
  changed: ReadonlySet<RepoPath>,
): ReadonlyMap<RepoPath, ReadonlySet<RepoPath>> {
  const byName = new Map<string, RepoPath[]>();
  // A changed file that is gone has no text, and is still what others include.
  for (const path of new Set([...texts.keys(), ...changed])) {
    const name = baseNameOf(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const includedBy = new Map<RepoPath, Set<RepoPath>>();
  for (const [path, text] of texts) {
    for (const included of includedNames(text).flatMap((name) => meant(name, path, byName))) {
      const includers = includedBy.get(included) ?? new Set();
      includers.add(path);
      includedBy.set(included, includers);
    }
  }
  return includedBy;
}

/** The file beside the including one where there is it, else all that the name can mean. */
function meant(
  name: string,
  from: RepoPath,
  byName: ReadonlyMap<string, readonly RepoPath[]>,
): readonly RepoPath[] {
  const parts = joined(parentOf(from), name);
  const candidates = byName.get(parts.at(-1) ?? '') ?? [];
  const beside = parts.join('/');
  if (candidates.some((path) => path === beside)) return candidates.filter((path) => path === beside);
  const tail = joined('.', name)
    .filter((part) => part !== '..')
    .join('/');
  return candidates.filter((path) => path === tail || path.endsWith(`/${tail}`));
}

/** The parts of a path, `.` and `..` resolved as far as they can be. */
function joined(folder: string, name: string): string[] {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...name.split(/[/\\]/)]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}
