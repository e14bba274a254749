// The symbols of one file, from the first server that has some: what the overview tells, and where names are looked up.

import type { ServerHandle } from '../engine/server-handle.js';
import type { RepoPath } from '../model/base.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askInOrder, askSession, empty, firstFound, type Heard, type Reply } from './ask-in-order.js';
import type { Call } from './ground.js';
import { unreadable } from './request.js';
import { readSymbols, type SymbolNode } from './symbols.js';

export interface FileSymbols {
  readonly nodes: readonly SymbolNode[];
  /** Ranges are whole declarations. */
  readonly isTree: boolean;
}

const method = 'textDocument/documentSymbol';

export async function fileSymbols(
  handles: readonly ServerHandle[],
  path: RepoPath,
  call: Call,
): Promise<{
  readonly heard: readonly Heard<FileSymbols>[];
  readonly found: { readonly server: string; readonly value: FileSymbols } | undefined;
}> {
  const heard = await askInOrder(handles, (handle) =>
    askSession(handle, [path], call, (session) => symbolsIn(session, path, call)),
  );
  return { heard, found: firstFound(heard) };
}

/** In a session that has the file open. */
export function symbolsIn(session: ServerSession, path: RepoPath, call: Call): Promise<Reply<FileSymbols>> {
  const params = { textDocument: { uri: uriIn(session, path) } };
  return ask<FileSymbols>(session, method, params, call, (result) => {
    const read = readSymbols(result, session.linesOf(path), session.facts.encoding);
    if (read.kind === 'unreadable')
      return { kind: 'failed', warning: unreadable(session, method, 'something that is no list of symbols') };
    return read.nodes.length === 0 ? empty(session) : { kind: 'found', value: read };
  });
}

/** Resolves when the server has read these open files: it answers for a file only then (clangd 19, 30 of 30 files). */
export async function takenIn(session: ServerSession, paths: readonly RepoPath[], call: Call): Promise<void> {
  await Promise.all(paths.map((path) => symbolsIn(session, path, call)));
}

/** A file as this server knows it. */
export function uriIn(session: ServerSession, path: RepoPath): string {
  return toUri(absoluteOf(session.plan.tree.serverRoot, path));
}
