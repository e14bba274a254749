import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNamePath, rankOf, segmentsOf } from '../../../src/query/name-path.js';

const rank = (query: string, path: string) => {
  const parsed = parseNamePath(query);
  return parsed && rankOf(parsed, path.split('/'));
};

describe('how well a name fits', () => {
  it.each([
    ['get', 'get', 0],
    ['get', 'Store/get', 0],
    ['Store/get', 'Store/get', 0],
    ['Store/get', 'app/Store/get', 0],
    ['/get', 'get', 0],
    ['/get', 'Store/get', undefined],
    ['/Store/get', 'Store/get', 0],
    ['/Store/get', 'app/Store/get', undefined],
    ['GET', 'Store/get', 1],
    ['store/get', 'Store/get', 1],
    ['ge', 'get', 2],
    ['GE', 'get', 2],
    ['et', 'get', 3],
    ['Store/ge', 'Store/get', 2],
    // Containers fit whole or not at all.
    ['Stor/get', 'Store/get', undefined],
    ['Other/get', 'Store/get', undefined],
    ['Store/get', 'get', undefined],
    ['set', 'get', undefined],
  ])('%s in %s: %s', (query, path, expected) => {
    expect(rank(query, path)).toBe(expected);
  });

  it.each(['', '/', ' / ', '//'])('%j has no name in it', (query) => {
    expect(parseNamePath(query)).toBeUndefined();
  });

  it('every path fits itself exactly, and in other case at least but for case', () => {
    const segment = fc.stringMatching(/^[A-Za-z_]{1,6}$/);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (path) => {
        const whole = path.join('/');
        expect(rank(whole, whole)).toBe(0);
        expect(rank(`/${whole}`, whole)).toBe(0);
        expect(rank(whole.toUpperCase(), whole)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('what servers call a symbol', () => {
  it.each([
    ['(*Store).Get', ['Store', 'Get']],
    ['(Store).Get', ['Store', 'Get']],
    ['(*Store[K]).Get', ['Store', 'Get']],
    ['Store::get', ['Store', 'get']],
    ['get(int)', ['get']],
    ['get(int, a::b) : void', ['get']],
    ['describe("x") callback', ['describe("x") callback']],
    ['operator()', ['operator']],
    ['<function>', ['<function>']],
    ['::', ['::']],
    ['a.b', ['a.b']],
  ])('%s', (name, segments) => {
    expect(segmentsOf(name)).toEqual(segments);
  });
});
