import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/model/base.js';
import { importsIn, textLanguageOf } from '../../../src/query/import-statements.js';
import { fileIndex, modulePaths } from '../../../src/query/module-paths.js';
import { symbolsInText } from '../../../src/query/text-symbols.js';
import { repoPath } from '../../support/definitions.js';

const told = (text: string, language: Parameters<typeof importsIn>[1]) =>
  importsIn(text, language).map(({ specifier, names, line_1based }) =>
    `${line_1based} ${specifier} ${names.map(({ local, imported }) => (local === imported ? local : `${imported}>${local}`)).join(' ')}`.trim(),
  );

describe('imports', () => {
  it('JavaScript and TypeScript', () => {
    const text = [
      "import a from './a.js';",
      "import b, { c, d as e, type F } from '../b';",
      "import * as g from 'g';",
      "import type { H } from './h.js';",
      "import './side-effect.css';",
      'import {',
      '  i,',
      "} from './i.js';",
      "export { j as k } from './j.js';",
      "export * from './all.js';",
      "const l = require('./l');",
      "const { m, n: o } = require('./m');",
      "const p = await import('./p.js');",
      "require('./q');",
      "const text = 'from nowhere';",
    ].join('\r\n');
    expect(told(text, 'javascript')).toEqual([
      '1 ./a.js default>a',
      '2 ../b default>b c d>e F',
      '3 g *>g',
      '4 ./h.js H',
      '5 ./side-effect.css',
      '6 ./i.js i',
      '9 ./j.js j>k',
      '10 ./all.js',
      '11 ./l default>l',
      '12 ./m m n>o',
      '13 ./p.js',
      '14 ./q',
    ]);
  });

  it('Python', () => {
    const text = [
      'import os',
      'import a.b as c, d  # comment',
      'from pkg.mod import Name, other as alias',
      'from . import sibling',
      'from ..up import (',
      '    one,  # first',
      '    two as three,',
      ')',
      '  from lazy import *',
    ].join('\n');
    expect(told(text, 'python')).toEqual([
      '1 os *>os',
      '2 a.b *>c',
      '2 d *>d',
      '3 pkg.mod Name other>alias',
      '4 . sibling',
      '5 ..up one two>three',
      '9 lazy *',
    ]);
  });

  it('PHP', () => {
    const text = [
      '<?php',
      'namespace App;',
      'use App\\Models\\User;',
      'use \\App\\Models\\Post as Article;',
      'use App\\Http\\{Request, Response as Answer};',
      'use function App\\helper;',
      "require_once __DIR__ . '/lib/tools.php';",
    ].join('\n');
    expect(told(text, 'php')).toEqual([
      '3 App\\Models\\User User',
      '4 App\\Models\\Post Post>Article',
      '5 App\\Http\\Request Request',
      '5 App\\Http\\Response Response>Answer',
      '6 App\\helper helper',
      '7 /lib/tools.php',
    ]);
  });

  it.each(['javascript', 'python', 'php'] as const)(
    '%s: any text is read in time that grows with its length',
    (language) => {
      const pieces = fc.constantFrom(
        'import ',
        'from ',
        '{',
        '}',
        '(',
        ')',
        "'",
        '"',
        ',',
        ' as ',
        'use ',
        'require',
        ' = ',
        '\\',
        '.',
        'x',
        '\n',
        ';',
        '*',
      );
      fc.assert(
        fc.property(fc.array(pieces, { maxLength: 200 }), (parts) => {
          for (const { line_1based } of importsIn(parts.join(''), language))
            expect(line_1based).toBeGreaterThan(0);
        }),
      );
      const started = performance.now();
      for (const piece of ['import {', 'import ', 'const x = ', 'from a import (', 'use A\\{', 'require '])
        importsIn(piece.repeat(20_000), language);
      expect(performance.now() - started).toBeLessThan(5000);
    },
  );

  it('languages by their endings', () => {
    const paths = ['a.ts', 'a.mjs', 'a.vue', 'a.py', 'a.pyi', 'a.php', 'a.go', 'ts', 'a.tsx'];
    expect(paths.map(textLanguageOf)).toEqual([
      'javascript',
      'javascript',
      'javascript',
      'python',
      'python',
      'php',
      undefined,
      undefined,
      'javascript',
    ]);
  });
});

describe('where a module lies', () => {
  const where = (specifier: string, from: string, files: readonly string[]) => {
    const language = textLanguageOf(from);
    if (language === undefined) throw new Error('no language');
    return modulePaths({ specifier, from: from as RepoPath, language }, fileIndex(files.map(repoPath)));
  };

  it.each([
    ['./b.js', 'src/a.ts', ['src/b.ts', 'b.ts'], ['src/b.ts']],
    ['./b', 'src/a.ts', ['src/b.js', 'src/b.tsx'], ['src/b.tsx', 'src/b.js']],
    ['../lib', 'src/a.ts', ['lib/index.ts', 'src/lib.ts'], ['lib/index.ts']],
    ['.', 'src/a.ts', ['src/index.ts'], ['src/index.ts']],
    ['..', 'src/a.ts', ['index.ts'], ['index.ts']],
    ['./b.mjs?raw', 'a.mts', ['b.mts'], ['b.mts']],
    ['../../x', 'src/a.ts', ['x.ts'], []],
    ['react', 'src/a.ts', ['react.ts', 'src/react.ts'], []],
    ['./b.svelte', 'a.ts', ['b.svelte'], ['b.svelte']],
  ])('%s of %s', (specifier, from, files, expected) => {
    expect(where(specifier, from, files)).toEqual(expected);
  });

  it.each([
    ['pkg.mod', 'main.py', ['pkg/mod.py', 'pkg/__init__.py'], ['pkg/mod.py']],
    ['pkg.mod.Name', 'main.py', ['pkg/mod.py'], ['pkg/mod.py']],
    ['pkg', 'main.py', ['pkg/__init__.py'], ['pkg/__init__.py']],
    [
      'pkg.mod',
      'src/app/main.py',
      ['src/pkg/mod.py', 'old/pkg/mod.py'],
      ['src/pkg/mod.py', 'old/pkg/mod.py'],
    ],
    ['.mod', 'pkg/a.py', ['pkg/mod.py', 'mod.py'], ['pkg/mod.py']],
    ['..mod.Name', 'pkg/sub/a.py', ['pkg/mod.py'], ['pkg/mod.py']],
    ['.', 'pkg/a.py', ['pkg/__init__.py'], ['pkg/__init__.py']],
    ['...x', 'a.py', ['x.py'], []],
    ['os.path.join', 'a.py', ['os.py'], []],
  ])('%s of %s', (specifier, from, files, expected) => {
    expect(where(specifier, from, files)).toEqual(expected);
  });

  it.each([
    ['App\\Models\\User', 'src/a.php', ['src/Models/User.php', 'tests/User.php'], ['src/Models/User.php']],
    [
      'App\\Models\\User',
      'a.php',
      ['app/Models/User.php', 'lib/Models/User.php'],
      ['app/Models/User.php', 'lib/Models/User.php'],
    ],
    ['User', 'a.php', ['x/User.php'], ['x/User.php']],
    ['\\User', 'a.php', ['x/Other.php'], []],
    ['/lib/tools.php', 'src/a.php', ['src/lib/tools.php'], ['src/lib/tools.php', 'src/lib/tools.php']],
  ])('%s of %s', (specifier, from, files, expected) => {
    expect(where(specifier, from, files)).toEqual(expected);
  });
});

describe('declarations', () => {
  it.each([
    [
      'javascript',
      'export class A {}\n  method() {}\nexport async function b() {}\nconst c = 1\ntype D = 1\n// function e',
      'class A 1|function b 3|constant c 4|type D 5',
    ],
    [
      'python',
      'class A:\n    def b(self):\n        pass\nasync def c(): pass\nx = 1',
      'class A 1|function b 2|function c 4',
    ],
    [
      'php',
      '<?php\nfinal class A {\n  public static function b() {}\n}\ninterface C {}',
      'class A 2|function b 3|interface C 5',
    ],
  ] as const)('%s', (language, text, expected) => {
    const found = symbolsInText(text, language).map(
      ({ name, kind_name, line_1based }) => `${kind_name} ${name} ${line_1based}`,
    );
    expect(found.join('|')).toBe(expected);
  });
});
