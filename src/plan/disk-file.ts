// The bytes of one file of the disk, or why there are none. Reads regular files inside the root only: no link is followed,
// no pipe is opened, and too large a file is only looked into.

import { constants } from 'node:fs';
import { type FileHandle, lstat, open as openFile, realpath } from 'node:fs/promises';
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

export interface DiskReader {
  /** The whole file. */
  read(path: RepoPath): Promise<Source>;
  /** No more than its first bytes, however large it is. */
  head(path: RepoPath, bytes: number): Promise<Source>;
}

/** Reads files of one root; each folder's real place is looked up once. */
export function diskReader({ root, maxBytes, sparse }: DiskReaderInput): DiskReader {
  const placeOf = memoize(async (folder: RepoPath) => {
    const [top, place] = await Promise.all([realpath(root), realpath(absoluteOf(root, folder))]);
    return { inside: repoPathOf(absolutePath(top, root), place) !== undefined };
  });
  const open = async (path: RepoPath, use: (handle: FileHandle) => Promise<Source>): Promise<Source> => {
    if (isOutside(path)) return outside;
    const file = absoluteOf(root, path);
    try {
      const seen = await lstat(file);
      if (!(await placeOf(parentOf(path))).inside) return outside;
      if (seen.isSymbolicLink()) return { kind: 'skipped', reason: 'symlink' };
      if (seen.isDirectory()) return folder;
      if (!seen.isFile()) return failed('it is no regular file');
      const handle = await openFile(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        return await use(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return unreadable(code);
      return sparse.has(path) ? leftOut : missing;
    }
  };
  return {
    read: (path) => open(path, (handle) => readWhole(handle, maxBytes)),
    head: (path, bytes) => open(path, (handle) => readHead(handle, bytes)),
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

async function readWhole(handle: FileHandle, maxBytes: number): Promise<Source> {
  const { size } = await handle.stat();
  if (size <= maxBytes) {
    const bytes = await handle.readFile();
    return bytes.length <= maxBytes ? { kind: 'bytes', bytes } : tooLarge(bytes.length, maxBytes);
  }
  return isBinary(await firstBytes(handle, binaryProbeBytes))
    ? { kind: 'skipped', reason: 'binary' }
    : tooLarge(size, maxBytes);
}

async function readHead(handle: FileHandle, bytes: number): Promise<Source> {
  return { kind: 'bytes', bytes: await firstBytes(handle, bytes) };
}

async function firstBytes(handle: FileHandle, count: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
  return buffer.subarray(0, bytesRead);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}

function unreadable(code: string): NoText {
  if (code === 'ELOOP') return { kind: 'skipped', reason: 'symlink' }; // became a link since it was looked at
  if (code === 'EACCES' || code === 'EPERM') return failed('reading the file is not permitted');
  return failed(`the file cannot be read (${code})`);
}
