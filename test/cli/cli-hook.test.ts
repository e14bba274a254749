// hooks/pre-commit under real git: which lspcheck it takes, what it passes on, and that it never lets a commit or a push through
// in silence.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyHook, type HookRepo, hookRepo, hookScript } from '../support/hook-repo.js';

/** With the hook copied into place. */
function hooked(...names: readonly string[]): HookRepo {
  const repo = hookRepo();
  for (const name of names.length === 0 ? ['pre-commit'] : names) copyHook(repo.root, name);
  return repo;
}

/** The script as a hook manager runs it: by its own path. */
function run({ root, environment }: HookRepo, args: readonly string[] = [], extra = {}, cwd = root) {
  const done = spawnSync(hookScript, args, { cwd, env: environment(extra), encoding: 'utf8', input: '' });
  return { status: done.status, stderr: done.stderr };
}

describe('which lspcheck runs', () => {
  test("the repository's own before the one on PATH, from the top folder", () => {
    const repo = hooked();
    repo.installStub(join(repo.root, 'node_modules/.bin'));
    repo.installStub(repo.tools);
    mkdirSync(join(repo.root, 'sub'));
    const { committed, stderr } = repo.commit(join(repo.root, 'sub'));
    expect(stderr).toBe(`ran ${repo.root}/node_modules/.bin/lspcheck changed --staged in ${repo.root}\n`);
    expect(committed).toBe(true);
  });

  test("in a linked worktree, the main work tree's", () => {
    const repo = hooked();
    repo.installStub(join(repo.root, 'node_modules/.bin'));
    const linked = join(repo.folder, 'linked');
    repo.git(repo.root, 'worktree', 'add', '--quiet', linked);
    const { committed, stderr } = repo.commit(linked);
    expect(stderr).toBe(`ran ${repo.root}/node_modules/.bin/lspcheck changed --staged in ${linked}\n`);
    expect(committed).toBe(true);
  });

  test('else the one on PATH', () => {
    const repo = hooked();
    repo.installStub(repo.tools);
    const { committed, stderr } = repo.commit();
    expect(stderr).toBe(`ran ${repo.tools}/lspcheck changed --staged in ${repo.root}\n`);
    expect(committed).toBe(true);
  });

  test('a variable of the same name is not taken for it', () => {
    const repo = hooked();
    repo.installStub(repo.tools);
    expect(repo.commit(repo.root, { lspcheck: '/bin/true' }).stderr).toContain(`ran ${repo.tools}/lspcheck `);
  });
});

describe('what it is asked to judge', () => {
  test('further flags are handed on, as a hook manager gives them', () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    expect(run(repo, ['--fail-on', 'warning']).stderr).toBe(
      `ran ${repo.tools}/lspcheck changed --staged --fail-on warning in ${repo.root}\n`,
    );
  });

  test('a merge that git commits by itself', () => {
    const repo = hooked('pre-merge-commit');
    repo.git(repo.root, 'checkout', '-q', '-b', 'other');
    repo.commit();
    repo.git(repo.root, 'checkout', '-q', 'main');
    repo.installStub(repo.tools);
    expect(repo.tryGit(repo.root, ['merge', '-q', '--no-ff', '-m', 'merge', 'other'])).toEqual({
      status: 0,
      stderr: `ran ${repo.tools}/lspcheck changed --staged in ${repo.root}\n`,
    });
  });

  test('a push: the refs on stdin, and not the name and address that git gives as arguments', () => {
    const repo = hooked('pre-push');
    repo.installStub(repo.tools, { stdin: true, exitCode: 1 });
    repo.git(repo.folder, 'init', '-q', '--bare', 'bare');
    const head = repo.git(repo.root, 'rev-parse', 'HEAD').trim();
    const { status, stderr } = repo.tryGit(repo.root, ['push', '-q', '../bare', 'main', 'main:other']);
    expect(status).not.toBe(0);
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      `ran ${repo.tools}/lspcheck changed --pre-push in ${repo.root}`,
      `refs/heads/main ${head} refs/heads/main ${'0'.repeat(40)}`,
      `refs/heads/main ${head} refs/heads/other ${'0'.repeat(40)}`,
    ]);
    repo.installStub(repo.tools);
    expect(repo.tryGit(repo.root, ['push', '-q', '../bare', 'main']).status).toBe(0);
    expect(repo.tryGit(repo.root, ['push', '-q', '../bare', 'main']).stderr).toContain(
      'changed --pre-push in',
    );
  });

  test("pre-commit's range counts as --from and --to", () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    const range = { PRE_COMMIT_FROM_REF: 'HEAD~1', PRE_COMMIT_TO_REF: 'my branch' };
    expect(run(repo, ['-q'], range).stderr).toBe(
      `ran ${repo.tools}/lspcheck changed --from HEAD~1 --to my branch -q in ${repo.root}\n`,
    );
  });

  test('the first push under pre-commit, which names no range for it', () => {
    const repo = hookRepo();
    repo.installStub(repo.tools, { stdin: true });
    const head = repo.git(repo.root, 'rev-parse', 'HEAD').trim();
    const first = { PRE_COMMIT_REMOTE_BRANCH: 'refs/heads/new', PRE_COMMIT_LOCAL_BRANCH: 'refs/heads/main' };
    expect(run(repo, [], first).stderr).toBe(
      `ran ${repo.tools}/lspcheck changed --pre-push in ${repo.root}\n` +
        `refs/heads/new ${head} refs/heads/new ${'0'.repeat(40)}`,
    );
  });
});

describe('a commit is not let through in silence', () => {
  test('the exit code of lspcheck stops it', () => {
    const repo = hooked();
    repo.installStub(repo.tools, { exitCode: 3 });
    expect(repo.commit().committed).toBe(false);
  });

  test('no lspcheck stops it, and says how to install it', () => {
    const repo = hooked();
    const { committed, stderr } = repo.commit();
    expect(stderr).toBe('error: lspcheck is not installed here\n\nhint: npm install --save-dev lspcheck\n');
    expect(committed).toBe(false);
    expect(run(repo).status).toBe(2);
  });

  test('no node stops it, and says so', () => {
    const repo = hooked();
    repo.installStub(repo.tools);
    rmSync(join(repo.tools, 'node'));
    const { committed, stderr } = repo.commit();
    expect(stderr).toContain('error: lspcheck needs node, and this hook does not find it on PATH\n');
    expect(committed).toBe(false);
  });

  test('outside a repository it is exit 4', () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    expect(run(repo, [], {}, repo.folder).status).toBe(4);
  });

  test('LSPCHECK=0 skips it, aloud', () => {
    const repo = hooked();
    repo.installStub(repo.tools, { exitCode: 1 });
    const { committed, stderr } = repo.commit(repo.root, { LSPCHECK: '0' });
    expect(stderr).toBe('lspcheck: skipped, because LSPCHECK=0 is set\n');
    expect(committed).toBe(true);
  });
});

test('the script is executable and small enough to be read', () => {
  expect(readFileSync(hookScript, 'utf8').split('\n').length).toBeLessThan(75);
  expect(spawnSync('sh', ['-n', hookScript]).status).toBe(0);
});
