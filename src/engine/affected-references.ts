// Dependents by references: asked for every declaration that the change touched, on the text before the change, so that users of
// what is gone are named; then for the declarations that these references stand in, whose types may follow.

import type { RepoPath } from '../model/base.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { type Asked, type Asker, refusal } from './affected-asking.js';
import { type Levels, type Step, searchLevels } from './affected-levels.js';
import {
  type Declared,
  enclosing,
  readDeclared,
  type TouchedLines,
  touchedDeclarations,
} from './affected-symbols.js';

/** A changed file as the server sees it now, and its lines that the change touched. */
export interface TouchedFile {
  readonly path: RepoPath;
  readonly touched: readonly TouchedLines[];
}

/** A declaration to ask references for, or a changed file whose touched declarations are not known yet. */
type Place =
  | { readonly kind: 'file'; readonly file: TouchedFile }
  | { readonly kind: 'declaration'; readonly path: RepoPath; readonly at: Declared['at'] };

export interface UsersOptions {
  /** Of a tracked file that did not change. */
  readonly counts: (path: RepoPath) => boolean;
  readonly lines: (path: RepoPath) => Promise<readonly string[]>;
  readonly enough: number;
}

export function usersOf(
  session: ServerSession,
  asker: Asker,
  files: readonly TouchedFile[],
  { counts, lines, enough }: UsersOptions,
): Promise<Levels> {
  const { name } = session.plan.definition;
  const declaredIn = new Map<RepoPath, readonly Declared[]>();
  const visited = new Set<string>();
  const uriOf = (path: RepoPath) => toUri(absoluteOf(session.plan.tree.serverRoot, path));

  const declarations = async (path: RepoPath): Promise<readonly Declared[] | Failed> => {
    const known = declaredIn.get(path);
    if (known !== undefined) return known;
    const what = 'the declarations of a file';
    const asked = await asker.ask(what, (signal) =>
      session.request('textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } }, signal),
    );
    const read = answerOf(asked, name, what, readDeclared);
    if (read.kind === 'failed') return read;
    declaredIn.set(path, read.value);
    return read.value;
  };

  const unvisited = (path: RepoPath, places: readonly Pick<Declared, 'at'>[]): readonly Place[] =>
    places.flatMap(({ at }): Place[] => {
      const key = JSON.stringify([path, at.line, at.character]);
      if (visited.has(key)) return [];
      visited.add(key);
      return [{ kind: 'declaration', path, at }];
    });

  /** `import size as length`: who names it so is no reference to `size` for every server. */
  const aliasAt = async ({ path, end }: Referring): Promise<Pick<Declared, 'at'> | undefined> => {
    if (isChanged(path)) return undefined;
    const rest = (await lines(path))[end.line]?.slice(end.character) ?? '';
    const [before] = /^\s+as\s+(?=[\p{L}_])/u.exec(rest) ?? [];
    if (before === undefined) return undefined;
    return { at: { line: end.line, character: end.character + before.length } };
  };

  const references = async (path: RepoPath, at: Declared['at']): Promise<Step<Place>> => {
    const what = 'the references to a declaration';
    const params = {
      textDocument: { uri: uriOf(path) },
      position: at,
      context: { includeDeclaration: false },
    };
    const asked = await asker.ask(what, (signal) =>
      session.request('textDocument/references', params, signal),
    );
    const read = answerOf(asked, name, what, (result) => readPlaces(result, session));
    if (read.kind === 'failed') return read;
    const next: Place[] = [];
    for (const place of read.value.filter((one) => counts(one.path) || isChanged(one.path))) {
      const declared = await declarations(place.path);
      if ('kind' in declared) return declared;
      const around = enclosing(declared, place.end.line) ?? (await aliasAt(place));
      if (around !== undefined) next.push(...unvisited(place.path, [around]));
    }
    return { kind: 'found', paths: read.value.map((place) => place.path).filter(counts), next };
  };

  const changed = new Set(files.map(({ path }) => path));
  const isChanged = (path: RepoPath) => changed.has(path);
  const step = async (place: Place): Promise<Step<Place>> => {
    if (place.kind === 'declaration') return references(place.path, place.at);
    const { path, touched } = place.file;
    const declared = await declarations(path);
    if ('kind' in declared) return declared;
    return { kind: 'found', paths: [], next: unvisited(path, touchedDeclarations(declared, touched)) };
  };
  return searchLevels(
    files.map((file): Place => ({ kind: 'file', file })),
    step,
    enough,
  );
}

/** Where a reference ends, as the server says it. */
interface Referring {
  readonly path: RepoPath;
  readonly end: Declared['at'];
}

type Failed = Extract<Step<never>, { kind: 'failed' }>;

/** @param read undefined for what is no answer. */
function answerOf<T>(
  asked: Asked,
  server: string,
  what: string,
  read: (result: unknown) => T | undefined,
): { readonly kind: 'value'; readonly value: T } | Failed {
  if (asked.kind === 'failed') return asked;
  const refused = asked.kind === 'refused' ? asked : undefined;
  const value = asked.kind === 'answer' ? read(asked.result) : undefined;
  if (value !== undefined) return { kind: 'value', value };
  return {
    kind: 'failed',
    cause: refusal(server, what, refused ?? { code: 0, message: 'its answer is no list' }),
  };
}

/** Where references stand, inside the judged tree. Null is no reference (LSP 3.17). */
function readPlaces(result: unknown, session: ServerSession): readonly Referring[] | undefined {
  if (result === null) return [];
  if (!Array.isArray(result)) return undefined;
  return result.flatMap((location: unknown) => {
    const uri = field(location, 'uri');
    const end = field(field(location, 'range'), 'end');
    const line = field(end, 'line');
    const character = field(end, 'character');
    const path = typeof uri === 'string' ? session.pathOfUri(uri) : undefined;
    if (path === undefined || typeof line !== 'number' || typeof character !== 'number') return [];
    return [{ path, end: { line, character } }];
  });
}
