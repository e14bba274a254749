// What the disk holds right now, cheap enough to ask before every answer: each file by its size, times and inode, dependency
// folders by the list of what is in them. Two states tell what changed in between.
// Invariant: a change that these cannot show (within the grain of file times, the same size) is shown by the file's hash.

import { type BigIntStats, lstatSync, readFileSync, statSync } from 'node:fs';
import type { AbsPath, RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { breathe, wallClockMs } from '../platform/clock.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import { type IgnoredFolder, lookInto } from './ignored-folders.js';

/** What is there, as git or a walk lists it; nothing of it is read yet. */
export interface DiskListing {
  readonly files: readonly RepoPath[];
  /** Left out as a whole: installed, or built. */
  readonly folders: readonly RepoPath[];
  /** There is more than can be looked at: then what changed cannot be told. */
  readonly cut?: boolean;
}

interface SeenFile {
  readonly facts: string;
  /** Of a file that was changed so lately that another change might not show in the facts. */
  readonly hash?: string;
  readonly fresh: boolean;
}

export interface DiskState {
  /** Of two states of one scanner the later one has the higher number. */
  readonly turn: number;
  readonly files: ReadonlyMap<RepoPath, SeenFile>;
  /** What is installed, by folder. */
  readonly installed: ReadonlyMap<RepoPath, string>;
  readonly cut: boolean;
}

export interface DiskChange {
  readonly path: RepoPath;
  readonly kind: 'created' | 'changed' | 'deleted';
}

export interface DiskDifference {
  /** Sorted by path. */
  readonly changes: readonly DiskChange[];
  /** Something else is another: what is installed, or nobody can say what. */
  readonly elsewhere: boolean;
}

export type DiskScan = () => Promise<DiskState>;

/** Coarser than the grain of any file system in use (FAT: 2 s). */
const grainMs = 2500;
const largestHashedBytes = 10_000_000;
/** About 10 ms of work. */
const filesAtOnce = 500;

/** Scans follow each other; one that is asked for begins after the asking, and is shared by all who ask before it begins. */
export function diskScanner(root: AbsPath, list: () => Promise<DiskListing>): DiskScan {
  let last: ReadonlyMap<RepoPath, SeenFile> = new Map();
  let turn = 0;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<DiskState> | undefined;
  const scan = async (): Promise<DiskState> => {
    waiting = undefined;
    turn += 1;
    const { files, folders, cut = false } = await list();
    const ignored = await inBatches(folders, (folder) => lookInto(root, folder));
    last = await lookAt(root, [...files, ...ignored.flatMap((one) => one.files)], last);
    return { turn, files: last, installed: signaturesOf(ignored), cut };
  };
  return () => {
    if (waiting === undefined) {
      waiting = running.then(scan);
      running = waiting.catch(() => {});
    }
    return waiting;
  };
}

export function diskDifference(before: DiskState, after: DiskState): DiskDifference {
  const changes: DiskChange[] = [];
  for (const [path, file] of after.files) {
    const known = before.files.get(path);
    if (known === undefined) changes.push({ path, kind: 'created' });
    else if (!isSame(known, file)) changes.push({ path, kind: 'changed' });
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) changes.push({ path, kind: 'deleted' });
  const folders = new Set([...before.installed.keys(), ...after.installed.keys()]);
  const elsewhere = [...folders].some((one) => before.installed.get(one) !== after.installed.get(one));
  return {
    changes: changes.sort((a, b) => compareText(a.path, b.path)),
    elsewhere: elsewhere || before.cut || after.cut,
  };
}

function isSame(before: SeenFile, after: SeenFile): boolean {
  if (before === after) return true;
  return before.facts === after.facts && (before.hash === after.hash || !before.hash || !after.hash);
}

function signaturesOf(ignored: readonly IgnoredFolder[]): ReadonlyMap<RepoPath, string> {
  return new Map(ignored.map(({ folder, signature }) => [folder, signature]));
}

async function lookAt(
  root: AbsPath,
  paths: readonly RepoPath[],
  before: ReadonlyMap<RepoPath, SeenFile>,
): Promise<ReadonlyMap<RepoPath, SeenFile>> {
  const seen = new Map<RepoPath, SeenFile>();
  for (const [index, path] of paths.entries()) {
    if (index % filesAtOnce === filesAtOnce - 1) await breathe();
    const file = look(absoluteOf(root, path), before.get(path));
    if (file !== undefined) seen.set(path, file);
  }
  return seen;
}

/** Synchronous: five times as fast as asking the thread pool, measured with 10,000 files. */
function look(file: AbsPath, before: SeenFile | undefined): SeenFile | undefined {
  const own = quietly(() => lstatSync(file, { bigint: true }));
  if (own === undefined) return undefined;
  // What a link leads to may change without it.
  const target = own.isSymbolicLink() ? quietly(() => statSync(file, { bigint: true })) : own;
  const facts = target === undefined || target === own ? factsOf(own) : `${factsOf(own)} ${factsOf(target)}`;
  const isFresh = isLate(own) || (target !== undefined && isLate(target));
  if (before?.facts === facts && !before.fresh) return before;
  const isDoubtful = isFresh || (before?.fresh === true && before.facts === facts);
  const isHashed = isDoubtful && target?.isFile() === true && target.size <= largestHashedBytes;
  const hash = isHashed ? quietly(() => contentHash(readFileSync(file))) : undefined;
  return { facts, fresh: isFresh, ...(hash !== undefined && { hash }) };
}

function factsOf({ mode, size, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [mode, size, ino, mtimeNs, ctimeNs].join(':');
}

/** In the future too: then the clocks differ. */
function isLate({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  return wallClockMs() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) < grainMs;
}

/** What cannot be looked at is not there, for whoever asks; or has no hash. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
