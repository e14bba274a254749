import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import type { Flag } from '../../../src/cli/flag.js';
import { flags } from '../../../src/cli/flags.js';
import { parseCommandLine } from '../../../src/cli/parse.js';
import { readStrictly } from '../../../src/cli/strict-parser.js';

describe('a command line that is right', () => {
  test('flags and arguments may stand in any order', () => {
    expect(parseCommandLine(['--format', 'json', 'changed', 'src', '-q', 'lib'])).toEqual({
      kind: 'command',
      name: 'changed',
      args: ['src', 'lib'],
      values: { format: 'json', quiet: true },
    });
  });

  test('short flags may be joined, with a value at the end', () => {
    expect(parseCommandLine(['changed', '-qfjson'])).toMatchObject({
      values: { quiet: true, format: 'json' },
    });
  });

  test('what comes after -- is a path, whatever it looks like', () => {
    expect(parseCommandLine(['files', '--', '--staged', '-x'])).toMatchObject({
      kind: 'command',
      args: ['--staged', '-x'],
      values: {},
    });
  });

  test('a repeatable flag keeps all its values, any other its last one', () => {
    expect(
      parseCommandLine([
        'all',
        '--server',
        'a',
        '--server=b',
        '-f',
        'json',
        '-f',
        'text',
        '--report',
        'json=x=y',
      ]),
    ).toMatchObject({ values: { server: ['a', 'b'], format: 'text', report: ['json=x=y'] } });
  });

  test('--deadline takes none, --start-timeout does not', () => {
    expect(parseCommandLine(['all', '--deadline', 'none']).kind).toBe('command');
    expect(parseCommandLine(['all', '--start-timeout', 'none']).kind).toBe('problem');
  });

  test('help tells its two lengths apart and knows its command', () => {
    expect(parseCommandLine(['-h'])).toEqual({ kind: 'help', long: false });
    expect(parseCommandLine(['changed', '--staged', '--help'])).toEqual({
      kind: 'help',
      long: true,
      command: 'changed',
    });
  });

  test('no argument is no command', () => {
    expect(parseCommandLine([])).toEqual({ kind: 'bare' });
  });

  test('--version, also among other flags', () => {
    expect(parseCommandLine(['--version'])).toEqual({ kind: 'version' });
    expect(parseCommandLine(['changed', '--version'])).toEqual({ kind: 'version' });
  });
});

describe('what is refused is never run', () => {
  test.each([
    [['changed', '--deadline', '0s']],
    [['changed', '--deadline', '10']],
    [['changed', '--deadline', '1h']],
    [['changed', '--quiet-period=-5ms']],
    [['changed', '--jobs', '1.5']],
    [['changed', '--base', '']],
    [['changed', '--base=--upload-pack=x']],
    [['changed', '--output', ' ']],
    [['changed', '--report', 'json']],
    [['changed', '--report', '=x']],
    [['changed', '--report', 'json=']],
    [['changed', '--staged', '--staged']],
    [['changed', '--stdin']],
    [['changed', '--quiet=false']],
    [['changed', '']],
    [['files']],
    [['files', 'a', '--stdin']],
    [['all', 'src']],
    [['schema', 'all']],
    [['constructor']],
    [['--', '--staged']],
  ])('%j', (argv) => {
    expect(parseCommandLine(argv).kind).toBe('problem');
  });
});

describe('the two parsers', () => {
  const word = fc.constantFrom('src', 'a.ts', '-', '12', '1e3', 'true', 'x=y', '--', '', '[id].ts');
  const flag = fc.constantFrom(...Object.entries<Flag>(flags)).chain(([name, { kind, alias, choices }]) => {
    const spelt = alias === undefined ? fc.constant(`--${name}`) : fc.constantFrom(`--${name}`, `-${alias}`);
    if (kind === 'switch') return spelt.map((text) => [text]);
    const value =
      choices === undefined
        ? fc.constantFrom('2m', 'none', '3', 'a/b', 'json=f')
        : fc.constantFrom(...choices);
    return fc.tuple(spelt, value).map(([text, given]) => [text, given]);
  });
  const line = fc
    .tuple(
      fc.constantFrom(...Object.keys(commands)),
      fc.array(
        fc.oneof(
          flag,
          word.map((each) => [each]),
        ),
      ),
    )
    .map(([command, parts]) => [command, ...parts.flat()]);

  test('agree on every line that the first one takes', () => {
    fc.assert(
      fc.property(line, (argv) => {
        const parsed = parseCommandLine(argv);
        fc.pre(parsed.kind === 'command');
        // yargs takes a word after a switch for its value when it is `true`; the first parser's reading is the one that runs.
        fc.pre(!argv.includes('true'));
        const { values, failure } = readStrictly(argv);
        expect(failure).toBe('');
        expect(values._).toEqual([parsed.name, ...parsed.args]);
        for (const [name, value] of Object.entries(parsed.values)) {
          const strict = values[name];
          expect(Array.isArray(value) ? [strict].flat() : [strict].flat().at(-1)).toEqual(value);
        }
      }),
      { numRuns: 500 },
    );
  });
});
