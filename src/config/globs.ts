// File globs, compiled once: without a slash they match the base name, with one the repository path.
// Dot files match like any other file; a glob never excludes (`!` is an ordinary character here, and refused in config).

import picomatch from 'picomatch';
import type { RepoPath } from '../model/base.js';
import { baseNameOf } from '../platform/paths.js';

/** True for paths that at least one of the globs matches. No globs match nothing. */
export function compileGlobs(globs: readonly string[]): (path: RepoPath) => boolean {
  const byName = anyOf(globs.filter((glob) => !glob.includes('/')));
  const byPath = anyOf(globs.filter((glob) => glob.includes('/')).map(withoutDotSlash));
  return (path) => byName?.test(baseNameOf(path)) === true || byPath?.test(path) === true;
}

/** One expression for all globs: a run asks tens of thousands of paths for every server. */
function anyOf(globs: readonly string[]): RegExp | undefined {
  if (globs.length === 0) return undefined;
  return new RegExp(
    globs.map((glob) => picomatch.makeRe(glob, { dot: true, nonegate: true }).source).join('|'),
  );
}

function withoutDotSlash(glob: string): string {
  return glob.replace(/^\.?\/+/, '');
}
