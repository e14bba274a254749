// A real git repository in a private folder: fixed identity, no system or user configuration, no network.
// Removed when the test that made it ends. Must not depend on lspcheck's own git room.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TempRepo {
  /** Links resolved. */
  readonly root: string;
  /** What git and the code under test run with. */
  readonly env: Readonly<Record<string, string>>;
  /** Standard output; throws with git's words when git fails. */
  git(...args: readonly string[]): string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  /** Writes and stages. */
  stage(path: string, content: string | Uint8Array): void;
  /** Writes and stages all, then commits; the new commit's id. */
  commit(files: Readonly<Record<string, string | Uint8Array>>): string;
  /** For the code under test; `env` is laid over the repository's. */
  request(
    folder?: string,
    env?: Readonly<Record<string, string>>,
  ): { cwd: string; env: Record<string, string> };
}

/** A private folder, links resolved, removed when the test ends. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new repository on `main` without a commit. */
export function tempRepo(): TempRepo {
  const top = tempFolder();
  const repo = repoAt(join(top, 'r'), neutralEnvironment(top));
  mkdirSync(repo.root);
  repo.git('init', '-q');
  return repo;
}

/** Handles on a repository that is already there: a clone, a linked work tree. */
export function repoAt(root: string, env: TempRepo['env']): TempRepo {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const stage = (path: string, content: string | Uint8Array) => {
    write(path, content);
    git('--literal-pathspecs', 'add', '-f', '--', path);
  };
  return {
    root,
    env,
    git,
    write,
    stage,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    commit: (files) => {
      for (const [path, content] of Object.entries(files)) stage(path, content);
      git('commit', '-q', '--no-verify', '-m', 'a commit');
      return git('rev-parse', 'HEAD').trim();
    },
    request: (folder = '.', more = {}) => ({ cwd: join(root, folder), env: { ...env, ...more } }),
  };
}

function neutralEnvironment(top: string): Record<string, string> {
  const config = join(top, 'gitconfig');
  writeFileSync(config, '[init]\n\tdefaultBranch = main\n');
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: config,
    GIT_AUTHOR_NAME: 't',
    GIT_AUTHOR_EMAIL: 'a@example.test',
    GIT_COMMITTER_NAME: 't',
    GIT_COMMITTER_EMAIL: 'a@example.test',
  };
}
