// Files that the user keeps at the root for lspcheck: what to ignore, and what was accepted. One that is there and cannot
// be read is an error, never "none".

import { readFile } from 'node:fs/promises';
import {
  type Baseline,
  type BaselineEntry,
  baselineFileName,
  baselineOf,
  readBaseline,
} from './classify/baseline.js';
import { compileIgnore } from './config/ignore.js';
import type { AbsPath, RepoPath } from './model/base.js';
import type { Config } from './model/config.js';
import { UserError } from './model/user-error.js';
import { absolutePath } from './platform/paths.js';
import type { Subject } from './subject.js';

export async function ignoredBy(
  root: AbsPath,
  config: Pick<Config, 'ignore'>,
): Promise<(path: RepoPath) => boolean> {
  const ignoreFile = await readRootFile(root, '.lspcheckignore');
  return compileIgnore({ globs: config.ignore, ...(ignoreFile !== undefined && { ignoreFile }) });
}

/** Entries follow a file that the change only moved. */
export async function baselineFor(root: AbsPath, { repository, changeSet }: Subject): Promise<Baseline> {
  const entries = await readBaselineFile(root);
  const { base } = changeSet.scope;
  if (entries.length === 0 || repository === undefined || base === null)
    return baselineOf(entries, new Map());
  const { renamesSince } = await import('./git/renames.js');
  return baselineOf(entries, await renamesSince(repository, base));
}

/** Empty when there is no baseline file. */
export async function readBaselineFile(root: AbsPath): Promise<readonly BaselineEntry[]> {
  const text = await readRootFile(root, baselineFileName);
  if (text === undefined) return [];
  const read = readBaseline(text);
  if (read.kind === 'baseline') return read.entries;
  const where = { path: baselineFileName, line: read.line, column: 1, length: 1 };
  throw new UserError('config', `1 mistake in ${baselineFileName}, nothing judged`, {
    mistakes: [{ message: read.why, where, sourceLine: text.split(/\r?\n/)[read.line - 1] ?? '' }],
    hint: 'make it again: lspcheck baseline update',
  });
}

async function readRootFile(root: AbsPath, name: string): Promise<string | undefined> {
  try {
    return await readFile(absolutePath(name, root), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new UserError('config', `cannot read ${name}: ${String(code ?? error)}`);
  }
}
