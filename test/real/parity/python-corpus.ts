// Packages of Debian's Python library (libpython3-stdlib, there wherever Python is), copied under a package of their own, so
// that they stand in nobody's way.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { needed } from '../need.js';
import { readCorpus } from './corpus.js';

export function needPythonLibrary(context: TestContext): void {
  needed(
    context,
    pythonLibrary() === undefined ? 'no Python library in /usr/lib (apt-get install python3)' : undefined,
  );
}

export function pythonCorpus(patterns: readonly string[]): Readonly<Record<string, string>> {
  return readCorpus(pythonLibrary() ?? '', patterns, 'lib');
}

/** The newest that is whole: `/usr/lib/python3` alone has no library. */
function pythonLibrary(): string | undefined {
  if (!existsSync('/usr/lib')) return undefined;
  const versions = readdirSync('/usr/lib').filter((name) => /^python3\.\d+$/.test(name));
  const byMinor = versions.sort((one, other) => minorOf(other) - minorOf(one));
  return byMinor
    .map((name) => join('/usr/lib', name))
    .find((folder) => existsSync(join(folder, 'email/utils.py')));
}

function minorOf(name: string): number {
  return Number(name.split('.')[1]);
}
