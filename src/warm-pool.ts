// A pool of warm servers for one place: with the eyes that look at its disk. For hosts that answer more than once.

import type { EngineDeps } from './engine/engine.js';
import type { ReadText } from './engine/pooled-session.js';
import { type PoolOptions, SessionPool } from './engine/session-pool.js';
import type { AbsPath } from './model/base.js';
import { diskReader } from './plan/disk-file.js';
import { listFolder, listRepository } from './plan/disk-listing.js';
import { diskScanner } from './plan/disk-scan.js';
import { classifyBytes } from './plan/text-bytes.js';
import { contentHash } from './platform/hash.js';
import type { Place } from './subject.js';

const idleTimeoutMs = 15 * 60_000;
const maxBytes = 10_000_000;

export function warmPool(
  { root, location }: Pick<Place, 'root' | 'location'>,
  deps: EngineDeps & Pick<PoolOptions, 'record'>,
): SessionPool {
  // A folder that plays the root is no repository of its own.
  const list = () => (location?.root === root ? listRepository(location) : listFolder(root));
  return new SessionPool({
    ...deps,
    idleTimeoutMs,
    scan: diskScanner(root, list),
    readText: textReader(root),
  });
}

/** A reader remembers where folders lead to: each reading has its own. */
export function textReader(root: AbsPath): ReadText {
  return async (path) => {
    const read = await diskReader({ root, maxBytes, sparse: new Set() }).read(path);
    if (read.kind !== 'bytes') return undefined;
    const content = classifyBytes(read.bytes);
    return content.kind === 'text' ? { text: content.text, hash: contentHash(read.bytes) } : undefined;
  };
}
