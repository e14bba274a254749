// `lspcheck hook`: what it writes, what it leaves alone, and that the hooks it installs are run by real git.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyHook, type HookRepo, hookRepo, hookScript } from '../support/hook-repo.js';
import { runCli } from '../support/run-cli.js';

const names = ['pre-commit', 'pre-merge-commit', 'pre-push'] as const;

async function hook(repo: HookRepo, args: readonly string[], cwd = repo.root, env = {}) {
  const { stdout, stderr, exitCode } = await runCli(['hook', ...args], { cwd, env });
  return { stdout, stderr, exitCode };
}

function write(path: string, text: string, mode = 0o755): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

const hooksOf = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.sample'))
        .sort()
    : [];

describe('install', () => {
  test('three hooks, which git runs; --no-verify is named once', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools, { exitCode: 1 });
    expect(await hook(repo, ['install'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout:
        'wrote .git/hooks/pre-commit\nwrote .git/hooks/pre-merge-commit\nwrote .git/hooks/pre-push\n' +
        'What has to go through all the same: git commit --no-verify\n',
    });
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual([...names]);
    for (const name of names) {
      expect(readFileSync(join(repo.root, '.git/hooks', name), 'utf8')).toBe(
        readFileSync(hookScript, 'utf8'),
      );
      expect(lstatSync(join(repo.root, '.git/hooks', name)).mode & 0o111).not.toBe(0);
    }
    expect(repo.commit()).toMatchObject({
      committed: false,
      stderr: expect.stringContaining('changed --staged in'),
    });
    repo.git(repo.folder, 'init', '-q', '--bare', 'bare');
    expect(repo.tryGit(repo.root, ['push', '-q', '../bare', 'main']).stderr).toContain(
      'changed --pre-push in',
    );
  });

  test('flags are kept, however they are spelt; installed again, the new ones', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    await hook(repo, ['install', 'pre-commit', '--', '--fail-on', 'warning', "--server=it's $HOME"]);
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual(['pre-commit']);
    expect(repo.commit().stderr).toContain(`changed --staged --fail-on warning --server=it's $HOME in`);
    expect((await hook(repo, ['status', 'pre-commit'])).stdout).toContain(
      "installed, with '--fail-on' 'warning'",
    );
    await hook(repo, ['install', '--', '-q']);
    expect(repo.commit().stderr).toContain('changed --staged -q in');
    await hook(repo, ['install']);
    expect(repo.commit().stderr).toContain('changed --staged in');
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual([...names]);
  });

  test('a script that was copied or linked by hand is taken for ours', async () => {
    const repo = hookRepo();
    copyHook(repo.root);
    symlinkSync(hookScript, join(repo.root, '.git/hooks/pre-push'));
    const before = readFileSync(hookScript, 'utf8');
    await hook(repo, ['install', '--', '-q']);
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual([...names]);
    expect(readFileSync(hookScript, 'utf8')).toBe(before);
  });

  test('from a linked worktree: the hooks of all work trees', async () => {
    const repo = hookRepo();
    repo.installStub(join(repo.root, 'node_modules/.bin'));
    const linked = join(repo.folder, 'linked');
    repo.git(repo.root, 'worktree', 'add', '--quiet', linked);
    expect((await hook(repo, ['install'], linked)).stdout).toContain(
      `wrote ${repo.root}/.git/hooks/pre-commit\n`,
    );
    for (const cwd of [repo.root, linked])
      expect(repo.commit(cwd)).toMatchObject({
        committed: true,
        stderr: expect.stringContaining(`in ${cwd}\n`),
      });
  });

  test('flags that would be refused when the hook runs are refused now', async () => {
    const repo = hookRepo();
    for (const flags of [['--nope'], ['--base', 'main'], ['--fail-on', 'sometimes'], ['--pre-push']]) {
      const done = await hook(repo, ['install', '--', ...flags]);
      expect(done).toMatchObject({ exitCode: 2, stdout: '' });
      expect(done.stderr).toContain(`error: the hook could not be run with ${flags.join(' ')}`);
    }
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual([]);
  });

  test('outside of a repository: exit 4', async () => {
    const repo = hookRepo();
    for (const action of ['install', 'uninstall', 'status'])
      expect(await hook(repo, [action], repo.folder)).toMatchObject({ exitCode: 4, stdout: '' });
  });
});

describe('a hook that is there already', () => {
  const older = (repo: HookRepo, name: string) => join(repo.root, '.git/hooks', name);

  test('runs first, may stop everything, and is put back as it was', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    const text = '#!/bin/sh\necho older >&2\nexit $OLDER\n';
    write(older(repo, 'pre-commit'), text, 0o750);
    const installed = await hook(repo, ['install', 'pre-commit']);
    expect(installed.stdout).toContain(
      'wrote .git/hooks/pre-commit, which first runs pre-commit.before-lspcheck\n',
    );
    expect(repo.commit().stderr).toMatch(/^older\nran .* changed --staged in .*\n$/);
    expect(repo.commit(repo.root, { OLDER: '7' })).toEqual({ committed: false, stderr: 'older\n' });
    expect(repo.commit(repo.root, { LSPCHECK: '0' })).toEqual({
      committed: true,
      stderr: 'older\nlspcheck: skipped, because LSPCHECK=0 is set\n',
    });
    // Again changes nothing of it.
    await hook(repo, ['install', 'pre-commit', '--', '-q']);
    expect(repo.commit().stderr).toMatch(/^older\nran .* changed --staged -q in .*\n$/);
    expect((await hook(repo, ['status', 'pre-commit'])).stdout).toContain(
      "with '-q', after pre-commit.before-lspcheck",
    );

    const removed = await hook(repo, ['uninstall']);
    expect(removed.stdout).toBe(
      '.git/hooks/pre-commit: removed, and put back what was there before (pre-commit.before-lspcheck)\n' +
        '.git/hooks/pre-merge-commit: not installed\n.git/hooks/pre-push: not installed\n',
    );
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual(['pre-commit']);
    expect(readFileSync(older(repo, 'pre-commit'), 'utf8')).toBe(text);
    expect(lstatSync(older(repo, 'pre-commit')).mode & 0o777).toBe(0o750);
    expect(repo.commit().stderr).toBe('older\n');
  });

  test('gets what git gives to a pre-push hook, and so do we', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools, { stdin: true });
    write(older(repo, 'pre-push'), '#!/bin/sh\necho "older $*" >&2\ncat >&2\n');
    await hook(repo, ['install', '--', '-q']);
    repo.git(repo.folder, 'init', '-q', '--bare', 'bare');
    const line = `refs/heads/main ${repo.git(repo.root, 'rev-parse', 'HEAD').trim()} refs/heads/main ${'0'.repeat(40)}\n`;
    const { status, stderr } = repo.tryGit(repo.root, ['push', '-q', '../bare', 'main']);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `older ../bare ../bare\n${line}ran ${repo.tools}/lspcheck changed --pre-push -q in ${repo.root}\n${line}`,
    });
  });

  test('that git passes over, not being executable, is kept and not run', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools);
    write(older(repo, 'pre-commit'), '#!/bin/sh\nexit 1\n', 0o644);
    await hook(repo, ['install', 'pre-commit']);
    expect(repo.commit().committed).toBe(true);
    await hook(repo, ['uninstall']);
    expect(lstatSync(older(repo, 'pre-commit')).mode & 0o777).toBe(0o644);
  });

  test('a third one beside an older one: nothing is overwritten', async () => {
    const repo = hookRepo();
    write(older(repo, 'pre-commit'), '#!/bin/sh\n# older\n');
    await hook(repo, ['install', 'pre-commit']);
    write(older(repo, 'pre-commit'), '#!/bin/sh\n# another tool wrote over ours\n');
    const done = await hook(repo, ['install', 'pre-commit']);
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr).toContain('there is a hook pre-commit that is not ours');
    expect((await hook(repo, ['uninstall', 'pre-commit'])).stdout).toBe(
      '.git/hooks/pre-commit: not ours, left as it is\n',
    );
    expect(readFileSync(older(repo, 'pre-commit'), 'utf8')).toContain('another tool');
    expect(readFileSync(older(repo, 'pre-commit.before-lspcheck'), 'utf8')).toContain('# older');
    // Ours was deleted by hand: the older one comes back.
    rmSync(older(repo, 'pre-commit'));
    expect((await hook(repo, ['uninstall', 'pre-commit'])).stdout).toContain('not installed, and put back');
    expect(readFileSync(older(repo, 'pre-commit'), 'utf8')).toContain('# older');
  });
});

describe('core.hooksPath', () => {
  test('is where the hooks go', async () => {
    const repo = hookRepo();
    repo.installStub(repo.tools, { exitCode: 1 });
    const folder = join(repo.folder, 'my hooks');
    repo.git(repo.root, 'config', 'core.hooksPath', folder);
    expect((await hook(repo, ['install'])).stdout).toContain(`wrote ${folder}/pre-commit\n`);
    expect(hooksOf(folder)).toEqual([...names]);
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual([]);
    expect(repo.commit().committed).toBe(false);
    expect(await hook(repo, ['status'])).toMatchObject({ exitCode: 0 });
  });

  test('relative and tracked: said, so that it is committed', async () => {
    const repo = hookRepo();
    write(join(repo.root, '.githooks/commit-msg'), '#!/bin/sh\n');
    repo.git(repo.root, 'add', '.githooks');
    repo.git(repo.root, 'config', 'core.hooksPath', '.githooks');
    const { stdout } = await hook(repo, ['install']);
    expect(stdout).toContain('wrote .githooks/pre-push\n');
    expect(stdout).toContain('note: core.hooksPath is .githooks, and git tracks it: commit the hooks');
  });

  test('relative and ignored: a linked worktree has none, and both say so', async () => {
    const repo = hookRepo();
    writeFileSync(join(repo.root, '.git/info/exclude'), 'myhooks\n');
    repo.git(repo.root, 'config', 'core.hooksPath', 'myhooks');
    repo.installStub(repo.tools, { exitCode: 1 });
    const note = 'note: core.hooksPath is myhooks, relative and not tracked';
    expect((await hook(repo, ['install'])).stdout).toContain(note);
    const linked = join(repo.folder, 'linked');
    repo.git(repo.root, 'worktree', 'add', '--quiet', linked);
    expect(repo.commit().committed).toBe(false);
    expect(repo.commit(linked).committed).toBe(true); // what is warned of
    expect(await hook(repo, ['status'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(note),
    });
    const there = await hook(repo, ['status'], linked);
    expect(there.exitCode).toBe(3);
    expect(there.stdout).toContain('It is missing here.');
  });

  test('of all repositories: refused', async () => {
    const repo = hookRepo();
    const config = join(repo.folder, 'gitconfig');
    writeFileSync(config, `[core]\n\thooksPath = ${join(repo.folder, 'all')}\n`);
    const done = await hook(repo, ['install'], repo.root, { GIT_CONFIG_GLOBAL: config });
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr.replace(/\s+/g, ' ')).toContain('core.hooksPath is set for all repositories (global:');
    expect(existsSync(join(repo.folder, 'all'))).toBe(false);
  });
});

describe('a tool that owns the hooks: its lines, and nothing is written', () => {
  const owners: readonly [string, (repo: HookRepo) => void, readonly string[]][] = [
    [
      'husky',
      (repo) => {
        write(join(repo.root, '.husky/_/h'), '#!/bin/sh\n');
        repo.git(repo.root, 'config', 'core.hooksPath', '.husky/_');
      },
      ['  lspcheck changed --staged -q', '  lspcheck changed --pre-push -q'],
    ],
    [
      'husky',
      (repo) => write(join(repo.root, '.husky/pre-commit'), 'npm test\n'),
      ['a line of .husky/pre-commit and .husky/pre-merge-commit:'],
    ],
    [
      'lefthook',
      (repo) => write(join(repo.root, 'lefthook.yml'), 'pre-push: {}\n'),
      [
        '        run: npx --no-install lspcheck changed --staged -q',
        '        use_stdin: true # the refs that are pushed',
      ],
    ],
    [
      'lefthook',
      (repo) =>
        write(join(repo.root, '.git/hooks/pre-commit'), '#!/bin/sh\ncall_lefthook run "pre-commit" "$@"\n'),
      ['in lefthook.yml:'],
    ],
    [
      'pre-commit',
      (repo) => write(join(repo.root, '.pre-commit-config.yaml'), 'repos: []\n'),
      ['        entry: node_modules/lspcheck/hooks/pre-commit', '        args: ["-q"]'],
    ],
  ];
  test.each(owners)('%s', async (name, own, lines) => {
    const repo = hookRepo();
    own(repo);
    const before = hooksOf(join(repo.root, '.git/hooks'));
    const done = await hook(repo, ['install', '--', '-q']);
    expect(done).toMatchObject({ exitCode: 3, stderr: '' });
    expect(done.stdout).toContain(`${name} owns the hooks of this repository: nothing was written.`);
    for (const line of lines) expect(done.stdout.split('\n')).toContain(line);
    expect(hooksOf(join(repo.root, '.git/hooks'))).toEqual(before);
    expect(await hook(repo, ['status'])).toMatchObject({ exitCode: 3 });
  });

  test('its configuration calls lspcheck, and its hook is there: installed', async () => {
    const repo = hookRepo();
    write(join(repo.root, '.husky/_/pre-commit'), '#!/bin/sh\n. "$(dirname "$0")/h"\n');
    write(join(repo.root, '.husky/pre-commit'), 'lspcheck changed --staged\n');
    repo.git(repo.root, 'config', 'core.hooksPath', '.husky/_');
    const done = await hook(repo, ['status', 'pre-commit']);
    expect(done.exitCode).toBe(0);
    expect(done.stdout).toContain('hooks in .husky/_, owned by husky\n');
    expect(done.stdout).toContain('pre-commit        installed by another hand: it calls lspcheck\n');
    expect(done.stdout).toContain('a linked worktree does not have that folder');
    expect((await hook(repo, ['status'])).exitCode).toBe(3);
  });
});

describe('status', () => {
  test('of each hook, and 3 unless all that are named are there', async () => {
    const repo = hookRepo();
    expect(await hook(repo, ['status'])).toEqual({
      exitCode: 3,
      stderr: '',
      stdout:
        'hooks in .git/hooks\n  pre-commit        not installed\n  pre-merge-commit  not installed\n  pre-push          not installed\n',
    });
    await hook(repo, ['install', 'pre-commit', 'pre-push']);
    chmodSync(join(repo.root, '.git/hooks/pre-push'), 0o644);
    write(join(repo.root, '.git/hooks/pre-merge-commit'), '#!/bin/sh\n');
    expect(await hook(repo, ['status'])).toEqual({
      exitCode: 3,
      stderr: '',
      stdout:
        'hooks in .git/hooks\n  pre-commit        installed\n' +
        '  pre-merge-commit  not installed; the hook there does not call lspcheck\n' +
        '  pre-push          calls lspcheck, but git passes over it: chmod +x .git/hooks/pre-push\n',
    });
    expect((await hook(repo, ['status', 'pre-commit'])).exitCode).toBe(0);
  });
});

describe('a wrong command line', () => {
  test.each<[readonly string[], string, string]>([
    [[], '`lspcheck hook` needs to know what to do', 'one of install, uninstall, status'],
    [['instal'], '`lspcheck hook` cannot instal', 'did you mean "install"? (install, uninstall, status)'],
    [['install', 'precommit'], 'lspcheck has no hook "precommit"', 'did you mean "pre-commit"?'],
    [['status', '--', '-q'], '`lspcheck hook status` takes no flags for the hook', 'they belong to install'],
    [['install', '--fail-on', 'error'], '--fail-on is no flag of `lspcheck hook`', 'it belongs to'],
  ])('%j', async (args, message, hint) => {
    const done = await hook(hookRepo(), args);
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr.replace(/\s+/g, ' ')).toContain(`error: ${message} hint: ${hint}`);
  });
});
