// find_referencing_symbols: a server's references; where none can answer, the places at which the text has the word, labelled as such.

import type { RepoPath } from '../model/base.js';
import { compileGlobs } from '../platform/globs.js';
import {
  defaultLocationLimit,
  findLocations,
  type LocationsAnswer,
  type LocationsInput,
  mostLocations,
} from './find-locations.js';
import type { Call } from './ground.js';
import { textLanguageOf } from './import-statements.js';
import { parseNamePath } from './name-path.js';
import type { Note } from './note.js';
import { placesOfWord } from './text-search.js';

/** Nobody could answer: the text may be asked. An answer that has nothing is an answer. */
export function isUnanswered(note: Note): boolean {
  return note === 'request-failed' || note === 'unsupported' || note === 'no-server';
}

export async function findReferencingSymbols(input: LocationsInput, call: Call): Promise<LocationsAnswer> {
  const told = await findLocations('references', input, call);
  const word = parseNamePath(input.symbol)?.segments.at(-1);
  if (!isUnanswered(told.note) || told.file === undefined || word === undefined) return told;
  const limit = Math.min(input.limit ?? defaultLocationLimit, mostLocations);
  const places = await placesOfWord(word, await likeFile(told.file.path, call), limit + 1, call);
  if (places.length === 0) return told;
  const locations = places.slice(0, limit);
  const message = `Found by text search: places of the word, not references. ${told.message}`;
  return {
    ...told,
    note: 'heuristic',
    message,
    source: 'heuristic',
    locations,
    total: places.length,
    truncated: places.length > limit,
  };
}

/** Files that the same servers handle; without a server those of the same language, or ending. */
async function likeFile(path: RepoPath, call: Call): Promise<(other: RepoPath) => boolean> {
  const ending = /\.[^./]+$/.exec(path)?.[0];
  const language = textLanguageOf(path);
  const handles = (await call.source.allServers()).map(({ definition }) => compileGlobs(definition.files));
  const own = handles.filter((isOf) => isOf(path));
  if (own.length > 0) return (other) => own.some((isOf) => isOf(other));
  if (language !== undefined) return (other) => textLanguageOf(other) === language;
  return (other) => ending !== undefined && other.endsWith(ending);
}
