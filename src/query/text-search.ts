// What the words of the repository say, for when no server can answer: which module a name comes from, who names a file or a symbol.
// Every result is a heuristic and labelled as one by whoever tells it. Reads inside the root only.

import type { RepoPath } from '../model/base.js';
import { baseNameOf } from '../platform/paths.js';
import type { ToldLocation } from './find-locations.js';
import type { Call } from './ground.js';
import { type ImportStatement, importsIn, type TextLanguage, textLanguageOf } from './import-statements.js';
import { type FileIndex, fileIndex, modulePaths } from './module-paths.js';
import { readTextInside } from './read-inside.js';
import { fileName } from './target-file.js';
import { symbolsInText } from './text-symbols.js';
import { mentions, placesIn } from './words.js';

export interface TextPlace {
  readonly path: RepoPath;
  /** Of the declaration, where the text has one of this name. */
  readonly line_1based?: number;
}

/** Where a symbol that `from` names probably is declared: by its import, by its own form, or in the file itself. */
export async function resolveByText(
  symbol: string,
  from: RepoPath,
  call: Call,
): Promise<readonly TextPlace[]> {
  const language = textLanguageOf(from);
  if (language === undefined) return [];
  const index = fileIndex(await call.files());
  const own = await readTextInside(call.root, from, mostBytes);
  const text = own.kind === 'text' ? own.text : '';
  const name = lastName(symbol);
  const declared = symbolsInText(text, language).find((one) => one.name === symbol);
  if (declared !== undefined) return [{ path: from, line_1based: declared.line_1based }];
  const found = candidates(symbol, text, from, language, index).filter(({ path }) => path !== from);
  const places = await Promise.all(found.slice(0, mostCandidates).map((one) => placeIn(one, name, call)));
  return places.sort((a, b) => b.worth - a.worth).map(({ worth: _, ...place }) => place);
}

/** Files of the same language that import this one. */
export async function importersOf(path: RepoPath, call: Call) {
  const language = textLanguageOf(path);
  if (language === undefined) return [];
  const files = await call.files();
  const index = fileIndex(files);
  const found: { readonly path: RepoPath; readonly lines_1based: readonly number[] }[] = [];
  await eachText(
    files,
    (other) => other !== path && textLanguageOf(other) === language,
    call,
    (other, text) => {
      const lines = importsIn(text, language)
        .filter((one) => targets(one, other, language, index).includes(path))
        .map(({ line_1based }) => line_1based);
      if (lines.length > 0) found.push({ path: other, lines_1based: [...new Set(lines)] });
    },
  );
  return found;
}

/** Where the word stands, in files that the same servers handle. */
export async function placesOfWord(
  word: string,
  handles: (path: RepoPath) => boolean,
  most: number,
  call: Call,
): Promise<readonly ToldLocation[]> {
  const found: ToldLocation[] = [];
  await eachText(
    await call.files(),
    (path) => found.length < most && handles(path),
    call,
    (path, text) => {
      if (!mentions(text, word)) return;
      for (const start of placesIn(text, word, most - found.length)) {
        const end = { line: start.line, character: start.character + word.length };
        found.push({ ...fileName(call.root, path), range: { start, end }, line_1based: start.line + 1 });
      }
    },
  );
  return found;
}

/** The paths of the repository that an import probably means. */
export function targets(
  { specifier, names }: Pick<ImportStatement, 'specifier' | 'names'>,
  from: RepoPath,
  language: TextLanguage,
  index: FileIndex,
): readonly RepoPath[] {
  const whole = modulePaths({ specifier, from, language }, index).slice(0, 1);
  if (language !== 'python') return whole;
  // `from pkg import mod` names a module as well as it names what a module holds.
  const joint = specifier.endsWith('.') ? '' : '.';
  const inner = names
    .filter(({ imported }) => imported !== '*')
    .flatMap(({ imported }) =>
      modulePaths({ specifier: `${specifier}${joint}${imported}`, from, language }, index).slice(0, 1),
    );
  return [...new Set([...inner, ...whole])];
}

interface Candidate {
  readonly path: RepoPath;
  /** By which it was found. */
  readonly specifier: string;
}

function candidates(
  symbol: string,
  text: string,
  from: RepoPath,
  language: TextLanguage,
  index: FileIndex,
): readonly Candidate[] {
  const of = (specifier: string) =>
    modulePaths({ specifier, from, language }, index).map((path) => ({ path, specifier }));
  const direct = of(symbol);
  const isPlain = /^[\p{ID_Continue}$]+$/u.test(symbol);
  if (direct.length > 0 && !isPlain) return direct;
  const [head = ''] = symbol.split(/[./\\]/);
  const imported = importsIn(text, language)
    .filter(({ names }) => names.some(({ local }) => local === symbol || local === head))
    .flatMap((one) => {
      if (language === 'php') return of(one.specifier);
      return targets(one, from, language, index).map((path) => ({ path, specifier: one.specifier }));
    });
  const known = new Set<RepoPath>();
  return [...imported, ...direct].filter(({ path }) => !known.has(path) && known.add(path));
}

/** A candidate that declares the name is worth more than one that only lies where it should; PHP says its namespace as well. */
async function placeIn({ path, specifier }: Candidate, name: string, { root }: Call) {
  const language = textLanguageOf(path);
  const read = await readTextInside(root, path, mostBytes);
  if (read.kind !== 'text' || language === undefined) return { path, worth: 0 };
  const declared = symbolsInText(read.text, language).find((one) => one.name === name);
  const space = specifier.split('\\').slice(0, -1).join('\\').replace(/^\\/, '');
  const own = /^\s*namespace\s+([\w\\]+)/m.exec(read.text)?.[1];
  const worth = (declared === undefined ? 0 : 1) + (space !== '' && own === space ? 2 : 0);
  return { path, worth, ...(declared !== undefined && { line_1based: declared.line_1based }) };
}

function lastName(symbol: string): string {
  const parts = symbol.split(/[./\\]/).filter((part) => part !== '');
  return parts.at(-1) ?? baseNameOf(symbol as RepoPath);
}

/** Stops when the call ends: what was found until then is a heuristic's answer all the same. */
async function eachText(
  files: readonly RepoPath[],
  isMeant: (path: RepoPath) => boolean,
  { root, budget }: Call,
  visit: (path: RepoPath, text: string) => void,
): Promise<void> {
  for (const path of files) {
    if (budget.signal.aborted) return;
    if (!isMeant(path)) continue;
    const read = await readTextInside(root, path, mostBytes);
    if (read.kind === 'text') visit(path, read.text);
  }
}

const mostBytes = 2 * 1024 * 1024;
const mostCandidates = 20;
