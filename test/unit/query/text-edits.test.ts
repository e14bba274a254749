// Edits against a simple oracle: the text as a list of code points, spliced from the last edit to the first. Whatever the text,
// the encoding and the order in which a server tells its edits, the result is the same; what does not fit is refused.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionEncoding } from '../../../src/model/server-definition.js';
import { applyChanges, changesOf } from '../../../src/query/text-edits.js';
import { range } from '../../support/fake-server-handle.js';

interface Cut {
  /** Indices of code points in the original. */
  readonly from: number;
  readonly to: number;
  readonly newText: string;
}

const points = fc.constantFrom(
  'a',
  'b',
  ' ',
  '\n',
  '\r\n',
  '\r',
  'é',
  'ß',
  '語',
  '🙂',
  '👩‍👧',
  '\u2028',
  '\uFEFF',
  '\t',
);
const texts = fc.array(points, { maxLength: 40 }).map((parts) => parts.join(''));
const encodings = fc.constantFrom<PositionEncoding>('utf-8', 'utf-16', 'utf-32');

function unitsOf(point: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-8') return new TextEncoder().encode(point).length;
  return encoding === 'utf-16' ? point.length : 1;
}

/** The place before a code point, counted from the start of the text as a server would; none inside of `\r\n`. */
function positionAt(text: readonly string[], index: number, encoding: PositionEncoding) {
  let line = 0;
  let character = 0;
  for (let i = 0; i < index; i += 1) {
    const isBreak = text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n');
    if (isBreak) line += 1;
    character = isBreak ? 0 : character + unitsOf(text[i] ?? '', encoding);
  }
  return { line, character };
}

const isInsideBreak = (text: readonly string[], index: number) =>
  text[index - 1] === '\r' && text[index] === '\n';

/** Cuts that do not overlap, from places drawn at random. */
const edited = fc
  .record({
    text: texts,
    encoding: encodings,
    places: fc.array(fc.nat(60), { maxLength: 12 }),
    news: fc.array(texts, { minLength: 6, maxLength: 6 }),
    order: fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }),
  })
  .map(({ text, encoding, places, news, order }) => {
    const all = Array.from(text);
    const sorted = places
      .map((place) => Math.min(place, all.length))
      .map((place) => (isInsideBreak(all, place) ? place + 1 : place))
      .sort((a, b) => a - b);
    const cuts: Cut[] = [];
    for (let i = 0; i + 1 < sorted.length; i += 2) {
      const [from = 0, to = 0] = sorted.slice(i, i + 2);
      // Two at one place would be told apart by their order only: that has a test of its own.
      if (cuts.some((cut) => cut.to === from && (cut.from === cut.to || from === to))) continue;
      cuts.push({ from, to, newText: news[i / 2] ?? '' });
    }
    const shuffled = cuts
      .map((cut, index) => ({ cut, key: order[index] ?? 0 }))
      .sort((a, b) => a.key - b.key)
      .map(({ cut }) => cut);
    const edits = shuffled.map(({ from, to, newText }) => ({
      range: { start: positionAt(all, from, encoding), end: positionAt(all, to, encoding) },
      newText,
    }));
    return { text, all, encoding, cuts, edits };
  });

function oracle(all: readonly string[], cuts: readonly Cut[]): string {
  const result = [...all];
  for (const { from, to, newText } of [...cuts].sort((a, b) => b.from - a.from))
    result.splice(from, to - from, newText);
  return result.join('');
}

function apply(text: string, edits: readonly unknown[], encoding: PositionEncoding = 'utf-16'): string {
  const read = changesOf(text, edits, encoding);
  return read.kind === 'changes' ? applyChanges(text, read.changes) : `refused: ${read.why}`;
}

describe('against the oracle', () => {
  it('random edits of random texts, in every encoding and order', () => {
    fc.assert(
      fc.property(edited, ({ text, all, encoding, cuts, edits }) => {
        expect(apply(text, edits, encoding)).toBe(oracle(all, cuts));
      }),
      { numRuns: 3000 },
    );
  });

  it('told twice, each edit counts once', () => {
    fc.assert(
      fc.property(edited, ({ text, all, encoding, cuts, edits }) => {
        expect(apply(text, [...edits, ...edits.toReversed()], encoding)).toBe(oracle(all, cuts));
      }),
    );
  });

  it('one that overlaps another is refused, wherever it is told', () => {
    fc.assert(
      fc.property(edited, fc.nat(20), ({ text, all, encoding, cuts, edits }, at) => {
        const wide = cuts.find(({ from, to }) => to - from > 1 && !isInsideBreak(all, from + 1));
        fc.pre(wide !== undefined);
        const inside = positionAt(all, (wide?.from ?? 0) + 1, encoding);
        const more = { range: { start: inside, end: inside }, newText: 'x' };
        expect(apply(text, edits.toSpliced(at, 0, more), encoding)).toBe('refused: two edits overlap');
      }),
    );
  });

  it('a place inside of a character is refused', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom<PositionEncoding>('utf-8', 'utf-16'), (before, encoding) => {
        const text = `${before}🙂`;
        const place = positionAt(Array.from(text), Array.from(before).length, encoding);
        const inside = { ...place, character: place.character + 1 };
        const why = 'refused: an edit names a place that the text does not have';
        expect(apply(text, [{ range: { start: place, end: inside }, newText: '' }], encoding)).toBe(why);
      }),
    );
  });
});

describe('by the specification', () => {
  it('OC-22: several edits on one line, the third repeated', () => {
    const edits = [2, 7, 14, 14, 24].map((column) => ({
      range: range(0, column, 0, column + 3),
      newText: 'barbaz',
    }));
    expect(apply('f(foo, foo) + foo // 🙂 foo', edits)).toBe('f(barbaz, barbaz) + barbaz // 🙂 barbaz');
  });

  it('inserts at one place stay in their order, before what is replaced there', () => {
    const insert = (newText: string) => ({ range: range(0, 1), newText });
    const edits = [insert('1'), { range: range(0, 1, 0, 2), newText: 'B' }, insert('2'), insert('3')];
    expect(apply('abc', edits)).toBe('a123Bc');
  });

  it('edits may touch', () => {
    const edits = [
      { range: range(0, 1, 0, 2), newText: 'B' },
      { range: range(0, 0, 0, 1), newText: 'A' },
    ];
    expect(apply('abc', edits)).toBe('ABc');
  });

  it('the line after the last is the end of the text', () => {
    expect(apply('a\nb', [{ range: range(0, 0, 2, 0), newText: 'x' }])).toBe('x');
    expect(apply('a\n', [{ range: range(1, 0), newText: 'b' }])).toBe('a\nb');
  });

  it.each([
    [{ range: range(3, 0), newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(2, 1), newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(0, 2), newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(0, -1), newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(0, 0.5), newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(-1, 0), newText: '' }, 'an edit names a place that the text does not have'],
    [{ newText: '' }, 'an edit names a place that the text does not have'],
    [{ range: range(1, 0, 0, 0), newText: '' }, 'an edit ends before it begins'],
    [{ range: range(0, 0) }, 'an edit has no new text'],
    [{ range: range(0, 0), newText: '\ud800' }, 'an edit has text that is no Unicode'],
    [null, 'an edit has no new text'],
  ])('%j is refused', (edit, why) => {
    expect(apply('a\nb', [edit])).toBe(`refused: ${why}`);
  });
});
