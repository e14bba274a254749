// The text before the change: of every path that it touches, also where only some of them are judged.

import type { ContentHash, RepoPath } from './base.js';

export type BaseText =
  | { readonly kind: 'text'; readonly text: string; readonly hash: ContentHash }
  /** The base has no such file. */
  | { readonly kind: 'absent' }
  /** It has something that cannot be shown as text, or what is judged is none: a link, a submodule, binary, too large. */
  | { readonly kind: 'unreadable' };

export interface BaseTexts {
  /** Of every path of the whole change, and no other: all others have the text that is judged. */
  readonly texts: ReadonlyMap<RepoPath, BaseText>;
  /** Those of them that the judged text does not have. */
  readonly gone: ReadonlySet<RepoPath>;
  /** Files that moved: where they are, and where they were. */
  readonly renames: ReadonlyMap<RepoPath, RepoPath>;
  /** Why the base cannot be had as files either, a clause. */
  readonly outOfReach?: string;
}

/** Where a judged file was before the change, and its text there; undefined where the change did not touch it. */
export function beforeOf(
  { texts, renames }: BaseTexts,
  path: RepoPath,
): { readonly path: RepoPath; readonly text: BaseText | undefined } {
  const old = renames.get(path) ?? path;
  return { path: old, text: texts.get(old) };
}
