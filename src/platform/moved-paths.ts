// Text made for the repository, for a tree that lies elsewhere: whole paths in it that the tree has are named there, every
// other one stays as it is. Pure.

import type { AbsPath, RepoPath } from '../model/base.js';
import { absolutePath, repoPathOf } from './paths.js';

export interface Move {
  readonly root: AbsPath;
  readonly tree: AbsPath;
  /** Whether the tree has the file or folder. */
  readonly has: (path: RepoPath) => boolean;
}

/** `-DDATA="/w/data"`, `/w/lib:/usr/lib`; not `/w2` where the root is `/w`. */
export function movePaths(text: string, { root, tree, has }: Move): string {
  if (!text.includes(root)) return text;
  const path = new RegExp(`(?<![\\w.~-])${escaped(root)}((?:/[^\\s"':;,\\\\]*)?)(?![\\w.-])`, 'g');
  return text.replace(path, (found: string, below: string) => {
    const inside = repoPathOf(root, absolutePath(`.${below}`, root));
    return inside !== undefined && has(inside) ? `${tree}${below}` : found;
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
