// The judged text of each path: from git where the tree names an object, else from the disk; or why a path has none.
// Invariants: a text is handed out only with the hash it was classified with; reading again gives the same bytes or a
// failure; memory holds a bounded amount of text.

import type { Blob } from '../git/blobs.js';
import type { RepoPath } from '../model/base.js';
import type { ChangeEntry } from '../model/change.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { TextStore } from '../model/plan.js';
import { contentHash } from '../platform/hash.js';
import { diskReader, failed, type NoText, type Source, tooLarge } from './disk-file.js';
import type { FileClass, TextReader } from './file-class.js';
import { firstLineBytes } from './interpreter.js';
import { memoize } from './memoize.js';
import { classifyBytes } from './text-bytes.js';

/** Bytes of git's objects by id, each id once; `git/blobs` in a repository. */
export type ReadObjects = (
  oids: readonly string[],
  maxBytes: number,
) => AsyncIterable<readonly [oid: string, blob: Blob]>;

export interface TextStoreInput {
  readonly tree: JudgedTree;
  /** Of the change set: which files are kept off the disk on purpose. */
  readonly entries: readonly ChangeEntry[];
  readonly maxFileSizeBytes: number;
  /** Needed where the tree names objects. */
  readonly readObjects?: ReadObjects;
  /** Text kept in memory, in bytes of the files; more is read again when it is needed. */
  readonly keptBytes?: number;
}

/**
 * `classify` reads each path once; how many at a time is the caller's choice. Of a file on the disk `head` reads no more than it
 * answers, and nothing is kept.
 */
export interface JudgedTexts extends TextStore, TextReader {
  /** Of a text that was classified, in bytes of the file; else 0. */
  sizeBytes(path: RepoPath): number;
}

export function openTextStore(input: TextStoreInput): JudgedTexts {
  const { tree, entries, maxFileSizeBytes } = input;
  const objects = objectsOf(tree);
  const sparse = new Set(entries.flatMap((entry) => (entry.sparse ? [entry.path] : [])));
  const disk = diskReader({ root: tree.root, maxBytes: maxFileSizeBytes, sparse });
  const kept = new Map<RepoPath, string>();
  const sizes = new Map<RepoPath, number>();
  let room = input.keptBytes ?? 64 * 1024 * 1024;

  const keep = (path: RepoPath, source: Source): FileClass => {
    if (source.kind !== 'bytes') return source;
    const content = classifyBytes(source.bytes);
    if (content.kind !== 'text') return content;
    sizes.set(path, source.bytes.length);
    if (source.bytes.length <= room) {
      room -= source.bytes.length;
      kept.set(path, content.text);
    }
    return { kind: 'text', hash: contentHash(source.bytes), matchesDisk: !tree.overlays.has(path) };
  };

  // All objects at the first need of one, batch after batch: each `cat-file` is a process.
  let fromGit: Promise<ReadonlyMap<RepoPath, FileClass>> | undefined;
  const classifyObjects = async () => {
    const classes = new Map<RepoPath, FileClass>();
    const paths = pathsByObject(objects);
    for await (const [oid, source] of sourcesOf(input, [...paths.keys()])) {
      for (const path of paths.get(oid) ?? []) classes.set(path, keep(path, source));
    }
    return classes;
  };

  const classify = memoize(async (path: RepoPath): Promise<FileClass> => {
    if (path.includes(replacementCharacter)) return badName;
    if (tree.overlays.get(path)?.kind === 'absent') return { kind: 'skipped', reason: 'deleted' };
    if (!objects.has(path)) return keep(path, await disk.read(path));
    fromGit ??= classifyObjects();
    return (await fromGit).get(path) ?? noObject;
  });

  const readAgain = async (path: RepoPath): Promise<Source> => {
    const oid = objects.get(path);
    if (oid === undefined) return disk.read(path);
    for await (const [, source] of sourcesOf(input, [oid])) return source;
    return noObject;
  };

  const textOf: JudgedTexts['text'] = async (path) => {
    const known = await classify(path);
    if (known.kind !== 'text') return { kind: 'failed', detail: wordsOf(known) };
    const text = kept.get(path);
    if (text !== undefined) return { kind: 'text', text };
    const source = await readAgain(path);
    if (source.kind !== 'bytes' || contentHash(source.bytes) !== known.hash) return changedMeanwhile;
    const content = classifyBytes(source.bytes);
    return content.kind === 'text' ? content : changedMeanwhile;
  };

  const headOf = async (path: RepoPath) => {
    // Objects are read all together anyway, as soon as one of them is needed.
    if (objects.has(path) || tree.overlays.has(path)) {
      const found = await textOf(path);
      return found.kind === 'text' ? found.text.slice(0, firstLineBytes) : undefined;
    }
    const source = await disk.head(path, firstLineBytes);
    return source.kind === 'bytes' ? new TextDecoder().decode(source.bytes) : undefined;
  };

  return {
    classify,
    text: textOf,
    head: headOf,
    sizeBytes: (path) => sizes.get(path) ?? 0,
    peek: (path) => kept.get(path),
  };
}

/** What bytes that are no UTF-8 became when the name was decoded: the path leads nowhere, and no server can be told it. */
const replacementCharacter = '\uFFFD';
const badName = failed('the name of the file is not UTF-8', 'rename the file');
const noObject = failed('git does not have the text of the file', 'git fsck says what is missing');
const changedMeanwhile = { kind: 'failed', detail: 'the file changed while it was judged' } as const;

function wordsOf(known: NoText): string {
  return known.kind === 'unknown' ? known.cause.detail : `the file is skipped (${known.reason})`;
}

function objectsOf(tree: JudgedTree): ReadonlyMap<RepoPath, string> {
  const overlaid = [...tree.overlays].flatMap(([path, overlay]) =>
    overlay.kind === 'text' ? [[path, overlay.oid] as const] : [],
  );
  return new Map([...(tree.blobs ?? []), ...overlaid]);
}

/** Copies of one file share their object. */
function pathsByObject(objects: ReadonlyMap<RepoPath, string>): ReadonlyMap<string, readonly RepoPath[]> {
  const paths = new Map<string, RepoPath[]>();
  for (const [path, oid] of objects) {
    const same = paths.get(oid);
    if (same) same.push(path);
    else paths.set(oid, [path]);
  }
  return paths;
}

async function* sourcesOf(
  { readObjects, maxFileSizeBytes }: TextStoreInput,
  oids: readonly string[],
): AsyncGenerator<readonly [string, Source]> {
  if (!readObjects)
    throw new Error('the judged tree names objects of git, and nothing was given to read them');
  for await (const [oid, blob] of readObjects(oids, maxFileSizeBytes)) {
    if (blob.kind === 'too-large') yield [oid, tooLarge(blob.sizeBytes, maxFileSizeBytes)];
    else yield [oid, blob.kind === 'missing' ? noObject : blob];
  }
}
