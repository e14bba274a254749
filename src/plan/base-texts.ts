// The text of every changed path before the change. Read whole: a change is small beside its repository.

import type { RepoPath } from '../model/base.js';
import type { BaseText, BaseTexts } from '../model/base-texts.js';
import type { ChangeSet } from '../model/change.js';
import { contentHash } from '../platform/hash.js';
import { classifyBytes } from './text-bytes.js';
import type { ReadObjects } from './text-store.js';

/**
 * @param blobs of the base commit; empty when there is none (an unborn branch: everything is new).
 * A text that cannot be had (binary, too large, missing object) is `unreadable`, never absent.
 */
export async function readBaseTexts(
  changeSet: ChangeSet,
  blobs: ReadonlyMap<RepoPath, string>,
  readObjects: ReadObjects,
  maxBytes: number,
): Promise<BaseTexts> {
  const byOid = new Map<string, BaseText>();
  for await (const [oid, blob] of readObjects([...new Set(blobs.values())], maxBytes)) {
    byOid.set(oid, blob.kind === 'bytes' ? textOf(blob.bytes) : { kind: 'unreadable' });
  }
  const texts = new Map<RepoPath, BaseText>();
  for (const { path } of changeSet.entries) {
    const oid = blobs.get(path);
    texts.set(path, oid === undefined ? { kind: 'absent' } : (byOid.get(oid) ?? { kind: 'unreadable' }));
  }
  return texts;
}

function textOf(bytes: Uint8Array): BaseText {
  const content = classifyBytes(bytes);
  return content.kind === 'text'
    ? { kind: 'text', text: content.text, hash: contentHash(bytes) }
    : { kind: 'unreadable' };
}
