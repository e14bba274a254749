// What lies outside of the repository and counts for it all the same: packages and configuration in the folders above, which
// servers look for upward, and siblings that a configuration file names (`replace example.test/x => ../x`). A materialised
// tree has them at the same distance, as links. Also the reverse: what servers would find above the tree and not above the
// repository.

import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isConfigFile } from '../git/entries.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath, parentOf, repoPathOf } from '../platform/paths.js';
import { temporaryFolder } from '../platform/private-folder.js';
import { link, linkEntries, type TreePair } from './dependency-links.js';

/** `mirror`: the folder below which every path lies as it does below `/`. */
export interface Mirror extends TreePair {
  readonly mirror: AbsPath;
}

/** Where a path lies in the mirror: `/tmp/lspcheck-1` and `/home/u/x` make `/tmp/lspcheck-1/home/u/x`. */
export function inMirror(mirror: AbsPath, path: AbsPath): AbsPath {
  return absolutePath(path.replace(/^([A-Za-z]):/, '$1').replace(/^[\\/]+/, ''), mirror);
}

/** Names that tools look for from folder to folder, up to the root of the file system. */
const foundUpward =
  /^(node_modules|package\.json|[jt]sconfig(\..+)?\.json|\.?(eslint|prettier|stylelint|babel|biome)(rc|\.config)?(\.\w+)?|py(project\.toml|rightconfig\.json)|(mypy|tox)\.ini|setup\.cfg|go\.(mod|work)|Cargo\.toml|\.cargo|rust-toolchain(\.toml)?|\.clang(d|-tidy|-format)|compile_(commands\.json|flags\.txt)|\.editorconfig|deno\.jsonc?)$/;

export async function linkAbove(pair: Mirror): Promise<void> {
  for (const folder of foldersAbove(pair.root)) {
    const names = await namesIn(folder);
    for (const name of names.filter((one) => foundUpward.test(one) || isConfigFile(one))) {
      const entry = absolutePath(name, folder);
      const at = inMirror(pair.mirror, entry);
      if (name === 'node_modules') await linkEntries(pair, entry, at);
      else await link(entry, at);
    }
  }
}

/** `texts`: configuration files of the tree. A sibling that is not there is missing for servers in either place. */
export async function linkNamedOutside(pair: Mirror, texts: ReadonlyMap<RepoPath, string>): Promise<void> {
  const { root, mirror } = pair;
  const named = [...texts].flatMap(([path, text]) =>
    siblingsIn(text, absoluteOf(root, parentOf(path)), root),
  );
  for (const sibling of new Set(named)) {
    const real = await realpath(sibling).catch((): undefined => undefined);
    // One that leads back would be judged as the disk has it.
    const leadsBack =
      real !== undefined && (repoPathOf(root, real) ?? repoPathOf(absolutePath(real, '/'), root));
    if (real !== undefined && leadsBack === undefined) await link(sibling, inMirror(mirror, sibling));
  }
}

const relativeUpward = /(?<![^\s"'`=:(,[<>])((?:\.\.?\/)*\.\.(?:\/[^\s"'`,;)\]}<>#]*)?)/g;

/**
 * What the text names outside of the root by a relative path: the whole sibling, since one file of it needs others. Of
 * packages that are installed there `linkAbove` takes care.
 */
function siblingsIn(text: string, folder: AbsPath, root: AbsPath): readonly AbsPath[] {
  const above = new Set(foldersAbove(root));
  return [...text.matchAll(relativeUpward)].flatMap(([, name = '']) => {
    let place = absolutePath(name, folder);
    if (repoPathOf(root, place) !== undefined || above.has(place)) return [];
    while (!above.has(absolutePath('..', place))) place = absolutePath('..', place);
    return basename(place) === 'node_modules' ? [] : [place];
  });
}

/** Why no tree can be made in the temporary folder, a clause: servers look upward from it, too. Undefined when it is fit. */
export async function unfitTemporaryFolder(root: AbsPath): Promise<string | undefined> {
  const temp = await temporaryFolder();
  if (repoPathOf(root, temp) !== undefined) return 'the temporary folder lies in the repository';
  const known = new Set(foldersAbove(root));
  for (const folder of [temp, ...foldersAbove(temp)].filter((one) => !known.has(one))) {
    const stray = (await namesIn(folder)).find((name) => foundUpward.test(name));
    if (stray !== undefined)
      return `"${stray}" in the temporary folder, or above it, would be taken for the project's`;
  }
  return undefined;
}

/** Nearest first, `/` last. */
function foldersAbove(path: AbsPath): readonly AbsPath[] {
  const folders: AbsPath[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(absolutePath(folder, '/'));
    if (dirname(folder) === folder) return folders;
  }
}

/** A folder that may not be listed shows nothing to servers either, or only what they ask for by name. */
async function namesIn(folder: AbsPath): Promise<readonly string[]> {
  return readdir(folder).catch((): string[] => []);
}
