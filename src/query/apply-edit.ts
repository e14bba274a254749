// The only code of this room that writes: new contents for existing files, all of them or none.
// Each new content goes into a temporary file beside its target first; then, one after the other, the original is kept under a
// second name and replaced in one step. What goes wrong brings the originals back: the very files, not copies of them.
// Invariants: nothing outside the root or of git's is opened for writing, whatever links are put in the way meanwhile; a file
// that is not what the edit was planned on stays as it is, and with it all others.

import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, link, lstat, open, rename, unlink } from 'node:fs/promises';
import type { AbsPath, RepoPath } from '../model/base.js';
import { baseNameOf, parentOf } from '../platform/paths.js';
import { folderOf, type HeldFolder, holdFolder, whyOf } from './held-folder.js';
import { readIn } from './read-inside.js';

export interface FileWrite {
  /** Links resolved. */
  readonly path: RepoPath;
  /** What the file must hold, byte for byte, for the edit to be right. */
  readonly before: Buffer;
  readonly after: Buffer;
}

export type Written =
  | { readonly kind: 'written' }
  /** No file was changed, or all were brought back. */
  | { readonly kind: 'refused'; readonly path: RepoPath; readonly why: string }
  /** Originals that could not be brought back, and the names under which they still are. */
  | {
      readonly kind: 'left-behind';
      readonly path: RepoPath;
      readonly why: string;
      readonly originals: readonly { readonly path: RepoPath; readonly keptAs: string }[];
    };

/** Called when everything is prepared, and before each replacement: where tests let somebody else interfere. */
export type OnStep = (step: 'prepared' | 'replacing', path: RepoPath) => Promise<void> | void;

interface Prepared extends FileWrite {
  readonly folder: HeldFolder;
  readonly target: string;
  readonly temporary: string;
  readonly backup: string;
  readonly keptAs: string;
}

export async function writeFiles(
  root: AbsPath,
  files: readonly FileWrite[],
  onStep: OnStep = () => {},
): Promise<Written> {
  const folders = new Map<string, HeldFolder>();
  const prepared: Prepared[] = [];
  try {
    for (const file of files) {
      const why = await step(async () => prepared.push(await place(root, file, folders)));
      if (why !== undefined) return { kind: 'refused', path: file.path, why };
    }
    for (const file of prepared) {
      const why = await step(() => prepare(file));
      if (why !== undefined) return { kind: 'refused', path: file.path, why };
    }
    for (const { path } of prepared.slice(0, 1)) await onStep('prepared', path);
    return await replaceAll(prepared, onStep);
  } finally {
    for (const { temporary } of prepared) await unlink(temporary).catch(() => {});
    for (const folder of folders.values()) await folder.close();
  }
}

/** Thrown inside this file only: why a step was not done. */
class Refusal extends Error {}

/** Why it was not done; undefined when it was. */
async function step(action: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    if (error instanceof Error && 'code' in error) return whyOf(error);
    throw error;
  }
}

async function place(root: AbsPath, file: FileWrite, folders: Map<string, HeldFolder>): Promise<Prepared> {
  const parent = folderOf(root, file.path);
  let folder = folders.get(parent);
  if (folder === undefined) {
    const held = await holdFolder(root, parent);
    if (held.kind === 'refused') throw new Refusal(held.why);
    folder = held.folder;
    folders.set(parent, folder);
  }
  if (folder.path !== parentOf(file.path)) throw new Refusal('its folder is another one now');
  const id = randomUUID();
  const keptAs = `.lspcheck-${id}.original`;
  const target = folder.at(baseNameOf(file.path));
  const temporary = folder.at(`.lspcheck-${id}.new`);
  return { ...file, folder, target, temporary, backup: folder.at(keptAs), keptAs };
}

async function prepare(file: Prepared): Promise<void> {
  const stat = await requireUnchanged(file);
  // A superuser may write anything; what is marked read-only is meant to stay as it is all the same.
  if ((stat.mode & 0o222) === 0) throw new Refusal('it is read-only');
  await access(file.target, constants.W_OK);
  await writeNew(file.temporary, file.after, stat);
}

/** A file that did not exist, with the owner and the mode of another. */
async function writeNew(path: string, bytes: Buffer, like: Stats): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, 0o600);
  try {
    await handle.writeFile(bytes);
    const own = await handle.stat();
    if (own.uid !== like.uid || own.gid !== like.gid) await handle.chown(like.uid, like.gid);
    await handle.chmod(like.mode & 0o7777);
  } finally {
    await handle.close();
  }
}

async function requireUnchanged({ folder, path, target, before }: Prepared): Promise<Stats> {
  const stat = await lstat(target);
  if (stat.isSymbolicLink()) throw new Refusal('it is a link');
  const read = await readIn(folder, baseNameOf(path), before.length);
  if (read.kind === 'refused' && stat.isFile() && stat.size > before.length)
    throw new Refusal('it was changed meanwhile');
  if (read.kind === 'refused') throw new Refusal(read.why);
  if (!read.bytes.equals(before)) throw new Refusal('it was changed meanwhile');
  return stat;
}

async function replaceAll(prepared: readonly Prepared[], onStep: OnStep): Promise<Written> {
  const replaced: Prepared[] = [];
  for (const file of prepared) {
    await onStep('replacing', file.path);
    const why = await step(() => replace(file));
    if (why === undefined) {
      replaced.push(file);
      continue;
    }
    const { path } = file;
    const originals = await restoreAll([file, ...replaced.reverse()], file);
    return originals.length === 0
      ? { kind: 'refused', path, why }
      : { kind: 'left-behind', path, why, originals };
  }
  for (const { backup } of replaced) await unlink(backup).catch(() => {});
  return { kind: 'written' };
}

/** Whatever it throws, the original is still there: under its own name, or as the backup. */
async function replace(file: Prepared): Promise<void> {
  const { target, temporary, backup, before, folder, keptAs } = file;
  const stat = await requireUnchanged(file);
  // A second name of the very file; a copy where the file system knows no second names.
  await link(target, backup).catch(() => writeNew(backup, before, stat));
  await rename(temporary, target);
  // What was written between the last look and the replacement is in the file that was replaced.
  const kept = await readIn(folder, keptAs, before.length);
  if (kept.kind === 'refused' || !kept.bytes.equals(before)) throw new Refusal('it was changed meanwhile');
}

/** @param failed the one that may not have been replaced, so that it may have no backup */
async function restoreAll(files: readonly Prepared[], failed: Prepared) {
  const originals: { path: RepoPath; keptAs: string }[] = [];
  for (const file of files) {
    const { path, target, backup, keptAs } = file;
    const exists = await lstat(backup).then(
      () => true,
      () => false,
    );
    if (!exists && file === failed) continue;
    const failure = await step(() => rename(backup, target));
    if (failure !== undefined) originals.push({ path, keptAs });
    // Two names of one file: renaming one to the other leaves both.
    else await unlink(backup).catch(() => {});
  }
  return originals;
}
