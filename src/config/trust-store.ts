// Which repositories the user trusts, and with which content: one file outside of every repository, `lspcheck/trust.json` in
// $XDG_STATE_HOME (or ~/.local/state). Whatever cannot be read of it, and a file that others may write, trusts nothing.

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { AbsPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath, repoPathOf } from '../platform/paths.js';

export interface TrustRecord {
  /** `sha256:…` of the project's configuration file, or `none`. */
  readonly config: string;
  /** Of each file inside the repository that would be run, by its path: `sha256:…` of its content. */
  readonly commands: Readonly<Record<string, string>>;
}

const record = z.strictObject({ config: z.string(), commands: z.record(z.string(), z.string()) });
const stored = z.strictObject({ version: z.literal(1), repositories: z.record(z.string(), record) });

export function trustFile(env: Environment): AbsPath {
  const given = env['XDG_STATE_HOME'] ?? '';
  const home = env['HOME'] ?? homedir();
  return absolutePath(isAbsolute(given) ? given : join(home, '.local/state'), '/').concat(
    '/lspcheck/trust.json',
  ) as AbsPath; // still absolute
}

/** Undefined: not trusted. A file inside the repository is the repository's own word, and counts for nothing. */
export async function readTrust(env: Environment, root: AbsPath): Promise<TrustRecord | undefined> {
  const file = trustFile(env);
  if (repoPathOf(root, file) !== undefined) return undefined;
  const all = await readAll(file);
  return all !== undefined && Object.hasOwn(all, root) ? all[root] : undefined;
}

/** @throws UserError `usage` where it cannot be kept outside of the repository, or not written. */
export async function writeTrust(
  env: Environment,
  root: AbsPath,
  trusted: TrustRecord | undefined,
): Promise<void> {
  const file = trustFile(env);
  if (repoPathOf(root, file) !== undefined)
    throw new UserError('usage', 'trust is kept in your home folder, and that lies inside this repository', {
      hint: 'set XDG_STATE_HOME to a folder outside of it',
    });
  const { [root]: _, ...others } = (await readAll(file)) ?? {};
  const repositories = trusted === undefined ? others : { ...others, [root]: trusted };
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(beside, `${JSON.stringify({ version: 1, repositories }, undefined, 2)}\n`, {
      mode: 0o600,
    });
    await rename(beside, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError('usage', `cannot write the file of what is trusted: ${code}`);
  }
}

async function readAll(file: AbsPath): Promise<Readonly<Record<string, TrustRecord>> | undefined> {
  try {
    const { uid, mode } = await stat(file);
    const isOurs = process.getuid === undefined || uid === process.getuid();
    if (!isOurs || (mode & writableByOthers) !== 0) return undefined;
    return stored.parse(JSON.parse(await readFile(file, 'utf8'))).repositories;
  } catch {
    return undefined;
  }
}

const writableByOthers = 0o022;
