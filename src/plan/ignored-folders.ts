// Folders that git leaves out, as far as servers read them: what is installed is told by its list, what is built is looked at file by file,
// and what tools keep for themselves (caches, a server's own among them) is nobody's business.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { AbsPath, RepoPath } from '../model/base.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf, baseNameOf } from '../platform/paths.js';
import { inBatches } from './batches.js';

export interface IgnoredFolder {
  readonly folder: RepoPath;
  /** To be looked at one by one. */
  readonly files: readonly RepoPath[];
  /** Another one when something was installed or removed. */
  readonly signature: string;
}

const installed = new Set(['node_modules', '.venv', 'venv', 'vendor', '.yarn', 'bower_components']);
/** Where frameworks put the types that they generate. */
const generated = new Set(['.next', '.nuxt', '.svelte-kit', '.astro', '.angular', '.vitepress']);
/** Of build systems that servers start themselves: they would see their own traces. */
const builders = new Set(['target', '__pycache__', '.git']);
const mostBuiltFiles = 5000;

export async function lookInto(root: AbsPath, folder: RepoPath): Promise<IgnoredFolder> {
  const name = baseNameOf(folder);
  if (installed.has(name)) return { folder, files: [], signature: await listOf(root, folder) };
  if (isPrivate(name)) return { folder, files: [], signature: '' };
  const files: RepoPath[] = [];
  if (await walk(root, folder, files)) return { folder, files, signature: '' };
  return { folder, files: [], signature: await listOf(root, folder) };
}

function isPrivate(name: string): boolean {
  return builders.has(name) || (name.startsWith('.') && !generated.has(name) && !installed.has(name));
}

/** False when there are too many. */
async function walk(root: AbsPath, folder: RepoPath, files: RepoPath[]): Promise<boolean> {
  for (const entry of await entriesOf(root, folder)) {
    const path = below(folder, entry);
    if (!entry.isDirectory()) files.push(path);
    else if (!installed.has(entry.name) && !isPrivate(entry.name) && !(await walk(root, path, files)))
      return false;
    if (files.length > mostBuiltFiles) return false;
  }
  return true;
}

/** Names, times and inodes of what lies in a folder, and in its folders where those hold packages rather than being one. */
async function listOf(root: AbsPath, folder: RepoPath): Promise<string> {
  const entries = (await entriesOf(root, folder)).filter(
    ({ name }) => !name.startsWith('.') || manifests.has(name),
  );
  const lines = await inBatches(entries, async (entry) => {
    const path = below(folder, entry);
    const seen = await lstat(absoluteOf(root, path), { bigint: true }).catch(() => undefined);
    const inside = entry.isDirectory() && isNest(entry.name) ? await listOf(root, path) : '';
    return `${entry.name} ${seen?.ino} ${seen?.mtimeNs} ${inside}`;
  });
  return contentHash([...lines].sort().join('\n'));
}

/** Scopes of npm, and the way to Python's packages. */
function isNest(name: string): boolean {
  return name.startsWith('@') || /^(lib|lib64|site-packages|python3\.\d+)$/.test(name);
}

/** What package managers write at the end of each installation. */
const manifests = new Set(['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']);

function below(folder: RepoPath, { name }: Dirent): RepoPath {
  return `${folder}/${name}` as RepoPath; // a name that the system gave, below a path of ours
}

async function entriesOf(root: AbsPath, folder: RepoPath): Promise<readonly Dirent[]> {
  return readdir(absoluteOf(root, folder), { withFileTypes: true }).catch(() => []);
}
