// Where reports go. A report in a file is written beside it and renamed, so that no reader sees half of one; stdout takes
// pieces as fast as its reader does. What cannot be written is known before anything is judged, where that can be known.

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../model/user-error.js';
import type { Sink } from './host.js';

/** Large enough to be few writes, small enough that memory stays bounded by the reporter, not by us. */
const chunkLength = 64 * 1024;

/** Throws a UserError when one of the files cannot become a report: nothing has been judged yet. */
export async function checkTargets(files: readonly string[], cwd: string): Promise<void> {
  const seen = new Set<string>();
  for (const file of files) {
    const path = resolve(cwd, file);
    if (seen.has(path))
      throw new UserError('usage', `two reports would be written to ${file}`, {
        hint: 'give each its own file',
      });
    seen.add(path);
    await checkTarget(file, path);
  }
}

export async function writeToSink(pieces: Iterable<string>, sink: Sink): Promise<void> {
  for (const chunk of chunksOf(pieces)) {
    if (sink.failure() !== undefined) return;
    await sink.write(chunk);
  }
}

/** Throws a UserError with the system's reason. What is not a plain file (a pipe, /dev/null) is written to directly. */
export async function writeToFile(pieces: Iterable<string>, file: string, cwd: string): Promise<void> {
  const path = resolve(cwd, file);
  try {
    const existing = await stat(path).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) return await writeAll(await open(path, 'w'), pieces);
    const target = existing === undefined ? path : await realpath(path); // a link keeps being one
    const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
    try {
      await writeAll(await open(beside, 'wx'), pieces);
      await rename(beside, target);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // not the system's: a reporter's bug stays one
    throw new UserError('usage', `cannot write ${file}: ${reasonOf(error)}`);
  }
}

async function checkTarget(file: string, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory() === true)
    throw new UserError('usage', `cannot write ${file}: it is a folder`, { hint: 'name a file in it' });
  const needed = existing === undefined || existing.isFile() ? dirname(path) : path;
  try {
    await access(needed, constants.W_OK);
  } catch (error) {
    const missing = reasonOf(error) === 'it does not exist';
    throw new UserError(
      'usage',
      `cannot write ${file}: ${missing ? 'its folder does not exist' : reasonOf(error)}`,
      {
        ...(missing && { hint: `mkdir -p ${dirname(file)}` }),
      },
    );
  }
}

async function writeAll(handle: FileHandle, pieces: Iterable<string>): Promise<void> {
  try {
    for (const chunk of chunksOf(pieces)) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
}

function* chunksOf(pieces: Iterable<string>): Iterable<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOSPC') return 'no space left';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
