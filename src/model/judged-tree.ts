// Which text each path has while it is judged. The identity for working-tree runs; overlays for staged text.
// A server whose entry cannot take overlays needs a materialised tree (another server root, same path map).

import type { AbsPath, RepoPath } from './base.js';

/**
 * Judged text that is not what the disk holds, named by git's object id so that the tree stays a small value
 * (the bytes come from the text store). `absent`: the judged tree has no such path, although the disk has.
 */
export type Overlay =
  | { readonly kind: 'text'; readonly oid: string; readonly onDisk: boolean }
  | { readonly kind: 'absent' };

export interface JudgedTree {
  /** `materialised`: the judged text lies in a private folder, `serverRoot`; it has no overlays. */
  readonly kind: 'working-tree' | 'overlay' | 'materialised';
  /** The repository root (the folder RepoPaths are relative to). */
  readonly root: AbsPath;
  /** Where servers are rooted: `root`, or a private materialised copy. */
  readonly serverRoot: AbsPath;
  /** Of a materialised tree: the private folder in which every path lies as it does below `/`, the repository's root too. */
  readonly mirror?: AbsPath;
  /** Every tracked path whose judged text differs from the disk by git's own comparison. Empty for a working tree. */
  readonly overlays: ReadonlyMap<RepoPath, Overlay>;
  /**
   * Object ids of the files asked about that git calls equal to the disk, when the judged text is a blob: their bytes are read
   * from git all the same, since the disk may differ by filters (CRLF, ident) and may be edited meanwhile.
   */
  readonly blobs?: ReadonlyMap<RepoPath, string>;
}
