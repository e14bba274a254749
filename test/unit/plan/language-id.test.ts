import { expect, test } from 'vitest';
import { languageIdOf } from '../../../src/plan/language-id.js';
import { repoPath } from '../../support/definitions.js';

const map = {
  byExtension: { '.ts': 'typescript', '.php': 'php', '.blade.php': 'blade', '.C': 'cpp', '.c': 'c' },
  byName: { Makefile: 'makefile', 'odd.ts': 'odd' },
};

test.each([
  ['src/a.ts', 'typescript'],
  ['a.b.ts', 'typescript'],
  ['v/x.blade.php', 'blade'],
  ['v/x.php', 'php'],
  ['a.C', 'cpp'],
  ['a.c', 'c'],
  ['A.TS', 'typescript'],
  ['sub/Makefile', 'makefile'],
  ['odd.ts', 'odd'],
  ['.ts', 'typescript'],
])('%s is %s', (path, id) => {
  expect(languageIdOf(map, repoPath(path))).toBe(id);
});

test('the default is for what the map does not name', () => {
  expect(languageIdOf({ ...map, default: 'plain-fx' }, repoPath('a.fx'))).toBe('plain-fx');
});

test('a map without an answer has none: never plaintext, never a guess', () => {
  expect(languageIdOf(map, repoPath('a.fx'))).toBeUndefined();
  expect(languageIdOf(map, repoPath('constructor'))).toBeUndefined();
});

test.each([
  ['a/b.fx', 'fx'],
  ['a/b.tar.GZ', 'gz'],
  ['Dockerfile', 'dockerfile'],
  ['.bashrc', 'bashrc'],
  ['odd.', 'odd'],
])('without any map the bare extension or name: %s is %s', (path, id) => {
  expect(languageIdOf({ byExtension: {}, byName: {} }, repoPath(path))).toBe(id);
});

test('a name may be a glob: after names as they are, before extensions, the first that matches', () => {
  const globs = {
    byExtension: { '.json': 'json' },
    byName: {
      'tsconfig.*.json': 'jsonc',
      '.github/**/*.json': 'workflow',
      'tsconfig.x.json': 'exact',
      '*.json': 'late',
    },
  };
  const ids = ['tsconfig.lib.json', 'a/tsconfig.x.json', '.github/a/b.json', 'a.json', 'a.yml'].map((path) =>
    languageIdOf(globs, repoPath(path)),
  );
  expect(ids).toEqual(['jsonc', 'exact', 'workflow', 'late', undefined]);
});
