// Why a materialised tree would not be right, though it can be made: something that servers follow leads out of it, back to
// the repository's own disk. Each reason concerns some servers only; a server that one concerns is not started there.

import { access, readdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { Environment } from '../platform/environment.js';
import { absoluteOf, absolutePath, baseNameOf, repoPathOf } from '../platform/paths.js';
import type { TreePair } from './dependency-links.js';

export interface Misfit {
  /** A clause. */
  readonly why: string;
  concerns(definition: ServerDefinition): boolean;
}

/** Python packages that an editable install takes from the repository's own disk: in its own environment, or the caller's. */
export async function editableInstall(
  root: AbsPath,
  untracked: readonly RepoPath[],
  env: Environment,
): Promise<Misfit | undefined> {
  const own = untracked.filter((path) => ['.venv', 'venv'].includes(baseNameOf(path)));
  for (const place of [...own.map((path) => absoluteOf(root, path)), ...pythonPrefixes(env)]) {
    if (!(await installsFrom(place, root))) continue;
    const inside = repoPathOf(root, place);
    const where = inside === undefined ? 'the Python environment' : `"${inside}"`;
    const why = `${where} takes packages from the repository's own disk (an editable install)`;
    return { why, concerns: handles('py', 'pyi') };
  }
  return undefined;
}

/** Installations that programs on PATH belong to, and those that variables name. */
function pythonPrefixes(env: Environment): readonly AbsPath[] {
  const named = [env['VIRTUAL_ENV'], env['CONDA_PREFIX'], env['HOME'] && join(env['HOME'], '.local')];
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => dirname(folder));
  const absolute = [...named, ...onPath].filter((path) => path?.startsWith('/') === true);
  return [...new Set(absolute.map((path) => absolutePath(path ?? '/', '/')))];
}

async function installsFrom(prefix: AbsPath, root: AbsPath): Promise<boolean> {
  const library = join(prefix, 'lib');
  for (const version of (await namesIn(library)).filter((name) => /^python3/.test(name))) {
    for (const packages of ['site-packages', 'dist-packages'].map((name) => join(library, version, name))) {
      for (const name of (await namesIn(packages)).filter((one) => editable.test(one))) {
        const text = await readFile(join(packages, name), 'utf8').catch(() => '');
        if (namesFolder(text, root)) return true;
      }
    }
  }
  return false;
}

/** Lists of folders, and setuptools' finders of single packages. */
const editable = /\.pth$|\.egg-link$|^__editable__/;

/** Packages of the repository that others find by what was built of them: ignored by git, and so not in the tree. */
export async function missingBuild(
  pair: TreePair,
  workspaces: ReadonlySet<RepoPath>,
): Promise<Misfit | undefined> {
  for (const workspace of [...workspaces].sort()) {
    const folder = absoluteOf(pair.tree, workspace);
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
    for (const entry of entryPoints(manifest)) {
      const path = repoPathOf(pair.root, absolutePath(entry, absoluteOf(pair.root, workspace)));
      if (path === undefined || pair.contents.has(path) || !(await exists(absoluteOf(pair.root, path))))
        continue;
      const why = `"${workspace}" is found by what was built of it ("${path}"), which is not in the judged text`;
      return {
        why,
        concerns: (definition) => definition.overlay === 'full' && handles('ts', 'js')(definition),
      };
    }
  }
  return undefined;
}

/** Yarn's Plug'n'Play with packages outside of the repository: they are found by paths relative to its own. */
export async function packagesElsewhere({ tree }: TreePair): Promise<Misfit | undefined> {
  const loader = await readFile(join(tree, '.pnp.cjs'), 'utf8').catch(() => '');
  if (!/"packageLocation": ?"\.\.\//.test(loader)) return undefined;
  const why = '".pnp.cjs" takes packages from outside of the repository';
  return { why, concerns: handles('ts', 'js', 'tsx', 'jsx', 'vue', 'svelte') };
}

/** Every file that a package.json names as its own entry, however deeply. */
function entryPoints(manifest: string): readonly string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(manifest);
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null) return [];
  const fields = ['main', 'module', 'types', 'typings', 'exports'];
  const leaves = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return value.includes('*') ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
  };
  return Object.entries(parsed).flatMap(([field, value]) => (fields.includes(field) ? leaves(value) : []));
}

/** Configuration that names the repository by its absolute path. */
export function absoluteConfig(root: AbsPath, texts: ReadonlyMap<RepoPath, string>): Misfit | undefined {
  for (const [path, text] of texts)
    if (namesFolder(text, root))
      return { why: `"${path}" names the repository's own folder`, concerns: () => true };
  return undefined;
}

/** The folder or something in it, as plain text. */
export function namesFolder(text: string, folder: AbsPath): boolean {
  for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + 1)) {
    // `src/app` and `@/app` do not name `/app`, nor does `/application`.
    const begins = at === 0 || /[\s"'`=:;,([{<]/.test(text.charAt(at - 1));
    if (begins && !/[\w.-]/.test(text.charAt(at + folder.length))) return true;
  }
  return false;
}

/** By the words of its globs, however they are written. */
function handles(...extensions: readonly string[]): (definition: ServerDefinition) => boolean {
  const word = new RegExp(`\\b(?:${extensions.join('|')})\\b`);
  return ({ files }) => files.some((glob) => word.test(glob));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((): string[] => []);
}

async function exists(path: AbsPath): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
