import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/model/base.js';
import { findRenames } from '../../../src/plan/renames.js';

const lines = (...words: readonly string[]) => words.map((word) => `a line with ${word}\n`).join('');

function renames(gone: Readonly<Record<string, string>>, arrived: Readonly<Record<string, string>>) {
  const texts = (record: Readonly<Record<string, string>>) =>
    new Map(Object.entries(record).map(([path, text]) => [path as RepoPath, text]));
  return Object.fromEntries(findRenames(texts(gone), texts(arrived)));
}

describe('renames', () => {
  it('a file of the same text, and one of half the text', () => {
    expect(renames({ 'a.fx': lines('one') }, { 'b/a.fx': lines('one') })).toEqual({ 'b/a.fx': 'a.fx' });
    expect(renames({ 'a.fx': lines('one', 'two') }, { 'b.fx': lines('one', 'six') })).toEqual({
      'b.fx': 'a.fx',
    });
  });

  it('less than half in common is another file, and so is a small one beside a large one', () => {
    expect(renames({ 'a.fx': lines('1', '2', '3') }, { 'a2.fx': lines('1', '5', '6') })).toEqual({});
    expect(renames({ 'a.fx': lines('1') }, { 'b.fx': lines('1', '2', '3', '4') })).toEqual({});
  });

  it('nothing and blanks are like nothing', () => {
    expect(renames({ 'a.fx': '', 'b.fx': '\n \n' }, { 'c.fx': '', 'd.fx': '\n \n' })).toEqual({});
  });

  it('each file is used once: the most alike first, then the one that kept its name', () => {
    expect(
      renames(
        { 'x/a.fx': lines('1', '2', '3'), 'x/b.fx': lines('1', '2', '3') },
        { 'y/b.fx': lines('1', '2', '3'), 'y/c.fx': lines('1', '2', '4'), 'y/d.fx': lines('1', '2', '4') },
      ),
    ).toEqual({ 'y/b.fx': 'x/b.fx', 'y/c.fx': 'x/a.fx' });
  });

  it('of very many only those that are equal or kept their name', () => {
    const many = (folder: string) =>
      Object.fromEntries(
        Array.from({ length: 120 }, (_, at) => [`${folder}/${folder}${at}.fx`, lines(`${folder}`, `${at}`)]),
      );
    const found = renames(
      { ...many('old'), 'old/kept.fx': lines('k', 'l'), 'old/same.fx': lines('s') },
      { ...many('new'), 'new/kept.fx': lines('k', 'm'), 'new/other.fx': lines('s') },
    );
    expect(found).toEqual({ 'new/kept.fx': 'old/kept.fx', 'new/other.fx': 'old/same.fx' });
  });
});
