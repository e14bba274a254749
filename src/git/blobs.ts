// What the index lists, and the exact bytes of git's objects: one `cat-file --batch` for many, fed on its standard input.
// No filter runs, nothing is written, nothing is fetched. Too large an object is not read at all.

import type { RepoPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import { gitPath } from '../platform/paths.js';
import type { Repository } from './repository.js';

export interface IndexEntry {
  readonly path: RepoPath;
  /** `100644`, `100755`, `120000` (symlink), `160000` (submodule). */
  readonly mode: string;
  readonly oid: string;
  /** 0, or 1 to 3 while unmerged. */
  readonly stage: number;
  /** Not in the work tree on purpose (sparse checkout). */
  readonly skipWorkTree: boolean;
  /** The user told git not to look at the disk: its comparison says nothing about this path. */
  readonly assumedUnchanged: boolean;
}

/** The whole index, in git's order. */
export async function indexEntries(repository: Repository): Promise<readonly IndexEntry[]> {
  const output = await repository.git(['ls-files', '-s', '-v', '-z']);
  return output.split('\0').flatMap((record) => (record === '' ? [] : [indexEntry(record)]));
}

function indexEntry(record: string): IndexEntry {
  const [, tag, mode, oid, stage, path] =
    /^([A-Za-z?]) (\d{6}) ([0-9a-f]+) ([0-3])\t(.+)$/s.exec(record) ?? [];
  if (tag === undefined || mode === undefined || oid === undefined || path === undefined) {
    throw new UserError(
      'scope',
      `git ls-files answered with a record that lspcheck does not know: ${record}`,
    );
  }
  return {
    path: gitPath(path),
    mode,
    oid,
    stage: Number(stage),
    skipWorkTree: tag.toUpperCase() === 'S',
    assumedUnchanged: tag !== tag.toUpperCase(),
  };
}

export type Blob =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large'; readonly sizeBytes: number }
  /** Git does not have it (a damaged repository), or it is no blob. */
  | { readonly kind: 'missing' };

/** Read in one process up to this much; more is read in several, one after the other. */
const batchBytes = 64 * 1024 * 1024;

/**
 * Every id asked for, once, with its bytes; handed out as they are read, so that memory holds one batch.
 * @throws UserError `scope` with git's words (a partial clone that lacks an object ends here: lspcheck does not fetch).
 */
export async function* readBlobs(
  repository: Repository,
  oids: readonly string[],
  maxBytes: number,
): AsyncGenerator<readonly [oid: string, blob: Blob]> {
  const wanted = [...new Set(oids)];
  const sizes = await blobSizes(repository, wanted);
  const readable: { oid: string; size: number }[] = [];
  for (const oid of wanted) {
    const size = sizes.get(oid);
    if (size === undefined) yield [oid, { kind: 'missing' }];
    else if (size > maxBytes) yield [oid, { kind: 'too-large', sizeBytes: size }];
    else readable.push({ oid, size });
  }
  for (const batch of inBatches(readable)) {
    const found = splitBatch(await repository.catFile('--batch', lines(batch.map(({ oid }) => oid))));
    for (const { oid } of batch) {
      const bytes = found.get(oid);
      yield [oid, bytes ? { kind: 'bytes', bytes } : { kind: 'missing' }];
    }
  }
}

async function blobSizes(
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const output = new TextDecoder().decode(await repository.catFile('--batch-check', lines(oids)));
  const sizes = new Map<string, number>();
  for (const line of output.split('\n')) {
    const [, oid, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
    if (oid !== undefined) sizes.set(oid, Number(size));
  }
  return sizes;
}

function lines(oids: readonly string[]): string {
  return oids.map((oid) => `${oid}\n`).join('');
}

function* inBatches(blobs: readonly { oid: string; size: number }[]) {
  let batch: { oid: string; size: number }[] = [];
  let total = 0;
  for (const blob of blobs) {
    if (batch.length > 0 && total + blob.size > batchBytes) {
      yield batch;
      batch = [];
      total = 0;
    }
    batch.push(blob);
    total += blob.size;
  }
  if (batch.length > 0) yield batch;
}

const newline = 0x0a;

/** `OID blob SIZE NL bytes NL`, again and again. Exported for its test. */
export function splitBatch(output: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(newline, at);
    const header = new TextDecoder().decode(output.subarray(at, end < 0 ? undefined : end));
    const [, oid, size] = /^([0-9a-f]+) blob (\d+)$/.exec(header) ?? [];
    const start = end + 1;
    const next = start + Number(size);
    if (oid === undefined || end < 0 || output[next] !== newline) {
      throw new UserError('scope', `git cat-file answered with what lspcheck cannot read: ${header}`);
    }
    // A copy: a small text must not keep the whole batch in memory.
    blobs.set(oid, output.slice(start, next));
    at = next + 1;
  }
  return blobs;
}
