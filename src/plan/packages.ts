// npm packages without running npm: the folder and version of a package that a project sees, or that a program belongs to.
// Manifests are the repository's text: read for `name` and `version`, and never trusted further.

import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AbsPath } from '../model/base.js';
import { absolutePath } from '../platform/paths.js';

export interface FoundPackage {
  readonly folder: AbsPath;
  readonly version?: string;
  /** `engines.node`: the versions of Node that it is made for. */
  readonly node?: string;
}

/** The package in `node_modules` of the first of the folders that has it (Node's own search, given the folders upward). */
export async function packageIn(
  folders: readonly AbsPath[],
  name: string,
): Promise<FoundPackage | undefined> {
  for (const above of folders) {
    const folder = absolutePath(join('node_modules', name), above);
    const manifest = await readManifest(folder);
    if (manifest) return { folder, ...factsOf(manifest) };
  }
  return undefined;
}

/** The package whose file a program is: links are followed, then the first manifest upward with that name. */
export async function packageOwning(program: AbsPath, name: string): Promise<FoundPackage | undefined> {
  const real = await realpath(program).catch((): undefined => undefined);
  for (let at = real && dirname(real); at !== undefined && at !== dirname(at); at = dirname(at)) {
    const manifest = await readManifest(at);
    if (manifest?.name === name) return { folder: absolutePath(at, at), ...factsOf(manifest) };
  }
  return undefined;
}

/**
 * Whether the program is a link into a package of another name that brings a command of the same name
 * (basedpyright brings `pyright-langserver`). A package manager's shim is no link and says nothing.
 */
export async function belongsToAnother(program: AbsPath, name: string): Promise<boolean> {
  const real = await realpath(program).catch((): undefined => undefined);
  const isLinkIntoPackages =
    real !== undefined && real !== program && /[\\/]node_modules[\\/](?!\.bin[\\/])/.test(real);
  // By the manifest's name: an alias lies in a folder of another name.
  return isLinkIntoPackages && (await packageOwning(program, name)) === undefined;
}

/** The leading number; undefined for what is no version. */
export function majorOf(version: string | undefined): number | undefined {
  const digits = /^\d+(?=[.+-]|$)/.exec(version ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** `inside` uses `/`. */
export async function packageHasFile(found: FoundPackage, inside: string): Promise<boolean> {
  const file = await stat(absolutePath(inside, found.folder)).catch((): undefined => undefined);
  return file?.isFile() ?? false;
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly engines?: unknown;
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // absent, unreadable or not JSON: no package that anything could be said of
  }
}

function factsOf({ version, engines }: Manifest): Omit<FoundPackage, 'folder'> {
  const node =
    typeof engines === 'object' && engines !== null && 'node' in engines ? engines.node : undefined;
  return { ...(typeof version === 'string' && { version }), ...(typeof node === 'string' && { node }) };
}
