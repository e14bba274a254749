// hooks/pre-commit under real git: which lspcheck it takes, what it passes on, and that it never lets a commit through in silence.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { neutralEnvironment } from '../support/run-cli.js';

const hook = join(import.meta.dirname, '../../hooks/pre-commit');
let folder = '';
let repository = '';
/** Only what the hook may use, so that no lspcheck of this machine is found. */
let tools = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-hook-'));
  tools = join(folder, 'tools');
  mkdirSync(tools);
  for (const name of ['git', 'sh', 'env']) symlinkSync(which(name), join(tools, name));
  symlinkSync(process.execPath, join(tools, 'node'));
  repository = join(folder, 'repository');
  mkdirSync(repository);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'commit', '--quiet', '--allow-empty', '--message=first', '--no-verify');
  copyFileSync(hook, join(repository, '.git/hooks/pre-commit'));
  chmodSync(join(repository, '.git/hooks/pre-commit'), 0o755);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function which(name: string): string {
  return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

function environment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const identity = { NAME: 'Test', EMAIL: 'test@example.invalid' };
  return neutralEnvironment({
    PATH: tools,
    GIT_AUTHOR_NAME: identity.NAME,
    GIT_AUTHOR_EMAIL: identity.EMAIL,
    GIT_COMMITTER_NAME: identity.NAME,
    GIT_COMMITTER_EMAIL: identity.EMAIL,
    ...extra,
  });
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env: environment(), encoding: 'utf8' });
}

/** A stand-in for lspcheck that tells where it lies and what it was given. */
function installStub(where: string, exitCode = 0): void {
  mkdirSync(where, { recursive: true });
  const path = join(where, 'lspcheck');
  writeFileSync(path, `#!/bin/sh\necho "ran $0 $* in $PWD" >&2\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
}

function commit(cwd: string, extra: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(cwd, 'a.txt'), `${Math.random()}`);
  git(cwd, 'add', 'a.txt');
  const before = git(cwd, 'rev-parse', 'HEAD');
  const done = spawnSync('git', ['commit', '--quiet', '--message=next'], {
    cwd,
    env: environment(extra),
    encoding: 'utf8',
  });
  return { committed: git(cwd, 'rev-parse', 'HEAD') !== before, stderr: done.stderr };
}

describe('which lspcheck runs', () => {
  test("the repository's own before the one on PATH, from the top folder", () => {
    installStub(join(repository, 'node_modules/.bin'));
    installStub(tools);
    mkdirSync(join(repository, 'sub'));
    const { committed, stderr } = commit(join(repository, 'sub'));
    expect(stderr).toBe(`ran ${repository}/node_modules/.bin/lspcheck changed --staged in ${repository}\n`);
    expect(committed).toBe(true);
  });

  test("in a linked worktree, the main work tree's", () => {
    installStub(join(repository, 'node_modules/.bin'));
    const linked = join(folder, 'linked');
    git(repository, 'worktree', 'add', '--quiet', linked);
    const { committed, stderr } = commit(linked);
    expect(stderr).toBe(`ran ${repository}/node_modules/.bin/lspcheck changed --staged in ${linked}\n`);
    expect(committed).toBe(true);
  });

  test('else the one on PATH', () => {
    installStub(tools);
    const { committed, stderr } = commit(repository);
    expect(stderr).toBe(`ran ${tools}/lspcheck changed --staged in ${repository}\n`);
    expect(committed).toBe(true);
  });

  test('a variable of the same name is not taken for it', () => {
    installStub(tools);
    expect(commit(repository, { lspcheck: '/bin/true' }).stderr).toContain(`ran ${tools}/lspcheck `);
  });

  test('further flags are handed on, as a hook manager gives them', () => {
    installStub(tools);
    const done = spawnSync(hook, ['--fail-on', 'warning'], {
      cwd: repository,
      env: environment(),
      encoding: 'utf8',
    });
    expect(done.stderr).toBe(`ran ${tools}/lspcheck changed --staged --fail-on warning in ${repository}\n`);
  });
});

describe('a commit is not let through in silence', () => {
  test('the exit code of lspcheck stops it', () => {
    installStub(tools, 3);
    expect(commit(repository).committed).toBe(false);
  });

  test('no lspcheck stops it, and says how to install it', () => {
    const { committed, stderr } = commit(repository);
    expect(stderr).toBe('error: lspcheck is not installed here\n\nhint: npm install --save-dev lspcheck\n');
    expect(committed).toBe(false);
    expect(spawnSync(hook, { cwd: repository, env: environment() }).status).toBe(2);
  });

  test('no node stops it, and says so', () => {
    installStub(tools);
    rmSync(join(tools, 'node'));
    const { committed, stderr } = commit(repository);
    expect(stderr).toContain('error: lspcheck needs node, and this hook does not find it on PATH\n');
    expect(committed).toBe(false);
  });

  test('outside a repository it is exit 4', () => {
    installStub(tools);
    expect(spawnSync(hook, { cwd: folder, env: environment() }).status).toBe(4);
  });

  test('LSPCHECK=0 skips it, aloud', () => {
    installStub(tools, 1);
    const { committed, stderr } = commit(repository, { LSPCHECK: '0' });
    expect(stderr).toBe('lspcheck: skipped, because LSPCHECK=0 is set\n');
    expect(committed).toBe(true);
  });
});

test('the script is executable and small enough to be read', () => {
  expect(existsSync(dirname(hook))).toBe(true);
  expect(readFileSync(hook, 'utf8').split('\n').length).toBeLessThan(45);
  expect(spawnSync('sh', ['-n', hook]).status).toBe(0);
});
