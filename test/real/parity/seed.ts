// Puts mistakes into real files, the same ones in every run: a third of the files stays as it is, one in eleven of the others
// gets a syntax error alone, the rest one to three mistakes of kinds that take turns. A kind that finds no place gives way to the next.

import { type Random, seeded } from './random.js';

export interface Mistake {
  readonly kind: string;
  /** It leaves a text that cannot be parsed: put in alone, and seldom. */
  readonly breaksSyntax?: boolean;
  /** The text with one mistake more; undefined when there is no place for it. */
  put(text: string, random: Random): string | undefined;
}

export interface Seeded {
  readonly files: Readonly<Record<string, string>>;
  /** Path → kinds put in, in order. */
  readonly mistakes: Readonly<Record<string, readonly string[]>>;
}

export function seedMistakes(files: Readonly<Record<string, string>>, mistakes: readonly Mistake[]): Seeded {
  const seededFiles = Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text], index) => ({ path, ...seedFile(path, text, index, mistakes) }));
  return {
    files: Object.fromEntries(seededFiles.map(({ path, text }) => [path, text])),
    mistakes: Object.fromEntries(
      seededFiles.filter(({ kinds }) => kinds.length > 0).map(({ path, kinds }) => [path, kinds]),
    ),
  };
}

interface SeededFile {
  readonly text: string;
  readonly kinds: readonly string[];
}

function seedFile(path: string, text: string, index: number, mistakes: readonly Mistake[]): SeededFile {
  const untouched = { text, kinds: [] };
  if (index % 3 === 0) return untouched;
  const random = seeded(path);
  if (index % 11 === 1) return putOne(untouched, mistakes.filter(breaks), index, random);
  const gentle = mistakes.filter((mistake) => !breaks(mistake));
  const wanted = 1 + random.below(3);
  return Array.from({ length: wanted }).reduce<SeededFile>(
    (file, _, turn) => putOne(file, gentle, index + turn, random),
    untouched,
  );
}

function putOne(file: SeededFile, mistakes: readonly Mistake[], first: number, random: Random): SeededFile {
  for (let turn = 0; turn < mistakes.length; turn++) {
    const mistake = mistakes[(first + turn) % mistakes.length];
    const text = mistake?.put(file.text, random);
    if (mistake !== undefined && text !== undefined) return { text, kinds: [...file.kinds, mistake.kind] };
  }
  return file;
}

function breaks(mistake: Mistake): boolean {
  return mistake.breaksSyntax === true;
}
