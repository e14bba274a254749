// The path on which nothing changed must not pay for libraries: loading simple-git costs more than `git status` itself.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../../src/git');

/** Every module that is loaded with `file`; packages by name. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    if (fileName.startsWith('.')) loadedWith(join(dirname(file), fileName.replace(/\.js$/, '.ts')), seen);
    else seen.add(fileName);
  }
  return seen;
}

const packagesOf = (name: string) =>
  [...loadedWith(join(source, name))].filter((file) => !file.startsWith('/') && !file.startsWith('node:'));

it('quick-status loads no package', () => {
  expect(packagesOf('quick-status.ts')).toEqual([]);
});

it('the repository loads simple-git', () => {
  expect(packagesOf('repository.ts')).toEqual(['simple-git']);
});
