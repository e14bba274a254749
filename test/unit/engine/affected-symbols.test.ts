import { describe, expect, test } from 'vitest';
import {
  type Declared,
  enclosing,
  everyDeclaration,
  readDeclared,
  touchedDeclarations,
} from '../../../src/engine/affected-symbols.js';

const position = (line: number, character = 0) => ({ line, character });

/** As a server sends it: `name` at the column, lines 0-based and inclusive. */
function symbol(kind: number, first: number, last: number, column: number, children: unknown[] = []) {
  const range = { start: position(first), end: position(last, 5) };
  return {
    name: 'x',
    kind,
    range,
    selectionRange: { start: position(first, column), end: position(first, 9) },
    children,
  };
}

const klass = 5;
const method = 6;
const func = 12;
const variable = 13;

// 0 import · 2–9 class { 3–4 method, 6–7 method } · 11–13 function (with a local) · 15 variable
const file = [
  symbol(klass, 2, 9, 6, [symbol(method, 3, 4, 8), symbol(method, 6, 7, 8)]),
  symbol(func, 11, 13, 4, [symbol(variable, 12, 12, 4)]),
  symbol(variable, 15, 15, 0),
];
const declared = readDeclared(file) ?? [];
const linesOf = (list: readonly Declared[] | undefined) => list?.map(({ at }) => at.line);

describe('readDeclared', () => {
  test('members of a class are kept with it, a local variable is nobody else’s', () => {
    expect(linesOf(everyDeclaration(declared))).toEqual([2, 3, 6, 11, 15]);
    expect(declared[0]?.at).toEqual(position(2, 6));
  });

  test('SymbolInformation has its place only', () => {
    const location = { uri: 'file:///a', range: { start: position(4, 2), end: position(6) } };
    expect(readDeclared([{ name: 'x', kind: func, location }])).toEqual([
      { at: position(4, 2), first: 4, last: 6, members: [] },
    ]);
  });

  test('null is no symbol, anything else no answer', () => {
    expect(readDeclared(null)).toEqual([]);
    expect(readDeclared({})).toBeUndefined();
    expect(readDeclared('none')).toBeUndefined();
    expect(readDeclared([{ kind: func }, 1, null])).toEqual([]);
  });
});

describe('touchedDeclarations', () => {
  const touched = (first: number, last: number) => linesOf(touchedDeclarations(declared, [{ first, last }]));

  test('the innermost one with a changed line', () => {
    expect(touched(4, 4)).toEqual([3]);
    expect(touched(12, 12)).toEqual([11]);
    expect(touched(15, 15)).toEqual([15]);
  });

  test('a line of a class outside of its methods is all of the class', () => {
    expect(touched(2, 2)).toEqual([2, 3, 6]);
    expect(touched(8, 8)).toEqual([2, 3, 6]);
  });

  test('a line outside of every declaration is all of the file', () => {
    expect(touched(0, 0)).toEqual([2, 3, 6, 11, 15]);
    expect(touched(13, 14)).toEqual([2, 3, 6, 11, 15]);
  });

  test('lines put in: between declarations nothing, in one that one, between members what holds them', () => {
    expect(touched(1, 0)).toEqual([]);
    expect(touched(12, 11)).toEqual([11]);
    expect(touched(6, 5)).toEqual([2]);
  });

  test('lines put in behind the last line may belong to it, before the first they do not', () => {
    expect(touched(14, 13)).toEqual([11]);
    expect(touched(11, 10)).toEqual([]);
    expect(touched(5, 4)).toEqual([2, 3]);
  });

  test('several places, each declaration once', () => {
    const places = [
      { first: 3, last: 3 },
      { first: 4, last: 4 },
      { first: 15, last: 15 },
    ];
    expect(linesOf(touchedDeclarations(declared, places))).toEqual([3, 15]);
    expect(touchedDeclarations(declared, [])).toEqual([]);
  });
});

test('enclosing: the innermost, a method before its class', () => {
  expect(enclosing(declared, 7)?.at.line).toBe(6);
  expect(enclosing(declared, 5)?.at.line).toBe(2);
  expect(enclosing(declared, 12)?.at.line).toBe(11);
  expect(enclosing(declared, 0)).toBeUndefined();
});
