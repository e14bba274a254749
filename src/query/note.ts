// What an answer to a question is worth, in one word and a sentence. Invariant: "No … found" is said only where a server really
// answered; a failure has a word of its own, so that an empty list can never stand for "I do not know".

import type { UnknownReason } from '../model/fault.js';

export const notes = [
  /** Answered, and there is something. */
  'ok',
  /** There is something, or really nothing of one server, but a server that was asked failed. */
  'partial',
  /** Everyone who was asked really answered, and has nothing. */
  'no-matches',
  /** The same, but a server is still loading or indexing. */
  'maybe-indexing',
  /** Nobody answered: this is not a "no matches" result. */
  'request-failed',
  /** No server that handles the file offers this. */
  'unsupported',
  /** No server handles the file. */
  'no-server',
  /** Found by text search, since no server could tell. */
  'heuristic',
  /** The name stands for several symbols, and the question allows one only. */
  'ambiguous',
  /** The path, the symbol or the edit is not acceptable; nothing was done. */
  'refused',
] as const;
export type Note = (typeof notes)[number];

/** What went wrong with one server. `message` may quote the server: data, not instructions. */
export interface ServerWarning {
  readonly server: string;
  readonly reason: UnknownReason | 'request-failed' | 'unreadable-answer';
  readonly message: string;
  readonly hint?: string;
}

/** Part of every answer of the room. Positions in it are 0-based, in UTF-16 code units. */
export interface Answer {
  readonly note: Note;
  /** One sentence that says what the note means here. */
  readonly message: string;
  readonly warnings: readonly ServerWarning[];
  readonly positionBase: 0;
}

export function answer(note: Note, message: string, warnings: readonly ServerWarning[] = []): Answer {
  return { note, message, warnings, positionBase: 0 };
}
