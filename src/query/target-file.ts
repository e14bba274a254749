// The file that a call names: absolute or relative to the root, existing, inside. Its links are resolved, so that what is asked
// about has one name only; what lies outside is refused before anything of it is read or sent.

import { stat } from 'node:fs/promises';
import type { ServerHandle } from '../engine/server-handle.js';
import { type AbsPath, isNonEmpty, type NonEmpty, type RepoPath } from '../model/base.js';
import { absoluteOf, fromUri } from '../platform/paths.js';
import type { QueryGround } from './ground.js';
import { placeInside } from './held-folder.js';
import { type Answer, answer } from './note.js';

export interface FileName {
  /** Relative to the root. */
  readonly path: RepoPath;
  /** Absolute. */
  readonly file_path: AbsPath;
}

export type TargetFile =
  | { readonly kind: 'file'; readonly file: FileName }
  | { readonly kind: 'refused'; readonly answer: Answer };

export async function targetFile({ root }: Pick<QueryGround, 'root'>, given: string): Promise<TargetFile> {
  const named = given.startsWith('file:') ? (fromUri(given) ?? given) : given;
  const place = await placeInside(root, named);
  if (place.kind === 'refused') return refused(given, place.why);
  const kind = await stat(absoluteOf(root, place.path)).catch(() => undefined);
  if (kind === undefined) return refused(given, 'it does not exist');
  if (!kind.isFile()) return refused(given, kind.isDirectory() ? 'it is a folder' : 'it is no regular file');
  return { kind: 'file', file: fileName(root, place.path) };
}

export function fileName(root: AbsPath, path: RepoPath): FileName {
  return { path, file_path: absoluteOf(root, path) };
}

export type Aim =
  | { readonly kind: 'aimed'; readonly file: FileName; readonly handles: NonEmpty<ServerHandle> }
  | { readonly kind: 'stopped'; readonly answer: Answer & { readonly file?: FileName } };

/** The file that a call names and its servers, or the answer that says what is wrong. */
export async function aimAt(ground: Pick<QueryGround, 'root' | 'source'>, given: string): Promise<Aim> {
  const target = await targetFile(ground, given);
  if (target.kind === 'refused') return { kind: 'stopped', answer: target.answer };
  const { file } = target;
  const handles = await ground.source.serversFor(file.path);
  if (isNonEmpty(handles)) return { kind: 'aimed', file, handles };
  const none = answer('no-server', `No configured server handles ${file.path}.`);
  return { kind: 'stopped', answer: { ...none, file } };
}

function refused(given: string, why: string): TargetFile {
  return { kind: 'refused', answer: answer('refused', `${JSON.stringify(given)} cannot be used: ${why}.`) };
}
