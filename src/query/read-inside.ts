// The bytes of a regular file inside the root, read through its held folder: no link is followed at the end, no pipe is opened,
// nothing above a limit is read. Reading for context and for planning edits goes this one way.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { AbsPath, RepoPath } from '../model/base.js';
import { splitLines } from '../model/lines.js';
import { baseNameOf } from '../platform/paths.js';
import { folderOf, type HeldFolder, holdFolder, type Refused, whyOf } from './held-folder.js';

export type BytesRead = { readonly kind: 'bytes'; readonly bytes: Buffer } | Refused;
export type TextRead =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: Buffer; readonly hasBom: boolean }
  | Refused;

export async function readInside(root: AbsPath, path: RepoPath, maxBytes: number): Promise<BytesRead> {
  const held = await holdFolder(root, folderOf(root, path));
  if (held.kind === 'refused') return held;
  try {
    return await readIn(held.folder, baseNameOf(path), maxBytes);
  } finally {
    await held.folder.close();
  }
}

export async function readTextInside(root: AbsPath, path: RepoPath, maxBytes: number): Promise<TextRead> {
  const read = await readInside(root, path, maxBytes);
  return read.kind === 'refused' ? read : decoded(read.bytes);
}

/** Undefined where the file cannot be read as text. */
export async function linesInside(
  root: AbsPath,
  path: RepoPath,
  maxBytes: number,
): Promise<readonly string[] | undefined> {
  const read = await readTextInside(root, path, maxBytes);
  return read.kind === 'text' ? splitLines(read.text) : undefined;
}

export async function readIn(folder: HeldFolder, name: string, maxBytes: number): Promise<BytesRead> {
  let handle: FileHandle | undefined;
  try {
    // Not waiting: a pipe would keep us for ever.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    handle = await open(folder.at(name), flags);
    const stat = await handle.stat();
    if (!stat.isFile()) return { kind: 'refused', why: 'it is no regular file' };
    if (stat.size > maxBytes)
      return { kind: 'refused', why: `it has ${stat.size} bytes, more than the limit of ${maxBytes}` };
    return { kind: 'bytes', bytes: await handle.readFile() };
  } catch (error) {
    return { kind: 'refused', why: whyOf(error) };
  } finally {
    await handle?.close();
  }
}

/** UTF-8 text, a byte order mark taken off; nothing is guessed. */
export function decoded(bytes: Buffer): TextRead {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) return { kind: 'refused', why: 'it is no text' };
    return { kind: 'text', text, bytes, hasBom };
  } catch {
    return { kind: 'refused', why: 'it is not UTF-8' };
  }
}
