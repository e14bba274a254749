// The text of every changed path before the change, and which files only moved. Read whole: a change is small beside its
// repository. A text that cannot be had (binary, too large, missing object, a link) is `unreadable`, never absent.

import type { TreeEntry } from '../git/tree.js';
import type { RepoPath } from '../model/base.js';
import type { BaseText, BaseTexts } from '../model/base-texts.js';
import type { ChangeEntry } from '../model/change.js';
import type { TextStore } from '../model/plan.js';
import { contentHash } from '../platform/hash.js';
import { inBatches } from './batches.js';
import { isText } from './judged-tree.js';
import { findRenames } from './renames.js';
import { classifyBytes } from './text-bytes.js';
import type { ReadObjects } from './text-store.js';

export interface BaseRequest {
  /** The whole change. */
  readonly entries: readonly ChangeEntry[];
  /** What the base commit holds; empty when there is none (an unborn branch: everything is new). */
  readonly held: readonly TreeEntry[];
  readonly readObjects: ReadObjects;
  readonly maxBytes: number;
  readonly judged: TextStore;
}

/** @throws UserError `scope` when git fails. */
export async function readBaseTexts(request: BaseRequest): Promise<BaseTexts> {
  const { entries, judged } = request;
  const changed = new Set(entries.map(({ path }) => path));
  const held = new Map(
    request.held.flatMap((entry) => (changed.has(entry.path) ? [[entry.path, entry]] : [])),
  );
  const byOid = await textsOf([...held.values()], request);
  const texts = new Map<RepoPath, BaseText>();
  for (const { path, mode } of entries) {
    const before = held.get(path);
    if (mode !== 'file') texts.set(path, unreadable);
    else texts.set(path, before === undefined ? { kind: 'absent' } : (byOid.get(before.oid) ?? unreadable));
  }
  const moved = entries.find(
    ({ path, mode, status }) =>
      (mode === 'submodule' && status !== 'untracked') || held.get(path)?.mode === '160000',
  );
  return {
    texts,
    gone: new Set(entries.flatMap(({ path, status }) => (status === 'deleted' ? [path] : []))),
    renames: await renamesAmong(entries, texts, judged),
    ...(moved !== undefined && {
      outOfReach: `the change moves the submodule "${moved.path}", and what it held before is not here`,
    }),
  };
}

const unreadable: BaseText = { kind: 'unreadable' };

async function textsOf(
  held: readonly TreeEntry[],
  { readObjects, maxBytes }: BaseRequest,
): Promise<ReadonlyMap<string, BaseText>> {
  const byOid = new Map<string, BaseText>();
  const oids = held.flatMap(({ mode, oid }) => (isText(mode) ? [oid] : []));
  for await (const [oid, blob] of readObjects(oids, maxBytes)) {
    if (blob.kind === 'bytes') byOid.set(oid, textOf(blob.bytes));
  }
  return byOid;
}

function textOf(bytes: Uint8Array): BaseText {
  const content = classifyBytes(bytes);
  return content.kind === 'text'
    ? { kind: 'text', text: content.text, hash: contentHash(bytes) }
    : { kind: 'unreadable' };
}

/** By what the files hold: git knows nothing of one that was moved and not added. */
async function renamesAmong(
  entries: readonly ChangeEntry[],
  texts: ReadonlyMap<RepoPath, BaseText>,
  judged: TextStore,
): Promise<ReadonlyMap<RepoPath, RepoPath>> {
  const gone = new Map<RepoPath, string>();
  for (const { path, status } of entries) {
    const before = texts.get(path);
    if (status === 'deleted' && before?.kind === 'text') gone.set(path, before.text);
  }
  if (gone.size === 0) return new Map();
  const arrived = entries.filter(
    ({ path, status }) => status !== 'deleted' && texts.get(path)?.kind === 'absent',
  );
  const read = await inBatches(arrived, async ({ path }) => [path, await judged.text(path)] as const);
  return findRenames(
    gone,
    new Map(read.flatMap(([path, text]) => (text.kind === 'text' ? [[path, text.text]] : []))),
  );
}
