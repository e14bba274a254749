// Locations as servers tell them (Location, LocationLink, one or many), as places of ours. A place outside of the root is named,
// and nothing of it is read.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { absoluteOf, fromUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import type { QueryGround } from './ground.js';
import { type Span, spanOf } from './positions.js';
import { linesInside } from './read-inside.js';

export interface Location {
  /** Relative to the root; outside of it absolute, and a URI where it is no file. */
  readonly path: string;
  /** Absolute; a URI where it is no file. */
  readonly file_path: string;
  readonly range: Span;
  /** Of the range's start. */
  readonly line_1based: number;
  readonly outside_root?: true;
  /** Columns are the server's own: the text that they count in could not be read. */
  readonly approximate?: true;
}

/** A location whose file is in the repository carries its path, for whoever wants to read there. */
export interface PlacedLocation extends Location {
  readonly inside: RepoPath | undefined;
}

/** Undefined for what is no answer to a question for locations. `null` is none. Sorted by path and place, each once. */
export async function readLocations(
  session: ServerSession,
  result: unknown,
  ground: Pick<QueryGround, 'root'>,
): Promise<readonly PlacedLocation[] | undefined> {
  if (result === null) return [];
  const list: readonly unknown[] = Array.isArray(result) ? result : [result];
  const linesOf = lineReader(session, ground);
  const read = await Promise.all(list.map((raw) => readLocation(session, raw, linesOf, ground)));
  const located = read.filter((location) => location !== undefined);
  if (located.length === 0 && list.length > 0) return undefined;
  const byPlace = new Map(located.map((location) => [keyOf(location), location]));
  return [...byPlace.values()].sort(inOrder);
}

/** Undefined where it cannot be read. For a link, the place of the name rather than of the whole. */
export async function readLocation(
  session: ServerSession,
  raw: unknown,
  linesOf: LinesOf,
  { root }: Pick<QueryGround, 'root'>,
): Promise<PlacedLocation | undefined> {
  const uri = field(raw, 'targetUri') ?? field(raw, 'uri');
  const range = field(raw, 'targetSelectionRange') ?? field(raw, 'targetRange') ?? field(raw, 'range');
  if (typeof uri !== 'string' || typeof range !== 'object' || range === null) return undefined;
  const inside = session.pathOfUri(uri);
  const lines = inside === undefined ? undefined : await linesOf(inside);
  const { span, approximate } = spanOf(range, lines, session.facts.encoding);
  const place = { range: span, line_1based: span.start.line + 1, ...(approximate && { approximate }) };
  if (inside !== undefined) return { path: inside, file_path: absoluteOf(root, inside), ...place, inside };
  const outside = fromUri(uri) ?? uri;
  return { path: outside, file_path: outside, ...place, outside_root: true, inside: undefined };
}

/** The lines of a file as the server counts in it. */
export type LinesOf = (path: RepoPath) => Promise<readonly string[] | undefined>;

/** Open documents as the server was told them; others from the disk, and only where columns have to be counted anew. */
export function lineReader(session: ServerSession, { root }: Pick<QueryGround, 'root'>): LinesOf {
  const known = new Map<RepoPath, Promise<readonly string[] | undefined>>();
  return (path) => {
    if (session.isOpen(path)) return Promise.resolve(session.linesOf(path));
    if (session.facts.encoding === 'utf-16') return Promise.resolve(undefined);
    const before = known.get(path) ?? linesInside(root, path, mostBytes);
    known.set(path, before);
    return before;
  };
}

function inOrder(a: Location, b: Location): number {
  return (
    Number(a.outside_root ?? false) - Number(b.outside_root ?? false) ||
    compareText(a.path, b.path) ||
    a.range.start.line - b.range.start.line ||
    a.range.start.character - b.range.start.character
  );
}

function keyOf({ file_path, range: { start, end } }: Location): string {
  return [start.line, start.character, end.line, end.character, file_path].join(':');
}

const mostBytes = 2 * 1024 * 1024;
