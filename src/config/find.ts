// Where config files are: one at the root, one of the user's. Reads text, understands nothing of it.
// A file that is there but cannot be read is an error, never "no config".

import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { AbsPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath, repoPathOf } from '../platform/paths.js';

export const projectFileNames = ['lspcheck.yml', 'lspcheck.yaml', 'lspcheck.json'] as const;

export interface ConfigSource {
  readonly layer: 'user' | 'project';
  readonly file: AbsPath;
  /** As shown to people: relative to the working folder when it lies in the project. */
  readonly path: string;
  readonly text: string;
}

/** Bytes of a file of the project; undefined when there is none. `place`: where they are, if not on the disk. */
export type ReadProject = (
  file: AbsPath,
) => Promise<{ readonly bytes: Uint8Array; readonly place?: string } | undefined>;

export interface Folders {
  readonly root: AbsPath;
  readonly cwd: AbsPath;
}

const largestFileBytes = 1_000_000;

/** The project's file at the root; undefined when there is none. Two at once is a UserError. */
export async function readProjectFile(
  folders: Folders,
  read: ReadProject = readFromDisk,
): Promise<ConfigSource | undefined> {
  const found = await Promise.all(
    projectFileNames.map((name) => readSource('project', absolutePath(name, folders.root), folders, read)),
  );
  const [first, second] = found.filter((source) => source !== undefined);
  if (first !== undefined && second !== undefined)
    throw new UserError('config', `${first.path} and ${second.path} stand side by side`, {
      hint: 'keep one of them',
    });
  return first;
}

/** The file named by --config, relative to the working folder. */
export async function readNamedFile(name: string, folders: Folders): Promise<ConfigSource> {
  const source = await readSource('project', absolutePath(name, folders.cwd), folders);
  if (source === undefined) throw new UserError('config', `there is no config file ${name}`);
  return source;
}

/** `lspcheck/config.yml` in the user's config folder; undefined when there is none. */
export async function readUserFile(
  configFolder: AbsPath,
  folders: Folders,
): Promise<ConfigSource | undefined> {
  return readSource('user', absolutePath('lspcheck/config.yml', configFolder), folders);
}

/** `$XDG_CONFIG_HOME`, which must be absolute to count, else `~/.config`. */
export function userConfigFolder(env: Environment): AbsPath {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  const home = env['HOME'] ?? homedir();
  return absolutePath(isAbsolute(given) ? given : join(home, '.config'), '/');
}

/** Outside git: the nearest folder upward that has a config file, else `cwd` itself. */
export async function findConfigRoot(cwd: AbsPath): Promise<AbsPath> {
  for (let folder = cwd; ; folder = absolutePath(dirname(folder), folder)) {
    const there = await Promise.all(projectFileNames.map((name) => isFile(absolutePath(name, folder))));
    if (there.includes(true)) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

async function isFile(path: AbsPath): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

async function readSource(
  layer: ConfigSource['layer'],
  file: AbsPath,
  folders: Folders,
  read: ReadProject = readFromDisk,
): Promise<ConfigSource | undefined> {
  const path = repoPathOf(folders.root, file) === undefined ? file : relative(folders.cwd, file);
  const found = await readOrRefuse(read, file, path);
  if (found === undefined) return undefined;
  const shown = found.place === undefined ? path : `${path} (${found.place})`;
  return { layer, file, path: shown, text: textOf(found.bytes, shown) };
}

const readFromDisk: ReadProject = async (file) => ({ bytes: await readFile(file) });

async function readOrRefuse(read: ReadProject, file: AbsPath, shown: string): ReturnType<ReadProject> {
  try {
    return await read(file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (error instanceof UserError) throw error;
    throw new UserError('config', `cannot read ${shown}: ${code ?? String(error)}`);
  }
}

function textOf(bytes: Uint8Array, shown: string): string {
  if (bytes.length > largestFileBytes)
    throw new UserError('config', `${shown} is larger than 1 MB, so it is no config file`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError('config', `${shown} is not UTF-8`);
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
