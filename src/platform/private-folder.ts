// A folder of this run's own outside of the repository: only we may enter it.
// Invariant: whoever removes it when we cannot (a reaper) knows its name before it is there.

import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { AbsPath } from '../model/base.js';
import { absolutePath } from './paths.js';

/**
 * Links resolved: servers name paths back as the system has them.
 * @throws the system's error when it is not there
 */
export async function temporaryFolder(): Promise<AbsPath> {
  return absolutePath(await realpath(tmpdir()), '/');
}

/**
 * In the temporary folder. Nobody can have made it before: 128 random bits, and no
 * folder that exists is taken.
 * @param guard told of the name first
 * @throws the system's error where the temporary folder cannot be written
 */
export async function makePrivateFolder(guard: (folder: AbsPath) => void): Promise<AbsPath> {
  const folder = absolutePath(`lspcheck-${randomBytes(16).toString('hex')}`, await temporaryFolder());
  guard(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** With everything in it, links as links. Never rejects: what is still written to meanwhile is left to the guard. */
export async function removePrivateFolder(folder: AbsPath): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** A system's error as a clause: `ENOSPC: no space left on device`. Undefined for what is none. */
export function systemFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const [words = ''] = error.message.split(', ');
  return words;
}
