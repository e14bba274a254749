// The small readers of words: commands, near names, version ranges.

import { describe, expect, test } from 'vitest';
import { nameHint, nearestName } from '../../../src/config/near-name.js';
import { splitShellWords } from '../../../src/config/shell-words.js';
import { satisfies } from '../../../src/platform/version-range.js';

describe('splitting a command', () => {
  test.each<[string, readonly string[]]>([
    ['', []],
    ['  a\t b  ', ['a', 'b']],
    ["'a b' c", ['a b', 'c']],
    ['"a \\" \\\\ \\n" c', ['a " \\ \\n', 'c']],
    ["'\\'", ['\\']],
    ['a\\ b', ['a b']],
    ['a""b \'\' ""', ['ab', '', '']],
    ['$HOME/x ~ *', ['$HOME/x', '~', '*']],
    ['--x="a b"c', ['--x=a bc']],
    ['"a|b" \\;', ['a|b', ';']],
  ])('%j', (line, words) => {
    expect(splitShellWords(line)).toEqual({ kind: 'words', words });
  });

  test.each([
    ['"a', 'has an unclosed "'],
    ["a'b", "has an unclosed '"],
    ['a\\', 'ends with a backslash'],
    ['a | b', 'has a bare "|"; no shell runs, so quote it or write a script'],
    ['a > b', 'has a bare ">"; no shell runs, so quote it or write a script'],
    ['`a`', 'has a bare "`"; no shell runs, so quote it or write a script'],
  ])('%j is refused', (line, problem) => {
    expect(splitShellWords(line)).toEqual({ kind: 'broken', problem });
  });
});

describe('near names', () => {
  const known = ['typescript', 'yaml', 'error', 'on'];
  test.each([
    ['typescrpt', 'typescript'],
    ['typscrit', 'typescript'],
    ['tpscrit', undefined], // three edits
    ['TypeScript', 'typescript'],
    ['eror', 'error'],
    ['yml', 'yaml'],
    ['of', undefined], // one edit of two letters is a guess
    ['', undefined],
  ])('%s: %s', (typed, near) => {
    expect(nearestName(typed, known)).toBe(near);
  });

  test('the hint has the near name, the names when they are few, or nothing', () => {
    const many = Array.from({ length: 13 }, (_, index) => `name${index}xyz`);
    expect(nameHint('eror', known)).toBe('did you mean "error"? (typescript, yaml, error, on)');
    expect(nameHint('zzz', known)).toBe('allowed: typescript, yaml, error, on');
    expect(nameHint('name3xy', many)).toBe('did you mean "name3xyz"?');
    expect(nameHint('zzz', many)).toBeUndefined();
    expect(nameHint('zzz', [])).toBeUndefined();
  });
});

describe('version ranges', () => {
  test.each([
    ['1.2.3', '>=1', true],
    ['1.2.3', '>=1.2.4', false],
    ['2.0.0', '>=1.2', true],
    ['1.9.0', '^1.2', true],
    ['2.0.0', '^1.2', false],
    ['0.2.9', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['0.9.0', '^0', true],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.9.0', '~1', true],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.4', '1.2', true],
    ['1.3.0', '1.2', false],
    ['1.0.0-rc.1', '>=1.0', false],
    ['1.0.1-rc.1', '>=1.0', true],
    ['1.0.0', ' >= 1.0 ', true],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected);
  });

  test.each(['', '1.x', '>1', '<2', '1 || 2', '>=1 <2', 'latest', '^'])('%j is no range of ours', (range) => {
    expect(satisfies('1.0.0', range)).toBeUndefined();
  });
});
