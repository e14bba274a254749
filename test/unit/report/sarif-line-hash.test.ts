import { expect, test } from 'vitest';
import { lineHashes } from '../../../src/report/sarif-line-hash.js';

// The vectors that codeql-action tests its own implementation with.
const equalLines = 'Lorem ipsum dolor sit amet.\n'.repeat(10);

test.each<[string, string, readonly string[]]>([
  ['an empty file', '', ['c129715d7a2bc9a3:1']],
  [
    'blanks, tabs, no last line break',
    ' a\nb\n  \t\tc\n d',
    ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1'],
  ],
])('%s', (_, text, hashes) => {
  expect(lineHashes(text)).toEqual(hashes);
});

test('ten equal lines: the same hash, counted, until the end of the file comes into view', () => {
  const hashes = lineHashes(equalLines);
  expect(hashes[0]).toBe('a7f2ff13bc495cf2:1');
  expect(hashes[5]).toBe('a7f2ff13bc495cf2:6');
  expect(hashes[6]).toBe('a7f2ff1481e87703:1');
  expect(hashes).toHaveLength(11);
});

test('all kinds of line breaks are one', () => {
  const hashes = lineHashes('a\nb\nc');
  expect(lineHashes('a\r\nb\r\nc')).toEqual(hashes);
  expect(lineHashes('a\rb\rc')).toEqual(hashes);
});

test('blanks do not count, a byte order mark does', () => {
  expect(lineHashes('a b\n')).toEqual(lineHashes('\ta  b \n'));
  expect(lineHashes('\ufeffa b\n')).not.toEqual(lineHashes('a b\n'));
});

test('a line’s hash looks no further than 100 code units', () => {
  const [first] = lineHashes(`${'x'.repeat(100)}\nold`);
  expect(lineHashes(`${'x'.repeat(100)}\nnew`)[0]).toBe(first);
  expect(lineHashes(`${'x'.repeat(99)}y\nold`)[0]).not.toBe(first);
});
