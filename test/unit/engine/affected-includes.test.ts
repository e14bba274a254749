import { expect, test } from 'vitest';
import { includedNames, includersOf } from '../../../src/engine/affected-includes.js';
import { repoPath } from '../../support/run-builder.js';

/** Levels as text, files given as path → what they include. */
function levels(changed: readonly string[], files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files).map(([path, text]) => [repoPath(path), text]));
  return includersOf(new Set(changed.map(repoPath)), texts);
}

test('every way to write an include line, and nothing else', () => {
  const text = [
    '#include "a.h"',
    '  #  include <dir/b.hpp>',
    '#import "c.h"',
    '#include_next <d.h>',
    '// #include "comment.h"',
    '#include MACRO',
    '#define X "e.h"',
    'const char *s = "#include \\"f.h\\"";',
  ].join('\n');
  expect(includedNames(text)).toEqual(['a.h', 'dir/b.hpp', 'c.h', 'd.h']);
});

test('direct includers first, then theirs; cycles end', () => {
  expect(
    levels(['inc/a.h'], {
      'inc/a.h': '#include "b.h"\n',
      'inc/b.h': '#include "a.h"\n',
      'src/main.c': '#include "b.h"\n',
      'src/use.c': '#include "inc/a.h"\n',
      'src/none.c': '#include <stdio.h>\n',
    }),
  ).toEqual([['inc/b.h', 'src/use.c'], ['src/main.c']]);
});

test('the file beside the including one wins over others of its name', () => {
  const files = {
    'x/conf.h': '',
    'x/use.c': '#include "conf.h"\n',
    'y/conf.h': '',
    'y/use.c': '#include "conf.h"\n',
    'z/use.c': '#include "conf.h"\n',
    'z/up.c': '#include "../y/conf.h"\n',
  };
  // Of a name that stands for two, each is taken to be meant.
  expect(levels(['x/conf.h'], files)).toEqual([['x/use.c', 'z/use.c']]);
  expect(levels(['y/conf.h'], files)).toEqual([['y/use.c', 'z/up.c', 'z/use.c']]);
});

test('a header that is gone is still included', () => {
  expect(levels(['gone.h'], { 'use.c': '#include "gone.h"\n' })).toEqual([['use.c']]);
  expect(levels(['src/gone.h'], { 'app/use.c': '#include "../src/gone.h"\n' })).toEqual([['app/use.c']]);
});

test('a path that climbs out of the repository means what its rest says', () => {
  expect(levels(['lib/a.h'], { 'use.c': '#include "../../lib/a.h"\n' })).toEqual([['use.c']]);
});
