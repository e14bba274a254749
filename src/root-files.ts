// Files that the user keeps at the root for lspcheck: how to judge, what to ignore, and what was accepted; and who is left out
// by git's attributes. They are the judged ones: of the index, of a commit, or of the disk. One that is there and cannot be
// read is an error, never "none".

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
import type { ChangeSet } from './model/change.js';
import type { Config } from './model/config.js';
import { compareText } from './model/diagnostic.js';
import { UserError } from './model/user-error.js';
import type { Environment } from './platform/environment.js';
import { absolutePath, repoPathOf } from './platform/paths.js';
import { makePrivateFolder, removePrivateFolder } from './platform/private-folder.js';
import type { Subject } from './subject.js';

/** A file at the root, as it is judged. */
export interface RootFiles {
  /** `place`: where the bytes are, if not on the disk. Rejects as `readFile` does, also when there is none. */
  bytes(path: AbsPath): Promise<{ readonly bytes: Uint8Array; readonly place?: string }>;
  /** Sentences for people: of which files that were looked for the disk has another text. */
  notes(): readonly string[];
}

export const rootFilesOnDisk: RootFiles = {
  bytes: async (path) => ({ bytes: await readFile(path) }),
  notes: () => [],
};

/** Where what is judged is not what the disk holds, the files that say how to judge come from there, too. */
export function judgedRootFiles({ tree, readObjects, source }: Subject): RootFiles {
  const notes = new Map<string, string>();
  const place = source.kind === 'commit' ? 'in the commit' : 'staged';
  return {
    bytes: async (file) => {
      const path = repoPathOf(tree.root, file);
      const overlay = path === undefined ? undefined : tree.overlays.get(path);
      if (overlay === undefined || readObjects === undefined) return rootFilesOnDisk.bytes(file);
      if (overlay.kind === 'absent') {
        notes.set(file, `${path} is on the disk and not part of what is judged: it was not used`);
        throw Object.assign(new Error(`there is no ${path} in what is judged`), { code: 'ENOENT' });
      }
      notes.set(file, `${path} was used as it is ${place}, which is not what the disk holds`);
      for await (const [, blob] of readObjects([overlay.oid], largestBytes))
        if (blob.kind === 'bytes') return { bytes: blob.bytes, place };
      throw new UserError('config', `cannot read ${path} as it is ${place}`);
    },
    notes: () => [...notes.values()].sort(compareText),
  };
}

const largestBytes = 100_000_000;

export async function ignoredBy(
  root: AbsPath,
  config: Pick<Config, 'ignore'>,
  files: RootFiles = rootFilesOnDisk,
): Promise<(path: RepoPath) => boolean> {
  const ignoreFile = await readRootFile(root, '.lspcheckignore', files);
  return compileIgnore({ globs: config.ignore, ...(ignoreFile !== undefined && { ignoreFile }) });
}

/** Entries follow a file that the change only moved. */
export async function baselineFor(
  root: AbsPath,
  { repository, changeSet }: Subject,
  files: RootFiles,
): Promise<Baseline> {
  const entries = await readBaselineFile(root, files);
  const { base } = changeSet.scope;
  if (entries.length === 0 || repository === undefined || base === null)
    return baselineOf(entries, new Map());
  const { renamesSince } = await import('./git/renames.js');
  return baselineOf(entries, await renamesSince(repository, base));
}

/** Empty when there is no baseline file. */
export async function readBaselineFile(
  root: AbsPath,
  files: RootFiles = rootFilesOnDisk,
): Promise<readonly BaselineEntry[]> {
  const text = await readRootFile(root, baselineFileName, files);
  if (text === undefined) return [];
  const read = readBaseline(text);
  if (read.kind === 'baseline') return read.entries;
  const where = { path: baselineFileName, line: read.line, column: 1, length: 1 };
  throw new UserError('config', `1 mistake in ${baselineFileName}, nothing judged`, {
    mistakes: [{ message: read.why, where, sourceLine: text.split(/\r?\n/)[read.line - 1] ?? '' }],
    hint: 'make it again: lspcheck baseline update',
  });
}

/** Who is left out by git attributes. */
export async function generatedBy(
  { repository, changeSet, source }: Pick<Subject, 'repository' | 'changeSet' | 'source'>,
  env: Environment,
  paths = pathsToJudge(changeSet),
): Promise<(path: RepoPath) => boolean> {
  if (repository === undefined || paths.length === 0) return () => false;
  const { generatedPaths } = await import('./git/attributes.js');
  const { folderGuard } = await import('./session/folder-guard.js');
  const guard = folderGuard(env);
  let folder: AbsPath | undefined;
  const scratch = async () => {
    folder = await makePrivateFolder('run', guard.watch);
    return folder;
  };
  try {
    const generated = await generatedPaths(repository, paths, source, scratch);
    return (path) => generated.has(path);
  } finally {
    if (folder !== undefined) await removePrivateFolder(folder);
    guard.dismiss();
  }
}

function pathsToJudge({ entries }: ChangeSet): readonly RepoPath[] {
  return entries.flatMap(({ path, status }) => (status === 'deleted' ? [] : [path]));
}

async function readRootFile(root: AbsPath, name: string, files: RootFiles): Promise<string | undefined> {
  try {
    const { bytes } = await files.bytes(absolutePath(name, root));
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (error instanceof UserError) throw error;
    throw new UserError('config', `cannot read ${name}: ${String(code ?? error)}`);
  }
}
