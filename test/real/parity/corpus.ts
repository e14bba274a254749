// Real source files of an installed package or a system folder, to be copied into a workspace.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';

/**
 * Path in the workspace → text, of the files below `folder` that match, sorted by path and put below `into`.
 * @throws when none matches: the corpus is not installed, or has another shape
 */
export function readCorpus(
  folder: string,
  patterns: readonly string[],
  into: string,
): Readonly<Record<string, string>> {
  const paths = glob.sync([...patterns], { cwd: folder }).sort();
  if (paths.length === 0) throw new Error(`no ${patterns.join(', ')} in ${folder}`);
  return Object.fromEntries(
    paths.map((path) => [`${into}/${path}`, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** A package of parity/package.json (npm run deep installs them), or a folder in it. */
export function parityPackage(name: string): string {
  return join(import.meta.dirname, 'node_modules', name);
}
