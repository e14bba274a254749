import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask, type MaskedFolder } from '../../../src/session/transcript-mask.js';
import { fill } from '../../support/replay/transcript.mjs';

const folders: readonly MaskedFolder[] = [
  { placeholder: 'home', path: '/home/jo é' },
  { placeholder: 'root', path: '/home/jo é/shop (old)' },
  { placeholder: 'modules', path: '/opt/tools/node_modules' },
  { placeholder: 'temp', path: '/tmp' },
];
const mask = createMask(folders, ['hunter22', 'hunter2']);

describe('folders', () => {
  test.each([
    ['a path', '/home/jo é/shop (old)/src/a.ts', '{root}/src/a.ts'],
    ['the folder itself', '/home/jo é/shop (old)', '{root}'],
    ['a URI', 'file:///home/jo%20%C3%A9/shop%20(old)/a%20b.ts', 'file://{root}/a%20b.ts'],
    [
      'a URI that encodes more, in small hex',
      'file:///home/jo%20%c3%a9/shop%20%28old%29/a.ts',
      'file://{root}/a.ts',
    ],
    ['encoded slashes', 'q=%2Fhome%2Fjo%20%C3%A9%2Fshop%20(old)%2Fa.ts', 'q={root}%2Fa.ts'],
    ['the longest first', '/home/jo é/other', '{home}/other'],
    [
      'in a sentence',
      "cannot read '/home/jo é/shop (old)/none.json': gone.",
      "cannot read '{root}/none.json': gone.",
    ],
    ['twice', '/tmp/a:/tmp/b', '{temp}/a:{temp}/b'],
    ['behind a compiler flag', '-I/home/jo é/include', '-I{home}/include'],
    ['inside of another path', '/mnt/backup/home/jo é/x', '/mnt/backup{home}/x'],
    ['elsewhere', 'file:///opt/tools/node_modules/typescript/lib', 'file://{modules}/typescript/lib'],
  ])('%s', (_, given, masked) => {
    expect(mask.text(given)).toBe(masked);
  });

  test.each([
    ['a neighbour with a longer name', '/tmpfiles/x'],
    ['a segment of the same name in another path', '/srv/tmp/x'],
    ['a relative path', 'src/tmp/x'],
    ['a longer last segment', '/opt/tools/node_modules_old'],
  ])('not %s', (_, given) => {
    expect(mask.text(given)).toBe(given);
  });

  test('a Windows folder in every spelling', () => {
    const windows = createMask([{ placeholder: 'root', path: 'C:\\Users\\jo\\shop' }], []);
    const spellings = [
      'C:\\Users\\jo\\shop\\a.ts',
      'c:/users/jo/shop\\a.ts',
      'C:\\\\Users\\\\jo\\\\shop\\a.ts',
    ];
    for (const spelling of spellings) expect(windows.text(spelling)).toBe('{root}\\a.ts');
    expect(windows.text('file:///c%3A/Users/jo/shop/a.ts')).toBe('file://{root}/a.ts');
  });

  test('the root of the file system is no folder to hide', () => {
    expect(createMask([{ placeholder: 'home', path: '/' }], []).text('/usr/bin')).toBe('/usr/bin');
  });
});

describe('messages', () => {
  test('every string is masked, keys too, and the rest is as it was', () => {
    const given = { changes: { 'file:///tmp/a': [{ n: 1, ok: true, none: null, at: '/tmp' }] } };
    expect(mask.json(given)).toEqual({
      changes: { 'file://{temp}/a': [{ n: 1, ok: true, none: null, at: '{temp}' }] },
    });
  });

  test('a secret wherever it stands, the longer one whole; a password in a URL', () => {
    expect(mask.text('Bearer hunter22 and hunter2')).toBe('Bearer {redacted} and {redacted}');
    expect(mask.text('https://jo:pw@example.invalid/x')).toBe('https://{redacted}@example.invalid/x');
    expect(mask.text('https://example.invalid/a:b@c')).toBe('https://example.invalid/a:b@c');
  });
});

describe('filled again', () => {
  const here = {
    root: '/home/jo é/shop (old)',
    home: '/home/jo é',
    temp: '/tmp',
    modules: '/opt/tools/node_modules',
  };
  const there = { root: '/w', home: '/h', temp: '/t', modules: '/m' };

  test('text that looks like a placeholder is not one', () => {
    const given = `const url = \`\${root}/\`; // {{root}} {=root} {/tmp} {redacted}`;
    expect(fill(mask.text(given), there)).toBe(given.replace('/tmp', '/t'));
  });

  test('with the same folders every text comes back', () => {
    const pieces = fc.constantFrom(
      ...folders.map(({ path }) => path),
      ...[
        '{root}',
        '{=temp}',
        '{',
        '}',
        '=',
        '/',
        '/a',
        ' ',
        '"',
        '${',
        'x',
        '/tmp/y',
        '%20',
        'é',
        'modules',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = list.join('');
        expect(fill(mask.text(text), here)).toBe(text);
      }),
    );
  });

  test('in the form of the URI that it stands in', () => {
    const uri = 'file:///home/jo%20%C3%A9/shop%20(old)/a.ts';
    expect(fill(mask.text(uri), { root: '/new place' })).toBe('file:///new%20place/a.ts');
    expect(fill(mask.text('/home/jo é/shop (old)/a.ts'), { root: '/new place' })).toBe('/new place/a.ts');
  });
});
