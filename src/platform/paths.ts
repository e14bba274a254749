// Paths and URIs: the one place where a path becomes a DocumentUri and back, and where RepoPath and AbsPath are made.
// Two spellings of one file compare equal (servers re-encode URIs); two files never do.

import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AbsPath, DocumentUri, RepoPath } from '../model/base.js';

export const repoRootPath = '.' as RepoPath;

/** Resolves against `base` and normalises; no trailing separator (but for the root of the file system). */
export function absolutePath(path: string, base: string): AbsPath {
  return resolve(base, path) as AbsPath;
}

/** The path inside `root`, or undefined when it lies outside. Lexical: links are not followed. */
export function repoPathOf(root: AbsPath, path: string): RepoPath | undefined {
  const inside = relative(root, path);
  if (inside === '') return repoRootPath;
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return (sep === '/' ? inside : inside.split(sep).join('/')) as RepoPath;
}

/** For paths that git names: already relative to the root, `/` separators, literal. */
export function gitPath(name: string): RepoPath {
  return name as RepoPath;
}

export function absoluteOf(root: AbsPath, path: RepoPath): AbsPath {
  return path === repoRootPath ? root : (resolve(root, path) as AbsPath);
}

/** Folder of a repository path, `.` at the top. */
export function parentOf(path: RepoPath): RepoPath {
  const slash = path.lastIndexOf('/');
  return (slash < 0 ? '.' : path.slice(0, slash)) as RepoPath;
}

export function baseNameOf(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function toUri(path: AbsPath): DocumentUri {
  return pathToFileURL(path).href as DocumentUri;
}

/**
 * Path of a `file:` URI however it is spelt: any percent-encoding, any hex case, an encoded drive colon, a localhost authority.
 * Undefined for other schemes, foreign hosts and broken encodings. Unlike `fileURLToPath` it does not throw,
 * and it takes `#` and `?` that a sloppy server left bare as what they are: the start of a fragment or query, cut off.
 */
export function fromUri(uri: string, windows: boolean = sep === '\\'): AbsPath | undefined {
  const match = /^file:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(uri);
  if (!match) return undefined;
  const host = match[1] ?? '';
  if (host !== '' && host.toLowerCase() !== 'localhost') return undefined;
  let path: string;
  try {
    path = decodeURIComponent(match[2] ?? '');
  } catch {
    return undefined; // not UTF-8: names no path that we could have sent
  }
  if (!path.startsWith('/') || path.includes('\0')) return undefined;
  if (!windows) return normalize(path) as AbsPath;
  const drive = /^\/([A-Za-z]):(.*)$/s.exec(path);
  return drive ? (normalize(`${drive[1]?.toUpperCase()}:${drive[2]}`) as AbsPath) : undefined;
}
