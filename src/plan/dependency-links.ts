// What git does not track but servers need, taken along into a materialised tree: installed packages as links, submodules,
// compile databases with their paths moved. A link that leads back into the repository is pointed into the tree: else a
// server would judge the disk's text of a workspace package (seen: a false error, and a missed one).
// Build outputs are never linked: a server would write into them, and what they hold was made from other text.

import { copyFile, lstat, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UntrackedEntry } from '../git/untracked.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath, baseNameOf, parentOf, repoPathOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import { submoduleMode } from './materialise.js';
import type { TreeContents } from './tree-contents.js';

export interface TreePair {
  /** The repository's root, links resolved. */
  readonly root: AbsPath;
  /** The tree's. */
  readonly tree: AbsPath;
  readonly contents: TreeContents;
}

const modules = 'node_modules';
/** Linked as they are. */
const linkedWhole = new Set(['.venv', 'venv', '.yarn', 'elm-stuff', 'bower_components']);
/** A folder of links: composer links packages of the repository into it, two levels down. */
const linkedByEntry = new Set([modules, 'vendor']);
/** They look for packages beside themselves, links followed. */
const copied = new Set(['.pnp.cjs', '.pnp.data.json', '.pnp.loader.mjs']);

/**
 * Entries of `untracked` that are no dependencies are left out, and so are those whose folder the judged tree does not have.
 * @returns the repository's own packages that a link among the installed ones leads to
 */
export async function linkDependencies(
  pair: TreePair,
  untracked: readonly UntrackedEntry[],
): Promise<ReadonlySet<RepoPath>> {
  const workspaces = new Set<RepoPath>();
  await inBatches(untracked, async ({ path, isIgnored }) => {
    // Where the tree has a link or nothing at all, nothing is made: behind a link lies the user's own folder.
    if (!pair.contents.folders.has(parentOf(path))) return;
    const name = baseNameOf(path);
    const from = absoluteOf(pair.root, path);
    const to = absoluteOf(pair.tree, path);
    // A vendor folder may be one's own text that was not added yet: then it is not there.
    if (name === 'vendor' && !isIgnored) return;
    if (linkedByEntry.has(name)) await linkEntries(pair, from, to, workspaces);
    else if (linkedWhole.has(name)) await link(from, to);
    // Part of the packages is tracked, so that git lists the others one by one.
    else if (path.split('/').includes(modules)) await linkPackage(pair, from, to, workspaces);
    else if (copied.has(name)) await copy(from, to);
  });
  return workspaces;
}

/** A submodule's text is another repository's: as it is checked out. */
export async function linkSubmodules({ root, tree, contents }: TreePair): Promise<void> {
  const submodules = contents.entries.filter(({ mode }) => mode === submoduleMode);
  await inBatches(submodules, ({ path }) => link(absoluteOf(root, path), absoluteOf(tree, path)));
}

/** A real folder of links: one level, two below a scope or vendor. */
export async function linkEntries(
  pair: TreePair,
  from: AbsPath,
  to: AbsPath,
  workspaces: Set<RepoPath> = new Set(),
): Promise<void> {
  const names = await readdir(from).catch((): string[] => []);
  await mkdir(to, { recursive: true });
  await inBatches(names, async (name) => {
    const entry = absolutePath(name, from);
    const target = absolutePath(name, to);
    const holdsPackages = name.startsWith('@') || basename(from) === 'vendor';
    if (holdsPackages && (await isFolder(entry))) await linkEntries(pair, entry, target, workspaces);
    else await linkPackage(pair, entry, target, workspaces);
  });
}

async function linkPackage(
  pair: TreePair,
  entry: AbsPath,
  at: AbsPath,
  workspaces: Set<RepoPath>,
): Promise<void> {
  const place = await placeInTree(pair, entry, workspaces);
  if (place !== undefined) await link(place, at);
}

/** Where an entry is to lead: its own place, or the tree's copy of what it leads to in the repository; undefined: nowhere. */
async function placeInTree(
  { root, tree, contents }: TreePair,
  entry: AbsPath,
  workspaces: Set<RepoPath>,
): Promise<AbsPath | undefined> {
  const real = await realpath(entry).catch((): undefined => undefined);
  const inside = real === undefined ? undefined : repoPathOf(root, real);
  if (inside === undefined || inside.split('/').some((part) => isDependencyFolder(part))) return entry;
  // A package that is not in the judged text: to link it would be to judge what nobody is about to commit.
  if (!contents.has(inside)) return undefined;
  workspaces.add(inside);
  return absoluteOf(tree, inside);
}

function isDependencyFolder(name: string): boolean {
  return linkedByEntry.has(name) || linkedWhole.has(name);
}

async function isFolder(path: AbsPath): Promise<boolean> {
  return (await lstat(path).catch((): undefined => undefined))?.isDirectory() === true;
}

/** What is tracked as well stands there already, and wins. */
export async function link(target: AbsPath, at: AbsPath): Promise<void> {
  await mkdir(absolutePath('..', at), { recursive: true });
  await symlink(target, at).catch(unlessThere);
}

async function copy(from: AbsPath, to: AbsPath): Promise<void> {
  await mkdir(absolutePath('..', to), { recursive: true });
  await copyFile(from, to).catch((error: unknown) => {
    // Gone since it was listed, or unreadable: then servers do not have it either.
    if (!hasCode(error, 'ENOENT', 'EACCES')) throw error;
  });
}

function unlessThere(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
