// Content hashes: what ties a verdict to the very bytes that were judged.

import { createHash } from 'node:crypto';
import type { ContentHash } from '../model/base.js';

export function contentHash(bytes: Uint8Array | string): ContentHash {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}` as ContentHash;
}
