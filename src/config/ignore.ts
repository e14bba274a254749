// Which files the user does not want judged: `.lspcheckignore` in gitignore's syntax, and `check.ignore` globs.
// Matching only; reading the file, and judging a named file all the same, is the caller's.

import ignore from 'ignore';
import type { RepoPath } from '../model/base.js';
import { compileGlobs } from '../platform/globs.js';

export interface IgnoreTexts {
  /** Text of `.lspcheckignore` at the root; undefined when there is none. */
  readonly ignoreFile?: string;
  /** `check.ignore`. */
  readonly globs: readonly string[];
}

/** True for paths that are not to be judged. */
export function compileIgnore(texts: IgnoreTexts): (path: RepoPath) => boolean {
  const byGlob = compileGlobs(texts.globs);
  if (texts.ignoreFile === undefined) return byGlob;
  // Git's own default on Linux; a wrong case must not hide a file. Odd names (`..x`) are still names.
  const byFile = ignore({ ignorecase: false, allowRelativePaths: true }).add(texts.ignoreFile);
  return (path) => byGlob(path) || byFile.ignores(path);
}
