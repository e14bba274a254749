import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fingerprinted, fingerprints } from '../../../src/model/fingerprint.js';
import { range } from '../../support/run-builder.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const lines = ['import a;', '', '  const x = bad;', '  return x;', '}', 'bad();', 'bad();', 'bad();'];

function said(line: number, given: Partial<Fingerprinted> = {}): Fingerprinted {
  return {
    server: 's',
    source: 'ts',
    code: '1',
    message: 'Cannot find bad.',
    range: range(line, 3),
    ...given,
  };
}

function one(given: Fingerprinted, text: readonly string[] = lines): string {
  return fingerprints([given], text, hash)[0] ?? '';
}

describe('stays the same', () => {
  test('when lines are put in before', () => {
    expect(one(said(5), ['// new', '', ...lines.slice(0, 2), ...lines.slice(2)])).toBe(one(said(3)));
  });
  test('when the line is indented', () => {
    expect(
      one(
        said(3),
        lines.map((line) => `\t${line}`),
      ),
    ).toBe(one(said(3)));
  });
  test('when columns move', () => {
    expect(one(said(3, { range: range(3, 9, 3, 10) }))).toBe(one(said(3)));
  });
  test('when numbers and blanks of the message change', () => {
    expect(one(said(3, { message: 'Expected 2 arguments,\n but got 13.' }))).toBe(
      one(said(3, { message: 'Expected 3  arguments, but got 4.' })),
    );
  });
});

describe('differs', () => {
  test.each<[string, Fingerprinted]>([
    ['by server', said(3, { server: 't' })],
    ['by source', said(3, { source: 'eslint' })],
    ['by code', said(3, { code: '2' })],
    ['by message', said(3, { message: 'Cannot find good.' })],
    ['by line', said(4)],
  ])('%s', (_, other) => {
    expect(one(other)).not.toBe(one(said(3)));
  });

  test.each([1, 2, 3])('when line %i around changes its text', (index) => {
    const changed = lines.map((line, at) => (at === index ? `${line} changed` : line));
    expect(one(said(3), changed)).not.toBe(one(said(3)));
  });

  test('parts are kept apart', () => {
    expect(one(said(3, { source: 'a', code: 'bc' }))).not.toBe(one(said(3, { source: 'ab', code: 'c' })));
  });
});

describe('equal ones', () => {
  test('get an ordinal by place, whatever order they come in', () => {
    const text = ['x', 'x', 'x', 'x', 'x'];
    const forward = fingerprints([said(2), said(3), said(4)], text, hash);
    expect(forward).toEqual([forward[0], `${forward[0]}-2`, `${forward[0]}-3`]);
    expect(fingerprints([said(4), said(2), said(3)], text, hash)).toEqual([
      forward[2],
      forward[0],
      forward[1],
    ]);
  });

  test('at one place too', () => {
    const all = fingerprints([said(3), said(3)], lines, hash);
    expect(new Set(all).size).toBe(2);
  });

  test('any list: one each, all different, none depends on the order', () => {
    const anything = fc.record({ line: fc.integer({ min: 1, max: 12 }), code: fc.constantFrom('1', '2') });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), (list) => {
        const diagnostics = list.map(({ line, code }, index) =>
          said(line, { code, range: range(line, index + 1) }),
        );
        const all = fingerprints(diagnostics, lines, hash);
        expect(all).toHaveLength(list.length);
        expect(new Set(all).size).toBe(list.length);
        expect([...fingerprints([...diagnostics].reverse(), lines, hash)].reverse()).toEqual(all);
      }),
    );
  });
});

test('a place outside the text, and no diagnostics', () => {
  expect(one(said(99))).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprints([], lines, hash)).toEqual([]);
});
