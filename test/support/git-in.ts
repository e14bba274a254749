// Real git for scenarios: fixed identity, no system or user configuration, no network; and snapshots that show
// whether anything was touched.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { neutralEnvironment } from './run-cli.js';

export const gitIdentity = {
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 'a@example.test',
  GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z',
} as const;

export interface GitResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git to its end, whatever its status. */
export function tryGit(cwd: string, args: readonly string[]): GitResult {
  const env = neutralEnvironment({ ...gitIdentity, GIT_OPTIONAL_LOCKS: '0' });
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** @throws when git fails */
export function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = tryGit(cwd, args);
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A repository on `main` whose first commit holds everything that is there. */
export function initRepository(root: string): void {
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'base');
}

/** Everything that lspcheck must leave alone: working files, index bytes, refs, stash, locks, configuration. */
export function repositorySnapshot(root: string): Readonly<Record<string, string>> {
  const gitFolder = resolve(root, git(root, 'rev-parse', '--git-dir').trim());
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(realpathSync(root), '.git')))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return {
    ...Object.fromEntries(files.map((file) => [file, sha(file)])),
    index: sha(join(gitFolder, 'index')),
    config: sha(join(gitFolder, 'config')),
    status: git(root, 'status', '--porcelain=v2', '-z'),
    refs: git(root, 'for-each-ref'),
    stash: git(root, 'stash', 'list'),
    locks: readdirSync(gitFolder)
      .filter((name) => name.endsWith('.lock'))
      .join(),
  };
}

function sha(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'absent';
}
