// Which place of a file a rename is about, and whether a name that stands for several declarations is one symbol.

import type { RepoPath } from '../model/base.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { empty, type Reply } from './ask-in-order.js';
import { symbolsIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { type Spot, spotsOf } from './locate-symbol.js';
import type { NamePath } from './name-path.js';
import { contains, type Place, spanOf } from './positions.js';
import type { RenameInput } from './rename-symbol.js';
import { wordAt } from './words.js';
import type { DocumentEdits } from './workspace-edit.js';

export interface RenamePlace {
  readonly place: Place;
  /** Other symbols of the name: they must be the same symbol for the server, or the name is ambiguous. */
  readonly others: readonly Spot[];
}

export async function placeToRename(
  query: NamePath,
  { line, character }: RenameInput,
  session: ServerSession,
  path: RepoPath,
  call: Call,
): Promise<Reply<RenamePlace>> {
  const name = query.segments.at(-1) ?? '';
  if (line !== undefined && character !== undefined) {
    const word = wordAt(session.linesOf(path)[line] ?? '', character);
    const isThere = word !== undefined && (word.word === name || `#${word.word}` === name);
    return isThere
      ? { kind: 'found', value: { place: { line, character: word.start }, others: [] } }
      : empty(session);
  }
  const { spots, warning } = await spotsOf(query, line, session, path, call);
  const first = spots[0];
  if (first === undefined) return warning === undefined ? empty(session) : { kind: 'failed', warning };
  // A word is not good enough where the file's symbols are known, unless its line is named.
  if (first.node === undefined && line === undefined) {
    const symbols = await symbolsIn(session, path, call);
    if (symbols.kind === 'found') return empty(session);
  }
  return {
    kind: 'found',
    value: { place: first.place, others: spots.slice(1).filter(({ node }) => node !== undefined) },
  };
}

/** Whether an edit changes what stands at the place. Declarations of one symbol (overloads, merged ones) are renamed together. */
export function isCovered(
  place: Place,
  documents: readonly DocumentEdits[],
  path: RepoPath,
  pathOf: ReadonlyMap<string, RepoPath>,
  session: ServerSession,
): boolean {
  const lines = session.linesOf(path);
  const { encoding } = session.facts;
  return documents
    .filter(({ uri }) => pathOf.get(uri) === path)
    .flatMap(({ edits }) => edits)
    .some((edit) => contains(spanOf(field(edit, 'range'), lines, encoding).span, place));
}

export function ambiguity(symbol: string, left: readonly Spot[]): string {
  const names = left.flatMap(({ node }) =>
    node === undefined ? [] : [`${node.segments.join('/')} in line ${node.selection.start.line + 1}`],
  );
  return `${JSON.stringify(symbol)} also is ${names.join(', ')}; give its name path or line.`;
}
