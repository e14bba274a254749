import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentions, placesIn, wordAt } from '../../../src/query/words.js';

describe('whole words', () => {
  it('are bounded by what is no part of a name, in any script', () => {
    const text = 'foo foobar $foo foo.bar(foo)\r\nnaïfoo foo\rüfoo // foo';
    expect(placesIn(text, 'foo', 99)).toEqual([
      { line: 0, character: 0 },
      { line: 0, character: 16 },
      { line: 0, character: 24 },
      { line: 1, character: 7 },
      { line: 2, character: 8 },
    ]);
    expect(placesIn(text, 'foo', 2)).toHaveLength(2);
  });

  it('may hold anything: nothing in them is a pattern', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (word) => {
        fc.pre(!/[\r\n]/.test(word));
        expect(mentions(` ${word} `, word)).toBe(true);
        expect(placesIn(`\n ${word} `, word, 1)).toEqual([{ line: 1, character: 1 }]);
      }),
    );
    expect(mentions('axb', 'a.b')).toBe(false);
  });

  it('are found at a place, up to their end', () => {
    const line = 'a 🙂 naïve$x(';
    expect(wordAt(line, 0)).toEqual({ word: 'a', start: 0 });
    expect(wordAt(line, 1)).toEqual({ word: 'a', start: 0 });
    expect(wordAt(line, 3)).toBeUndefined();
    expect(wordAt(line, 12)).toEqual({ word: 'naïve$x', start: 5 });
    expect(wordAt(line, 13)).toBeUndefined();
  });
});
