// File globs with one meaning everywhere: without a slash a glob matches the base name, with one the repository path;
// braces and dot files match. Sole owner of picomatch.

import picomatch from 'picomatch';
import type { AbsPath, RepoPath } from '../model/base.js';
import { repoPathOf } from './paths.js';

export type PathMatcher = (path: RepoPath) => boolean;

/** Matches when any of the globs does; an empty list matches nothing. A leading `!` is no negation here but a literal. */
export function compileGlobs(globs: readonly string[]): PathMatcher {
  const matchers = globs.map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** Whether a name is more than itself. */
export function isGlob(name: string): boolean {
  return /[*?[{(/]/.test(name);
}

function compileGlob(glob: string): PathMatcher {
  const anchored = glob.replace(/^(?:\.\/|\/)/, '');
  const matches = picomatch(anchored, { dot: true, nonegate: true });
  if (glob.includes('/')) return (path) => matches(path);
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * A glob as editors read those of file watchers: on whole paths, or on paths relative to the folder. One with `**` in front matches
 * outside of the folder too.
 */
export function compileAbsoluteGlob(glob: string, folder: AbsPath): (file: AbsPath) => boolean {
  const matches = picomatch(glob, { dot: true, nonegate: true });
  return (file) => {
    const inside = repoPathOf(folder, file);
    return matches(file) || (inside !== undefined && matches(inside));
  };
}
