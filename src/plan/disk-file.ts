// The bytes of one file of the disk, or why there are none. Reads regular files inside the root only: no link is followed,
// no pipe is opened, and too large a file is only looked into.

import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { isOutside } from '../git/named-path.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import { absoluteOf, absolutePath, parentOf, repoPathOf } from '../platform/paths.js';
import type { FileClass } from './file-class.js';
import { memoize } from './memoize.js';
import { binaryProbeBytes, isBinary } from './text-bytes.js';

export type NoText = Exclude<FileClass, { kind: 'text' }>;
export type Source = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | NoText;

export interface DiskReaderInput {
  readonly root: AbsPath;
  readonly maxBytes: number;
  /** Paths kept off the disk on purpose: missing is no fault of theirs. */
  readonly sparse: ReadonlySet<RepoPath>;
}

/** Reads files of one root; each folder's real place is looked up once. */
export function diskReader({ root, maxBytes, sparse }: DiskReaderInput): (path: RepoPath) => Promise<Source> {
  const placeOf = memoize(async (folder: RepoPath) => {
    const [top, place] = await Promise.all([realpath(root), realpath(absoluteOf(root, folder))]);
    return { inside: repoPathOf(absolutePath(top, root), place) !== undefined };
  });
  return async (path) => {
    if (isOutside(path)) return outside;
    const file = absoluteOf(root, path);
    try {
      const seen = await lstat(file);
      if (!(await placeOf(parentOf(path))).inside) return outside;
      if (seen.isSymbolicLink()) return { kind: 'skipped', reason: 'symlink' };
      if (seen.isDirectory()) return folder;
      if (!seen.isFile()) return failed('it is no regular file');
      const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        return await read(handle, maxBytes);
      } finally {
        await handle.close();
      }
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return unreadable(code);
      return sparse.has(path) ? leftOut : missing;
    }
  };
}

export function tooLarge(bytes: number, maxBytes: number): NoText {
  return unknown({
    reason: 'too-large',
    detail: `the file has ${bytes} bytes, more than the limit of ${maxBytes}`,
    hint: 'raise check.maxFileSize, or ignore the file in .lspcheckignore',
  });
}

export function failed(why: string, hint?: string): NoText {
  return unknown({ reason: 'read-failed', detail: why, ...(hint !== undefined && { hint }) });
}

const missing = failed('the file does not exist');
const leftOut: NoText = { kind: 'skipped', reason: 'sparse' };
const outside = failed('the file is outside the root', 'run lspcheck there, or name that folder with --root');
const folder = failed('it is a folder', "name its files, or give a glob such as 'src/**/*.ts'");

function unknown(cause: UnknownCause): NoText {
  return { kind: 'unknown', cause };
}

async function read(handle: FileHandle, maxBytes: number): Promise<Source> {
  const { size } = await handle.stat();
  if (size <= maxBytes) {
    const bytes = await handle.readFile();
    return bytes.length <= maxBytes ? { kind: 'bytes', bytes } : tooLarge(bytes.length, maxBytes);
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(binaryProbeBytes), 0, binaryProbeBytes, 0);
  return isBinary(buffer.subarray(0, bytesRead))
    ? { kind: 'skipped', reason: 'binary' }
    : tooLarge(size, maxBytes);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}

function unreadable(code: string): NoText {
  if (code === 'ELOOP') return { kind: 'skipped', reason: 'symlink' }; // became a link since it was looked at
  if (code === 'EACCES' || code === 'EPERM') return failed('reading the file is not permitted');
  return failed(`the file cannot be read (${code})`);
}
