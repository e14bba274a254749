import { expect, test } from 'vitest';
import { mentionsOf } from '../../../src/engine/affected-mentions.js';
import { repoPath } from '../../support/run-builder.js';

function mentions(gone: readonly string[], files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files).map(([path, text]) => [repoPath(path), text]));
  return mentionsOf(gone.map(repoPath), texts);
}

test('the name as a whole word, over several lines too', () => {
  expect(
    mentions(['pkg/gone.py'], {
      'a.py': 'from pkg.gone import x\n',
      'b.py': 'from pkg import (\n    gone,\n)\n',
      'c.py': 'foregone = ungone = gone_by = 1\n',
      'd.py': 'import other\n',
    }),
  ).toEqual(['a.py', 'b.py']);
});

test('a package is named by its folder', () => {
  const files = { 'a.py': 'import shop\n', 'b.py': '__init__\n' };
  expect(mentions(['shop/__init__.py'], files)).toEqual(['a.py']);
  expect(mentions(['src/index.ts'], { 'a.ts': "from './src'" })).toEqual(['a.ts']);
});

test('names that would mean something in a pattern are names', () => {
  expect(mentions(['a+b.py'], { 'x.py': 'a+b', 'y.py': 'aab' })).toEqual(['x.py']);
  expect(mentions(['größe.py'], { 'x.py': 'import größe', 'y.py': 'größen' })).toEqual(['x.py']);
  expect(mentions(['.py'], { 'x.py': 'anything' })).toEqual([]);
  expect(mentions([], { 'x.py': 'anything' })).toEqual([]);
});
