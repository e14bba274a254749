// What the text store says of a file before any server is asked: text with its hash, or why there is none.

import type { ContentHash, RepoPath } from '../model/base.js';
import type { SkipReason, UnknownCause } from '../model/fault.js';

export type FileClass =
  | { readonly kind: 'text'; readonly hash: ContentHash; readonly matchesDisk: boolean }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly detail?: string }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export type Classify = (path: RepoPath) => Promise<FileClass>;

/** The beginning of a path's text, enough for a first line; undefined when it has none. */
export type ReadHead = (path: RepoPath) => Promise<string | undefined>;

export interface TextReader {
  readonly classify: Classify;
  readonly head: ReadHead;
}
