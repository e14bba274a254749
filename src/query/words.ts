// Words in texts: where a name stands as a whole word. What a word is made of is Unicode's own idea of an identifier, and `$`.

import { splitLines } from '../model/lines.js';
import type { Place } from './positions.js';

export function mentions(text: string, word: string): boolean {
  return text.includes(word) && wholeWord(word).test(text);
}

/** Where the word begins, in order. */
export function placesOf(word: string, lines: readonly string[], most: number): readonly Place[] {
  const places: Place[] = [];
  const pattern = wholeWord(word);
  for (const [line, text] of lines.entries()) {
    for (const { index } of text.matchAll(pattern)) {
      places.push({ line, character: index });
      if (places.length === most) return places;
    }
  }
  return places;
}

export function placesIn(text: string, word: string, most: number): readonly Place[] {
  return placesOf(word, splitLines(text), most);
}

/** The word that a place is in or at the end of; undefined where there is none. */
export function wordAt(
  line: string,
  character: number,
): { readonly word: string; readonly start: number } | undefined {
  for (const match of line.matchAll(/[\p{ID_Continue}$]+/gu)) {
    const end = match.index + match[0].length;
    if (match.index <= character && character <= end) return { word: match[0], start: match.index };
  }
  return undefined;
}

function wholeWord(word: string): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const before = /^[\p{ID_Continue}$]/u.test(word) ? '(?<![\\p{ID_Continue}$])' : '';
  const after = /[\p{ID_Continue}$]$/u.test(word) ? '(?![\\p{ID_Continue}$])' : '';
  return new RegExp(`${before}${escaped}${after}`, 'gu');
}
