import { describe, expect, test } from 'vitest';
import { narrowed, regionOf, relativeUri } from '../../../src/report/sarif-location.js';
import { range, repoPath } from '../../support/run-builder.js';

describe('URIs are relative, and every segment is encoded', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['a b#c?d%e.ts', 'a%20b%23c%3Fd%25e.ts'],
    ['pct%41.fx', 'pct%2541.fx'],
    ['[id]/page.tsx', '%5Bid%5D/page.tsx'],
    ['c:/x', 'c%3A/x'],
    ['über/日本.ts', '%C3%BCber/%E6%97%A5%E6%9C%AC.ts'],
    ['a\nb\\c', 'a%0Ab%5Cc'],
    ['half\ud800', 'half%EF%BF%BD'],
  ])('%j', (path, uri) => {
    expect(relativeUri(repoPath(path))).toBe(uri);
  });
});

describe('regions', () => {
  test.each([
    ['as it is', range(2, 3, 2, 5), range(2, 3, 2, 5)],
    ['empty', range(2, 3, 2, 3), range(2, 3, 2, 3)],
    ['to the start of the next line', range(2, 3, 3, 1), range(2, 3, 3, 1)],
    ['over several lines: its first line', range(2, 3, 4, 2), range(2, 3, 2, 4)],
    ['over two lines', range(2, 3, 3, 2), range(2, 3, 2, 4)],
    ['over lines from behind the end', range(2, 9, 4, 1), range(2, 9, 2, 9)],
  ])('%s', (_, given, expected) => {
    expect(narrowed(given, ['one', 'two', 'three', 'four'])).toEqual(expected);
  });

  test('without the text a range stays whole', () => {
    expect(narrowed(range(2, 3, 9, 2), undefined)).toEqual(range(2, 3, 9, 2));
  });

  test.each([
    [range(0, 0, 0, 0), [1, 1, 1, 1]],
    [range(5, 5, 3, 1), [5, 5, 5, 5]],
    [range(5, 5, 5, 2), [5, 5, 5, 5]],
  ])('what no server may send is still a region: %j', (given, numbers) => {
    const { startLine, startColumn, endLine, endColumn } = regionOf(given);
    expect([startLine, startColumn, endLine, endColumn]).toEqual(numbers);
  });
});
