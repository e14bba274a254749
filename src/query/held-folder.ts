// A folder inside the root, held open: what is done in it happens in that very folder, even when somebody puts a link in the
// place of one of its ancestors meanwhile. Invariant: nothing outside the root, and nothing of git's own, is ever held.

import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath, repoPathOf } from '../platform/paths.js';

export interface HeldFolder {
  /** Where the kernel says that it is, relative to the root. */
  readonly path: RepoPath;
  /** A path by which a file of this folder is reached. */
  at(name: string): string;
  close(): Promise<void>;
}

export type Refused = { readonly kind: 'refused'; readonly why: string };
export type Held = { readonly kind: 'held'; readonly folder: HeldFolder } | Refused;

/** @param root links resolved */
export async function holdFolder(root: AbsPath, folder: string): Promise<Held> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    const door = await doorTo(handle, folder);
    const path = repoPathOf(root, door.place);
    const why = path === undefined ? 'it is outside the root' : whyForbidden(path);
    if (path === undefined || why !== undefined) {
      await handle.close();
      return { kind: 'refused', why: why ?? 'it is outside the root' };
    }
    const held = handle;
    const close = () => held.close();
    return { kind: 'held', folder: { path, at: (name) => join(door.reach, name), close } };
  } catch (error) {
    await handle?.close();
    return { kind: 'refused', why: whyOf(error) };
  }
}

/**
 * Where a path leads, every existing ancestor's links resolved. The file need not exist, but its folder must; when the file
 * itself is a link, it is what the link leads to.
 * @returns the place relative to the root, or why it cannot be used
 */
export async function placeInside(
  root: AbsPath,
  given: string,
): Promise<{ readonly kind: 'inside'; readonly path: RepoPath } | Refused> {
  if (given.includes('\0')) return { kind: 'refused', why: 'it is no path' };
  const absolute = absolutePath(given, root);
  const real = await realpath(absolute).catch(() => undefined);
  const place = real ?? (await realOfMissing(absolute));
  const path = repoPathOf(root, place);
  if (path === undefined) return { kind: 'refused', why: 'it is outside the root' };
  const why = whyForbidden(path) ?? whyForbidden(repoPathOf(root, absolute) ?? path);
  if (why !== undefined) return { kind: 'refused', why };
  return { kind: 'inside', path };
}

/** As opening, reading and writing fail, in words. */
export function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it does not exist';
  if (code === 'ELOOP') return 'it is a link';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it may not be written or read';
  return `it cannot be used (${code})`;
}

export function folderOf(root: AbsPath, path: RepoPath): string {
  return dirname(absoluteOf(root, path));
}

/** The nearest ancestor that exists, resolved, and the rest as it was given. */
async function realOfMissing(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const real = await realpath(parent).catch(() => undefined);
  return join(real ?? (await realOfMissing(parent)), basename(path));
}

/** Git's own folder under any name that a file system takes for it: other case, ignored characters, a tail that is cut off. */
function whyForbidden(path: RepoPath): string | undefined {
  const ofGit = path.split('/').some((segment) => {
    const [plain = ''] = segment.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '').split(':');
    return /^(\.git|git~\d+)[ .]*$/i.test(plain);
  });
  return ofGit ? 'it belongs to git' : undefined;
}

/** On Linux the open folder itself is the way in; elsewhere its path, once it is seen to be still the same folder. */
async function doorTo(handle: FileHandle, folder: string) {
  const own = `/proc/self/fd/${handle.fd}`;
  const place = process.platform === 'linux' ? await readlink(own).catch(() => undefined) : undefined;
  if (place !== undefined) return { place, reach: own };
  const real = await realpath(folder);
  const [held, seen] = await Promise.all([handle.stat(), stat(real)]);
  if (held.ino !== seen.ino || held.dev !== seen.dev) throw new Error('the folder was replaced');
  return { place: real, reach: real };
}
