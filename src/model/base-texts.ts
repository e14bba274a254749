// The text of changed paths before the change.

import type { ContentHash, RepoPath } from './base.js';

export type BaseText =
  | { readonly kind: 'text'; readonly text: string; readonly hash: ContentHash }
  /** The base has no such file. */
  | { readonly kind: 'absent' }
  /** It has one, which cannot be read as text. */
  | { readonly kind: 'unreadable' };

/** Of every path of the change set, and no other. */
export type BaseTexts = ReadonlyMap<RepoPath, BaseText>;
