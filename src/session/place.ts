// Where a URI of a server's lies, for reports: in the repository, or outside of it, where its last segment alone is told.

import type { AbsPath, RepoPath } from '../model/base.js';
import { fromUri, repoPathOf } from '../platform/paths.js';
import { withoutPrivateFolders } from '../platform/private-folder.js';

export interface Place {
  readonly path: RepoPath;
  readonly outsideRepository: boolean;
}

/** @param inTree where an absolute path lies in the judged tree, if it does */
export function placeOf(
  uri: string,
  root: AbsPath,
  inTree: (absolute: string) => RepoPath | undefined,
): Place {
  const absolute = fromUri(uri);
  // Of what is linked into a materialised tree servers name the real place.
  const path = absolute === undefined ? undefined : (inTree(absolute) ?? repoPathOf(root, absolute));
  return path === undefined
    ? { path: lastSegment(withoutPrivateFolders(uri)), outsideRepository: true }
    : { path, outsideRepository: false };
}

function lastSegment(uri: string): RepoPath {
  const cut = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(cut) as RepoPath;
  } catch {
    return cut as RepoPath;
  }
}
