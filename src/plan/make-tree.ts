// One materialised tree, step by step: the text, what servers need beside it, and the reasons why it would not be right.
// Every path of the machine that counts lies in the mirror as it does below `/`, so that what servers say of the tree is what
// they would say of the repository, but for the name of the mirror.

import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isConfigFile } from '../git/entries.js';
import type { Repository } from '../git/repository.js';
import { type UntrackedEntry, untrackedEntries } from '../git/untracked.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { Environment } from '../platform/environment.js';
import { absoluteOf, absolutePath, baseNameOf, parentOf, repoPathOf } from '../platform/paths.js';
import { inBatches } from './batches.js';
import { type Moved, moveDatabase, moveFlags } from './compile-commands.js';
import { linkDependencies, linkSubmodules } from './dependency-links.js';
import { materialise } from './materialise.js';
import { absoluteConfig, editableInstall, type Misfit, missingBuild, packagesElsewhere } from './misfits.js';
import { inMirror, linkAbove, linkNamedOutside, type Mirror } from './surroundings.js';
import type { ReadObjects } from './text-store.js';
import type { TreeContents } from './tree-contents.js';

export interface TreeRequest {
  readonly repository: Repository;
  readonly readObjects: ReadObjects;
  /** What the tree is to hold. Throws UserError `scope`. */
  readonly contents: () => Promise<TreeContents>;
  /** The caller's: servers see its Python installations. */
  readonly env: Environment;
  /** True once no server will be started any more: the tree may then be left unfinished. */
  readonly cancelled: () => boolean;
}

export type MadeTree =
  | { readonly kind: 'tree'; readonly tree: JudgedTree; readonly misfits: readonly Misfit[] }
  /** A clause. */
  | { readonly kind: 'unfit'; readonly why: string };

export function treeIn(mirror: AbsPath, root: AbsPath): JudgedTree {
  return { kind: 'materialised', root, serverRoot: inMirror(mirror, root), overlays: new Map(), mirror };
}

/**
 * @param mirror exists, empty, ours alone
 * @throws UserError `scope` when git fails, and the system's error when the mirror cannot be written.
 */
export async function makeTree(mirror: AbsPath, request: TreeRequest): Promise<MadeTree> {
  const { repository, readObjects, cancelled, env } = request;
  const { root } = repository;
  const tree = treeIn(mirror, root);
  const [contents, untracked] = await Promise.all([request.contents(), untrackedEntries(repository)]);
  const pair: Mirror = { root, tree: tree.serverRoot, mirror, contents };
  const refused = await materialise({ ...pair, readObjects, cancelled });
  if (refused !== undefined) return { kind: 'unfit', why: refused.why };
  if (cancelled()) return { kind: 'tree', tree, misfits: [] };
  const texts = await configTexts(pair);
  const paths = untracked.map(({ path }) => path);
  const [workspaces] = await Promise.all([
    linkDependencies(pair, untracked),
    linkSubmodules(pair),
    linkAbove(pair),
    linkNamedOutside(pair, texts),
  ]);
  const misfits = await Promise.all([
    absoluteConfig(root, texts),
    editableInstall(root, paths, env),
    missingBuild(pair, workspaces),
    packagesElsewhere(pair),
    moveCompileCommands(pair, untracked),
  ]);
  return { kind: 'tree', tree, misfits: misfits.filter((misfit) => misfit !== undefined) };
}

const database = 'compile_commands.json';
const flagsFile = 'compile_flags.txt';

/** What servers read for themselves, but for installed packages' own and what is moved. */
async function configTexts({ tree, contents }: Mirror): Promise<ReadonlyMap<RepoPath, string>> {
  const paths = contents.entries.flatMap(({ path, mode }) => {
    const name = baseNameOf(path);
    const counts = isConfigFile(name) && name !== database && name !== flagsFile && mode.startsWith('1006');
    return counts && !path.split('/').includes('node_modules') ? [path] : [];
  });
  const read = await inBatches(paths, async (path) => {
    const text = await readFile(absoluteOf(tree, path), 'utf8').catch((): undefined => undefined);
    return text === undefined ? [] : [[path, text] as const];
  });
  return new Map(read.flat());
}

/** In the judged text, beside it, and in the build folders that clangd looks into. */
async function moveCompileCommands(
  pair: Mirror,
  untracked: readonly UntrackedEntry[],
): Promise<Misfit | undefined> {
  const beside = untracked.flatMap(({ path, isFolder }): RepoPath[] => {
    if (!pair.contents.folders.has(parentOf(path))) return [];
    return isFolder ? [`${path}/${database}` as RepoPath] : [path];
  });
  const tracked = pair.contents.entries.map(({ path }) => path);
  const isOne = (path: RepoPath) => [database, flagsFile].includes(baseNameOf(path));
  const moved = [
    ...(await inBatches(beside.filter(isOne), (path) => moveOne(pair, path, pair.root))),
    ...(await inBatches(tracked.filter(isOne), (path) => moveOne(pair, path, pair.tree))),
  ];
  const unfit = moved.find((one) => one?.kind === 'unfit');
  return unfit?.kind === 'unfit' ? { why: unfit.why, concerns: readsCompileCommands } : undefined;
}

/** `from`: where its text is read. */
async function moveOne(pair: Mirror, path: RepoPath, from: AbsPath): Promise<Moved | undefined> {
  const { root, tree, contents } = pair;
  const text = await readFile(absoluteOf(from, path), 'utf8').catch((): undefined => undefined);
  if (text === undefined) return undefined;
  const move = { root, tree, has: contents.has };
  const folder = absoluteOf(root, parentOf(path));
  const moved: Moved | undefined =
    baseNameOf(path) === database
      ? moveDatabase(text, move)
      : { kind: 'moved', text: moveFlags(text, folder, move), folders: new Set() };
  if (moved?.kind !== 'moved') return moved;
  for (const below of [...moved.folders, parentOf(path)]) await makeFolder(tree, below);
  const at = absoluteOf(tree, path);
  // Never through a link: behind one lies the user's own folder.
  const parent = await realpath(dirname(at)).catch((): undefined => undefined);
  const seen = await lstat(at).catch((): undefined => undefined);
  if (parent === undefined || repoPathOf(tree, parent) === undefined || seen?.isSymbolicLink() === true)
    return undefined;
  await writeFile(at, moved.text, { mode: 0o600 });
  return moved;
}

/** As far as no link or file is in the way. */
async function makeFolder(tree: AbsPath, path: RepoPath): Promise<void> {
  let at = tree;
  for (const part of path.split('/')) {
    at = absolutePath(part, at);
    const seen = await lstat(at).catch((): undefined => undefined);
    if (seen === undefined) await mkdir(at).catch(() => {});
    else if (!seen.isDirectory()) return;
  }
}

function readsCompileCommands({ rootMarkers }: { readonly rootMarkers: readonly string[] }): boolean {
  return rootMarkers.some((marker) => marker.endsWith(database));
}
