// Which changes on the disk a server has asked to be told of (workspace/didChangeWatchedFiles, by registration), and the telling.
// LSP 3.17: a pattern is a glob on paths, or one relative to a base folder; `kind` is a bit set, 7 (all) when it is not given.

import type { AbsPath } from '../model/base.js';
import { compileAbsoluteGlob } from '../platform/globs.js';
import { absolutePath, fromUri, toUri } from '../platform/paths.js';
import { field } from './document-text.js';

export type FileChangeKind = 'created' | 'changed' | 'deleted';

export interface FileChange {
  readonly file: AbsPath;
  readonly kind: FileChangeKind;
}

/** Whether a watcher asks for this change. */
export type FileWatcher = (change: FileChange) => boolean;

/** LSP's FileChangeType; the bit of WatchKind is one less, shifted. */
const typeOf: Readonly<Record<FileChangeKind, number>> = { created: 1, changed: 2, deleted: 3 };
const everyKind = 7;

/**
 * @param options of a registration; entries that cannot be read are passed over
 * @param folder to which a pattern that names no folder is relative
 */
export function readWatchers(options: unknown, folder: AbsPath): readonly FileWatcher[] {
  const watchers = field(options, 'watchers');
  if (!Array.isArray(watchers)) return [];
  return watchers.flatMap((watcher: unknown) => {
    const matches = readPattern(field(watcher, 'globPattern'), folder);
    if (matches === undefined) return [];
    const kinds = field(watcher, 'kind');
    const mask = typeof kinds === 'number' ? kinds : everyKind;
    return [({ file, kind }: FileChange) => ((mask >> (typeOf[kind] - 1)) & 1) === 1 && matches(file)];
  });
}

function readPattern(pattern: unknown, folder: AbsPath): ((file: AbsPath) => boolean) | undefined {
  if (typeof pattern === 'string') return compileAbsoluteGlob(pattern, folder);
  const glob = field(pattern, 'pattern');
  const baseUri = field(pattern, 'baseUri');
  const uri = typeof baseUri === 'string' ? baseUri : field(baseUri, 'uri');
  const base = typeof uri === 'string' ? fromUri(uri) : undefined;
  return base === undefined || typeof glob !== 'string'
    ? undefined
    : compileAbsoluteGlob(glob, absolutePath('.', base));
}

/** The params of workspace/didChangeWatchedFiles. */
export function fileEvents(changes: readonly FileChange[]) {
  return { changes: changes.map(({ file, kind }) => ({ uri: toUri(file), type: typeOf[kind] })) };
}
