import fc from 'fast-check';
import fastStringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import type { Range } from '../../../src/model/diagnostic.js';
import { codeFrame, lineFrame, numberWidth } from '../../../src/report/code-frame.js';
import { styleFor } from '../../../src/report/text-style.js';
import { reportContext } from '../../support/report-context.js';
import { range } from '../../support/run-builder.js';

function frame(text: string, place: Range, given: { width?: number; unicode?: boolean } = {}): string {
  const style = styleFor(reportContext({}, given));
  return codeFrame(text.split('\n'), place, numberWidth(place), style, (row) => row).join('\n');
}

/** Columns of the carets, and the columns at which the character they mark is shown. */
function caretsUnder(shown: string, mark: string): [number, number] {
  const [line = '', row = ''] = shown.split('\n').slice(-2);
  return [
    fastStringWidth(row.slice(0, row.indexOf('^'))),
    fastStringWidth(line.slice(0, line.indexOf(mark))),
  ];
}

test('one line before and after, `>` on the line meant, carets under the range', () => {
  expect(frame('one\ntwo three\nfour', range(2, 5, 2, 10))).toBe(
    ['   1 │ one', ' > 2 │ two three', '     │     ^^^^^', '   3 │ four'].join('\n'),
  );
});

test('blank lines at the edges are left out, numbers align', () => {
  expect(frame(`${'\n'.repeat(8)}nine\nten\n \t\n`, range(10, 1, 10, 4))).toBe(
    ['    9 │ nine', ' > 10 │ ten', '      │ ^^^'].join('\n'),
  );
});

test('a range over many lines: the first three and the last', () => {
  const text = ['a {', '  b', '  c', '  d', '  e', '} f', 'g'].join('\n');
  expect(frame(text, range(1, 3, 6, 2))).toBe(
    [
      ' > 1 │ a {',
      '     │   ^',
      ' > 2 │   b',
      '     │   ^',
      ' > 3 │   c',
      '     │   ^',
      '   … │',
      ' > 6 │ } f',
      '     │ ^',
      '   7 │ g',
    ].join('\n'),
  );
});

test('a range that ends before the first character of a line does not mean it', () => {
  expect(frame('abc\ndef', range(1, 2, 2, 1))).toBe([' > 1 │ abc', '     │  ^^', '   2 │ def'].join('\n'));
});

test.each([
  ['an empty range', range(1, 2, 1, 2), ' > 1 │ abc\n     │  ^'],
  ['the end of the line', range(1, 4, 1, 4), ' > 1 │ abc\n     │    ^'],
  ['behind the end of the line', range(1, 9, 1, 12), ' > 1 │ abc\n     │    ^'],
  ['a line that does not exist', range(7, 1, 7, 2), ''],
])('%s', (_, place, expected) => {
  expect(frame('abc', place)).toBe(expected);
});

describe('carets stand under what is meant', () => {
  test.each([
    ['tabs are four wide', '\tif\t(BAD)', 'BAD'],
    ['wide glyphs are two', '日本語 = BAD', 'BAD'],
    ['emoji are two, also joined ones', '🙂👨‍👩‍👧🇩🇪 BAD', 'BAD'],
    ['combining marks are none', 'e\u0301e\u0301 BAD', 'BAD'],
    ['escapes are as wide as shown', '\u001b[31m\u009b\u202e BAD', 'BAD'],
    ['a wide glyph itself', 'a 日 b', '日'],
    ['commands of a runner', '##[error]x BAD', 'BAD'],
  ])('%s', (_, line, mark) => {
    for (const unicode of [true, false]) {
      const column = line.indexOf(mark) + 1;
      const shown = frame(line, range(1, column, 1, column + mark.length), { unicode });
      const [caret, meant] = caretsUnder(shown, mark);
      expect(caret).toBe(meant);
      expect(
        shown
          .split('\n')
          .at(-1)
          ?.trim()
          .replace(/^[│|] +/, ''),
      ).toBe('^'.repeat(fastStringWidth(mark)));
    }
  });

  test.each([40, 60, 100, 120])('wherever a long line is cropped, at %i columns', (width) => {
    fc.assert(
      fc.property(
        fc.nat(3000),
        fc.nat(3000),
        fc.constantFrom('x', '日', '\t', '🙂', 'e\u0301'),
        (before, after, unit) => {
          const line = `${unit.repeat(before)}BAD${unit.repeat(after)}`;
          const column = before * unit.length + 1;
          const shown = frame(line, range(1, column, 1, column + 3), { width });
          const rows = shown.split('\n');
          expect(rows).toHaveLength(2);
          for (const row of rows) expect(fastStringWidth(row)).toBeLessThanOrEqual(width);
          const [caret, meant] = caretsUnder(shown, 'BAD');
          expect(caret).toBe(meant);
          expect(rows[1]).toMatch(/ \^\^\^$/);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('cropping says so with an ellipsis on the side that is cut', () => {
  const long = 'x'.repeat(300);
  expect(frame(`BAD${long}`, range(1, 1, 1, 4), { width: 60 }).split('\n')[0]).toMatch(/^ > 1 │ BADx+…$/);
  expect(frame(`${long}BAD`, range(1, 301, 1, 304), { width: 60 }).split('\n')[0]).toMatch(/│ …x+BAD$/);
  expect(frame(`${long}BAD${long}`, range(1, 301, 1, 304), { width: 60 }).split('\n')[0]).toMatch(
    /│ …x+BADx+…$/,
  );
});

test('a line of ten megabytes costs one row, and little time', () => {
  const line = `${'x'.repeat(5_000_000)}BAD${'x'.repeat(5_000_000)}`;
  const shown = frame(line, range(1, 5_000_001, 1, 5_000_004));
  expect(shown.split('\n').map((row) => row.length <= 120)).toEqual([true, true]);
});

test('nothing of the source steers the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, column) => {
      const shown = frame(text.replace(/[\r\n]/g, ''), range(1, column + 1));
      expect(shown.replaceAll('\n', '')).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/,
      );
    }),
  );
});

test('a related line has no mark and no carets', () => {
  const style = styleFor(reportContext());
  expect(lineFrame(['one', 'two'], range(2, 1), 2, style)).toEqual(['    2 │ two']);
  expect(lineFrame(['one', ' '], range(2, 1), 2, style)).toEqual([]);
  expect(lineFrame(['one'], range(2, 1), 2, style)).toEqual([]);
});
