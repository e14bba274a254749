// Where one session's programs and packages are looked for, in order: `node_modules` from its root up to the repository
// root, the same in other work trees, then PATH. Never the current folder. Knows no definition.
// Texts name places in words: no absolute path, no argument (it can hold a credential).

import type { AbsPath, RepoPath } from '../model/base.js';
import type { Environment } from '../platform/environment.js';
import { absoluteOf, absolutePath, parentOf, repoPathOf, repoRootPath } from '../platform/paths.js';
import { findProgram, type ProgramSearch, searchPath } from './executables.js';
import { memoize } from './memoize.js';

export interface ProgramSources {
  readonly env: Environment;
  /** The folder that plays the repository root for servers. */
  readonly serverRoot: AbsPath;
  /** Other roots with the same layout: the main work tree of a linked one, which has no `node_modules` of its own. */
  readonly extraRoots: readonly AbsPath[];
  /** Node, to run what is bundled. */
  readonly execPath: AbsPath;
  /** File of a module path among lspcheck's own dependencies. */
  readonly resolveBundled: (modulePath: string) => AbsPath | undefined;
  /** Nothing is looked for in `node_modules` of the repository. */
  readonly withoutProject?: boolean;
}

export interface Places {
  readonly sources: ProgramSources;
  /** Folders whose `node_modules` count, nearest first. */
  readonly projectFolders: readonly AbsPath[];
  readonly inProject: (name: string) => Promise<ProgramSearch>;
  readonly onPath: (name: string) => Promise<ProgramSearch>;
}

/** The places of each root; PATH is searched once per program. */
export function placesByRoot(sources: ProgramSources): (root: RepoPath) => Places {
  const onPath = memoize((name: string) => findProgram(name, searchPath(sources.env)));
  return memoize((root: RepoPath) => {
    const upward = foldersUpward(root);
    const bases = sources.withoutProject === true ? [] : [sources.serverRoot, ...sources.extraRoots];
    const projectFolders = bases.flatMap((base) => upward.map((folder) => absoluteOf(base, folder)));
    const binFolders = projectFolders.map((folder) => absolutePath('node_modules/.bin', folder));
    const inProject = memoize((name: string) => findProgram(name, binFolders));
    return { sources, projectFolders, inProject, onPath };
  });
}

function foldersUpward(root: RepoPath): readonly RepoPath[] {
  return root === repoRootPath ? [root] : [root, ...foldersUpward(parentOf(root))];
}

export function noPermission(program: AbsPath, places: Places): string {
  return `${shownName(program, places)} has no execute permission`;
}

export function notFound(names: readonly string[]): string {
  return `${names.map((name) => `"${name}"`).join(' or ')} was not found; looked in node_modules/.bin, then PATH`;
}

/** A path of the repository as it is; of other places the last part only, since reports hold no absolute path. */
export function shownName(program: AbsPath, { sources }: Places): string {
  const inside = repoPathOf(sources.serverRoot, program);
  return `"${inside ?? program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)}"`;
}
