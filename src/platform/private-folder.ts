// Folders of this run's own outside of the repository: only we may enter them.
// Invariants: whoever removes one when we cannot (a reaper) knows its name before it is there; and since its name is made up
// anew in each run, no text that a report holds may have it.

import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { AbsPath } from '../model/base.js';
import { absolutePath } from './paths.js';

/** `run`: of the servers' own files; `tree`: a mirror, in which judged text lies as its repository lies below `/`. */
export type PrivateFolderKind = 'run' | 'tree';

/**
 * Links resolved: servers name paths back as the system has them.
 * @throws the system's error when it is not there
 */
export async function temporaryFolder(): Promise<AbsPath> {
  return absolutePath(await realpath(tmpdir()), '/');
}

/**
 * In the temporary folder. Nobody can have made it before: 128 random bits, and no folder that exists is taken.
 * @param guard told of the name first
 * @throws the system's error where the temporary folder cannot be written
 */
export async function makePrivateFolder(
  kind: PrivateFolderKind,
  guard: (folder: AbsPath) => void,
): Promise<AbsPath> {
  const name = `lspcheck-${kind}-${randomBytes(16).toString('hex')}`;
  const folder = absolutePath(name, await temporaryFolder());
  guard(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** With everything in it, links as links. Never rejects: what is still written to meanwhile is left to the guard. */
export async function removePrivateFolder(folder: AbsPath): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/**
 * A server's text with the names that it would have used without us: in a mirror everything lies where it lies below `/`;
 * the run's folder is called as entries call it. To be applied before a text is cut; an end that was cut all the same is
 * recognised.
 */
export function withoutPrivateFolders(text: string): string {
  if (!text.includes('lspcheck-')) return text;
  return text.replace(patternFor(tmpdir()), (_, kind: string, rest: string) =>
    kind === 'run' ? `\${temp}${rest}` : rest || '/',
  );
}

const patterns = new Map<string, RegExp>();

function patternFor(temp: string): RegExp {
  const known = patterns.get(temp);
  if (known !== undefined) return known;
  const real = realPathOr(temp);
  const spelt = [...new Set([real, encodeURI(real), real.replaceAll('/', '%2F')])].map(escaped).join('|');
  const pattern = new RegExp(`(?:${spelt})(?:/|%2F)lspcheck-(run|tree)-(?:[0-9a-f]{32}|[0-9a-f]*$)(/?)`, 'g');
  patterns.set(temp, pattern);
  return pattern;
}

function realPathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A system's error as a clause: `ENOSPC: no space left on device`. Undefined for what is none. */
export function systemFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const [words = ''] = error.message.split(', ');
  return words;
}
