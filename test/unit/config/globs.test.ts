import { describe, expect, test } from 'vitest';
import { compileIgnore } from '../../../src/config/ignore.js';
import type { RepoPath } from '../../../src/model/base.js';
import { compileGlobs } from '../../../src/platform/globs.js';

const path = (text: string) => text as RepoPath;

describe('globs', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'deep/er/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['*.ts', '.hidden.ts', true],
    ['Makefile', 'src/Makefile', true],
    ['Makefile', 'src/Makefile.in', false],
    ['*.{a,b}', 'x/y.b', true],
    ['lib/**/*.{a,b}', 'lib/y.a', true],
    ['lib/**/*.{a,b}', 'lib/x/.z/y.b', true],
    ['lib/**/*.{a,b}', 'src/lib/y.a', false],
    ['./lib/*.a', 'lib/y.a', true],
    ['/lib/*.a', 'lib/y.a', true],
    ['legacy/**', 'legacy/a/b', true],
    ['legacy/**', 'legacy2/a', false],
    ['**/vendor/**', 'vendor/a', true],
    ['**/vendor/**', 'x/vendor/a', true],
    ['.github/workflows/*.yml', '.github/workflows/ci.yml', true],
    ['eslint.config.*', 'eslint.config.mjs', true],
    ['!*.ts', 'a.js', false],
    ['src/[id].ts', 'src/i.ts', true],
    ['*', 'any/thing', true],
    ['*.ts', 'odd name (1)\n.ts', true],
  ])('%s on %s: %s', (glob, name, expected) => {
    expect(compileGlobs([glob])(path(name))).toBe(expected);
  });

  test('one of several is enough, none match nothing', () => {
    const matches = compileGlobs(['*.a', 'x/*.b']);
    expect(['q/1.a', 'x/1.b', '1.b'].map((name) => matches(path(name)))).toEqual([true, true, false]);
    expect(compileGlobs([])(path('a'))).toBe(false);
  });
});

describe('ignoring', () => {
  test("the file's gitignore syntax: folders, anchors, exceptions, comments; case counts", () => {
    const ignored = compileIgnore({
      ignoreFile: '# why\nbuild/\n/top.ts\n*.gen.ts\n!keep.gen.ts\nCaps.ts\n',
      globs: [],
    });
    const paths = ['build/a.ts', 'x/build/a.ts', 'top.ts', 'x/top.ts', 'a.gen.ts', 'keep.gen.ts', 'caps.ts'];
    expect(paths.filter((name) => ignored(path(name)))).toEqual([
      'build/a.ts',
      'x/build/a.ts',
      'top.ts',
      'a.gen.ts',
    ]);
  });

  test('globs and file together, and names that look like paths elsewhere', () => {
    const ignored = compileIgnore({ ignoreFile: 'a\n', globs: ['**/vendor/**', '*.min.js'] });
    expect(['a', 'x/vendor/b.js', 'x/c.min.js', 'd.js', '..odd', '...'].map((n) => ignored(path(n)))).toEqual(
      [true, true, true, false, false, false],
    );
  });

  test('without a file and without globs nothing is ignored', () => {
    expect(compileIgnore({ globs: [] })(path('a'))).toBe(false);
  });
});
