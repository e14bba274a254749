// A root and a user's config folder in a temporary place, and loading from them.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ConfigOptions, loadConfig } from '../../../src/config/load.js';
import type { AbsPath } from '../../../src/model/base.js';
import type { LoadedConfig } from '../../../src/model/config.js';
import { type Mistake, UserError } from '../../../src/model/user-error.js';
import type { Environment } from '../../../src/platform/environment.js';
import { absolutePath } from '../../../src/platform/paths.js';

export interface Given {
  /** Name to text, below the root. */
  readonly project?: Readonly<Record<string, string | Uint8Array>>;
  /** Text of the user's file. */
  readonly user?: string;
  readonly options?: ConfigOptions;
  readonly env?: Environment;
  /** Working folder below the root. */
  readonly cwd?: string;
}

export async function temporaryFolder(): Promise<AbsPath> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lspcheck-config-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return absolutePath(folder, '/');
}

export async function load(given: Given): Promise<LoadedConfig> {
  const folder = await temporaryFolder();
  const root = absolutePath('root', folder);
  const home = absolutePath('home', folder);
  const cwd = absolutePath(given.cwd ?? '.', root);
  await mkdir(cwd, { recursive: true });
  const files = { ...prefixed('root', given.project), ...prefixed('home/lspcheck', userFile(given.user)) };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return loadConfig({
    root,
    cwd,
    env: { XDG_CONFIG_HOME: home, ...given.env },
    options: given.options ?? {},
  });
}

/** Loads one project file. */
export async function loadText(text: string, name = 'lspcheck.yml'): Promise<LoadedConfig> {
  return load({ project: { [name]: text } });
}

/** The error of a load that must fail. */
export async function failure(loading: Promise<unknown>): Promise<UserError> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${String(error)}`);
}

/** Mistakes as lines: `line:column+length message | hint`. */
export async function mistakes(text: string, name = 'lspcheck.yml'): Promise<readonly string[]> {
  return (await failure(loadText(text, name))).mistakes.map(mistakeLine);
}

export function mistakeLine({ message, hint, where }: Mistake): string {
  const place = where ? `${where.line}:${where.column}+${where.length} ` : '';
  return `${place}${message}${hint === undefined ? '' : ` | ${hint}`}`;
}

function userFile(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : { 'config.yml': text };
}

function prefixed<T>(folder: string, files: Readonly<Record<string, T>> = {}): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
