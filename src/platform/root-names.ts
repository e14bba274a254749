// Texts of servers name files by absolute path, of this machine's checkout or of a private tree. A report speaks of the
// repository: the root is cut off, so that the same mistake is the same text, with the same fingerprint, everywhere; and so
// is what else a private folder adds to a name. To be done before a text is cut to a length: half a root is not recognised.

import type { AbsPath } from '../model/base.js';
import { toUri } from './paths.js';
import { withoutPrivateFolders } from './private-folder.js';

/** @param roots folders that stand for the repository, as paths; their `file:` URIs are cut as well. */
export function withoutRoots(roots: readonly AbsPath[]): (text: string) => string {
  // The longest first: a root inside another must not leave its own tail behind.
  const spellings = [...new Set(roots)]
    .filter((root) => root !== '/')
    .flatMap((root) => [toUri(root), `file://${root}`, root])
    .sort((a, b) => b.length - a.length);
  if (spellings.length === 0) return withoutPrivateFolders;
  const pattern = new RegExp(`(?:${spellings.map(escaped).join('|')})(/|(?![\\w.-]))`, 'g');
  return (text) =>
    withoutPrivateFolders(text).replace(pattern, (_, slash: string) => (slash === '/' ? '' : '.'));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
