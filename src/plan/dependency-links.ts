// What git does not track but servers need, taken along into a materialised tree: installed packages as links, a compile
// database with its paths rewritten. A link that leads back into the repository is re-pointed into the tree: else a server
// would judge the disk's text of a workspace package (seen: a false error, and a missed one). Build outputs are never linked.

import { lstat, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath, baseNameOf, parentOf, repoPathOf } from '../platform/paths.js';
import { inBatches } from './batches.js';

/** Linked as they are. */
const linked = new Set([
  '.venv',
  'venv',
  'vendor',
  'bower_components',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  '.yarn',
  'elm-stuff',
]);

export interface TreePair {
  /** The repository's root, links resolved. */
  readonly root: AbsPath;
  /** The tree's. */
  readonly tree: AbsPath;
}

/** Entries that are no dependencies are left out. */
export async function linkDependencies(pair: TreePair, untracked: readonly RepoPath[]): Promise<void> {
  await inBatches(untracked, async (path) => {
    const name = baseNameOf(path);
    const from = absoluteOf(pair.root, path);
    const to = absoluteOf(pair.tree, path);
    if (name === 'node_modules') {
      await makeParent(pair, path);
      await linkModules(pair, from, to);
    } else if (linked.has(name)) {
      await makeParent(pair, path);
      await link(from, to);
    } else if (name === 'compile_commands.json') {
      await makeParent(pair, path);
      await rewrite(pair, from, to);
    }
  });
}

/** A real folder of links: one level, two below a scope. */
async function linkModules(pair: TreePair, from: AbsPath, to: AbsPath): Promise<void> {
  const names = await readdir(from).catch((): string[] => []);
  await mkdir(to, { recursive: true });
  await inBatches(names, async (name) => {
    const entry = absolutePath(name, from);
    const target = absolutePath(name, to);
    const isScope = name.startsWith('@') && (await lstat(entry)).isDirectory();
    if (isScope) await linkModules(pair, entry, target);
    else await link(await placeInTree(pair, entry), target);
  });
}

/** Where an entry is to lead: its own place, or the tree's copy of what it leads to in the repository. */
async function placeInTree({ root, tree }: TreePair, entry: AbsPath): Promise<AbsPath> {
  const real = await realpath(entry).catch((): undefined => undefined);
  const inside = real === undefined ? undefined : repoPathOf(root, real);
  if (inside === undefined || inside.split('/').includes('node_modules')) return entry;
  return absoluteOf(tree, inside);
}

/** Python packages that an editable install takes from the repository's own disk; undefined when there are none. */
export async function editableInstall(
  root: AbsPath,
  untracked: readonly RepoPath[],
): Promise<RepoPath | undefined> {
  for (const path of untracked) {
    if (!['.venv', 'venv'].includes(baseNameOf(path))) continue;
    const library = absolutePath('lib', absoluteOf(root, path));
    for (const version of await readdir(library).catch((): string[] => [])) {
      const packages = join(library, version, 'site-packages');
      for (const name of await readdir(packages).catch((): string[] => [])) {
        if (!name.endsWith('.pth')) continue;
        const lines = (await readFile(join(packages, name), 'utf8').catch(() => '')).split('\n');
        if (lines.some((line) => line.startsWith('/') && repoPathOf(root, line.trim()) !== undefined))
          return path;
      }
    }
  }
  return undefined;
}

async function rewrite({ root, tree }: TreePair, from: AbsPath, to: AbsPath): Promise<void> {
  const text = await readFile(from, 'utf8').catch((): undefined => undefined);
  if (text !== undefined) await writeFile(to, text.replaceAll(root, tree), { mode: 0o600 });
}

async function makeParent({ tree }: TreePair, path: RepoPath): Promise<void> {
  await mkdir(absoluteOf(tree, parentOf(path)), { recursive: true });
}

/** What is tracked as well stands there already, and wins. */
async function link(target: AbsPath, at: AbsPath): Promise<void> {
  await symlink(target, at).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}
