// Files that are broken, or made to break: every one is a sentence, none a stack, none goes on with defaults.

import { array, asyncProperty, assert as checkProperty, constantFrom, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/parse.js';
import { absolutePath } from '../../../src/platform/paths.js';
import { failure, load, loadText, mistakes } from './folders.js';

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefgh'.split('').map((name, index) => {
    const previous = 'abcdefgh'.charAt(index);
    return `${name}: &${name} [${Array(9).fill(`*${previous}`).join(', ')}]`;
  }),
  '',
].join('\n');

const texts: readonly (readonly [name: string, file: string, text: string, expected: unknown])[] = [
  ['a broken list', 'lspcheck.yml', 'check: [a\n', /^2:1\+1 .*Flow sequence/],
  ['a tab for indentation', 'lspcheck.yml', 'check:\n\tfailOn: error\n', /^2:1\+1 .*tab/i],
  ['two documents', 'lspcheck.yml', 'check: {}\n---\ncheck: {}\n', /multiple documents/i],
  ['a tag of another language', 'lspcheck.yml', 'check: !!js/function "x"\n', /^1:8\+\d+ .*tag/i],
  ['an alias without anchor', 'lspcheck.yml', 'check: *nowhere\n', /^1:8\+8 .*nowhere/i],
  ['a map as key', 'lspcheck.yml', '? { a: b }\n: c\n', '1:3+8 a key must be text'],
  [
    'not a number',
    'lspcheck.yml',
    'servers: { yaml: { settings: { a: .nan } } }\n',
    /^1:35\+4 only text, numbers/,
  ],
  ['a key twice', 'lspcheck.yml', 'check: {}\ncheck: {}\n', '2:1+5 the key "check" stands here twice'],
  ['a key twice in JSON', 'lspcheck.json', '{ "check": {}, "check": {} }', /^1:16\+7 the key "check" stands/],
  ['__proto__', 'lspcheck.yml', '__proto__: { a: 1 }\n', '1:1+9 the key "__proto__" is refused'],
  [
    '__proto__ deep in settings, in JSON',
    'lspcheck.json',
    '{ "servers": { "yaml": { "settings": { "__proto__": { "polluted": true } } } } }',
    '1:40+11 the key "__proto__" is refused',
  ],
  ['an alias bomb', 'lspcheck.yml', bomb, /grows beyond 20000 values; too many aliases/],
  ['an anchor inside itself', 'lspcheck.yml', 'check: &a [*a]\n', /nested deeper than 100 levels|anchor/],
  ['nesting without end', 'lspcheck.yml', `check: ${deep(5000)}\n`, /^1:\d+\+1 nested too deeply$/],
  ['nesting without end, in JSON', 'lspcheck.json', deep(50_000), '1:1+1 nested deeper than 100 levels'],
  ['nesting just too deep, in JSON', 'lspcheck.json', deep(102), '1:102+2 nested deeper than 100 levels'],
  [
    'a merge key',
    'lspcheck.yml',
    '<<: { check: {} }\n',
    /^1:1\+2 unknown key "<<" \| merge keys belong to YAML 1.1/,
  ],
  [
    'JSON with a missing comma',
    'lspcheck.json',
    '{\n  "check": {}\n  "rules": {}\n}',
    '3:3+7 comma expected',
  ],
  ['JSON cut off', 'lspcheck.json', '{ "check": ', /value expected/],
];

describe('one mistake, with its place', () => {
  test.each(texts)('%s', async (_name, file, text, expected) => {
    const found = await mistakes(text, file);
    expect(found).toHaveLength(1);
    if (expected instanceof RegExp) expect(found[0]).toMatch(expected);
    else expect(found[0]).toBe(expected);
  });
});

test('nothing is polluted by a refused key', () => {
  expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
});

test('aliases in reason are followed, and a mistake behind one is shown where the alias stands', async () => {
  const { config } = await loadText(
    'check: { ignore: &v ["v/**"] }\noverrides: [{ files: *v, failOn: never }]\n',
  );
  expect(config.overrides).toEqual([{ files: ['v/**'], rules: [], failOn: 'never' }]);
  expect(await mistakes('check: { failOn: &x eror }\noverrides: [{ files: ["a"], failOn: *x }]\n')).toEqual([
    expect.stringMatching(/^1:21\+4 "eror" is no severity/),
    expect.stringMatching(/^2:37\+2 "eror" is no severity/),
  ]);
});

test('off and on are words in YAML 1.2', async () => {
  const { config } = await loadText('rules: { yaml/0: off }\ndaemon: { mode: on }\n');
  expect(config.rules).toEqual([{ server: 'yaml', code: '0', severity: 'off' }]);
  expect(config.daemon.mode).toBe('on');
});

test('JSON may have comments and trailing commas', async () => {
  const { config } = await loadText('{ // why\n "check": { "failOn": "hint", }, }', 'lspcheck.json');
  expect(config.failOn).toBe('hint');
});

test.each([
  ['not UTF-8', Uint8Array.of(0x63, 0xff, 0x0a), 'lspcheck.yml is not UTF-8'],
  ['too large', `# ${'x'.repeat(1_000_000)}`, 'lspcheck.yml is larger than 1 MB, so it is no config file'],
])('a file that is %s is an error, not an absent file', async (_name, text, message) => {
  const error = await failure(load({ project: { 'lspcheck.yml': text } }));
  expect([error.kind, error.message]).toEqual(['config', message]);
});

test('an empty file, and one of comments only, are files that say nothing', async () => {
  for (const text of ['', '# nothing\n']) {
    const { config, projectFile } = await loadText(text);
    expect([config.zeroConfig, projectFile]).toEqual([true, 'lspcheck.yml']);
  }
});

test('no text at all makes the readers throw, and every mistake has a place inside the text', async () => {
  const piece = constantFrom(
    'servers',
    'check',
    ':',
    ': ',
    '\n',
    '  ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '&a ',
    '*a',
    '!t ',
    ',',
    '# ',
  );
  const text = array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  for (const name of ['lspcheck.yml', 'lspcheck.json']) {
    for (const texts of [text, string()]) {
      await checkProperty(
        asyncProperty(texts, async (given) => {
          const source = {
            layer: 'project',
            file: absolutePath(name, '/'),
            path: name,
            text: given,
          } as const;
          const outcome = await parseConfig(source);
          if (outcome.kind === 'parsed') return;
          expect(outcome.mistakes.length).toBeGreaterThan(0);
          const lines = given.split('\n');
          for (const { where, sourceLine } of outcome.mistakes)
            expect(lines[(where?.line ?? 0) - 1]?.startsWith(sourceLine ?? '?')).toBe(true);
        }),
        { numRuns: 300, seed: 1 },
      );
    }
  }
});
