// A repository for tests of git hooks, in which nothing but the named tools is on PATH, so that no lspcheck of this machine is
// found; and stand-ins for lspcheck that tell how they were called.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { neutralEnvironment } from './run-cli.js';
import { tempFolder } from './temp-repo.js';

export const hookScript = join(import.meta.dirname, '../../hooks/pre-commit');

type Values = Readonly<Record<string, string>>;

export interface HookRepo {
  /** Outside of the repository, ours alone. */
  readonly folder: string;
  /** Where the only programs on PATH are. */
  readonly tools: string;
  readonly root: string;
  environment(extra?: Values): Record<string, string>;
  git(cwd: string, ...args: readonly string[]): string;
  /** Git to its end, whatever that is. */
  tryGit(cwd: string, args: readonly string[], extra?: Values): { status: number | null; stderr: string };
  /** Changes a file and commits it. */
  commit(cwd?: string, extra?: Values): { committed: boolean; stderr: string };
  /** A program that says where it lies, what it was given and where; with `stdin`, what it was fed too. */
  installStub(where: string, options?: { exitCode?: number; stdin?: boolean }): void;
}

/** A repository with one commit, made for the test that runs. */
export function hookRepo(): HookRepo {
  const folder = tempFolder();
  const tools = join(folder, 'tools');
  const root = join(folder, 'repository');
  mkdirSync(tools);
  mkdirSync(root);
  for (const name of ['git', 'sh', 'env', 'cat']) symlinkSync(which(name), join(tools, name));
  symlinkSync(process.execPath, join(tools, 'node'));
  const who = { NAME: 'Test', EMAIL: 'test@example.invalid' };
  const environment = (extra: Values = {}) =>
    neutralEnvironment({
      PATH: tools,
      GIT_AUTHOR_NAME: who.NAME,
      GIT_AUTHOR_EMAIL: who.EMAIL,
      GIT_COMMITTER_NAME: who.NAME,
      GIT_COMMITTER_EMAIL: who.EMAIL,
      ...extra,
    });
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd,
      env: environment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const tryGit: HookRepo['tryGit'] = (cwd, args, extra) => {
    const { status, stderr } = spawnSync('git', args, { cwd, env: environment(extra), encoding: 'utf8' });
    return { status, stderr };
  };
  let changes = 0;
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=first', '--no-verify');
  return {
    folder,
    tools,
    root,
    environment,
    git,
    tryGit,
    commit: (cwd = root, extra = {}) => {
      changes += 1;
      writeFileSync(join(cwd, 'a.txt'), `${changes}\n`);
      git(cwd, 'add', 'a.txt');
      const before = git(cwd, 'rev-parse', 'HEAD');
      const { stderr } = tryGit(cwd, ['commit', '--quiet', '--message=next'], extra);
      return { committed: git(cwd, 'rev-parse', 'HEAD') !== before, stderr };
    },
    installStub: (where, { exitCode = 0, stdin = false } = {}) => {
      mkdirSync(where, { recursive: true });
      const path = join(where, 'lspcheck');
      const fed = stdin ? 'cat >&2\n' : '';
      writeFileSync(path, `#!/bin/sh\necho "ran $0 $* in $PWD" >&2\n${fed}exit ${exitCode}\n`);
      chmodSync(path, 0o755);
    },
  };
}

/** As `cp hooks/pre-commit .git/hooks/NAME` does it. */
export function copyHook(root: string, name = 'pre-commit'): void {
  const file = join(root, '.git/hooks', name);
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  copyFileSync(hookScript, file);
  chmodSync(file, 0o755);
}

function which(name: string): string {
  return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}
