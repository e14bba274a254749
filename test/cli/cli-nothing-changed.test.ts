// The short way of `changed` (one git call, no engine) against the long one: the same words, the same code.

import { describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { type TempRepo, tempRepo } from '../support/temp-repo.js';

/** Any variable of lspcheck's own sends the run the long way. */
const longWay = { LSPCHECK_START_TIMEOUT: '60s' };

async function bothWays(repo: TempRepo, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const short = await runCli(args, { cwd: repo.root, env: { ...repo.env, ...env } });
  const long = await runCli(args, { cwd: repo.root, env: { ...repo.env, ...env, ...longWay } });
  expect({ ...short, wallMs: 0 }).toEqual({ ...long, wallMs: 0 });
  return short;
}

function committed(): TempRepo {
  const repo = tempRepo();
  repo.commit({ 'a.txt': 'text\n', 'sub/b.txt': 'text\n' });
  return repo;
}

describe('nothing changed', () => {
  test('the working tree equals HEAD', async () => {
    const repo = committed();
    const head = repo.git('rev-parse', '--short=7', 'HEAD').trim();
    const { stdout, stderr, exitCode } = await bothWays(repo, ['changed']);
    expect(stdout).toMatch(new RegExp(`^– nothing to check: 0 files .*HEAD ${head}\\)?\n$`));
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('the index equals HEAD, whatever the disk holds', async () => {
    const repo = committed();
    repo.write('a.txt', 'edited\n');
    repo.write('untracked.txt', 'text\n');
    const { stdout, exitCode } = await bothWays(repo, ['changed', '--staged']);
    await bothWays(repo, ['changed', '--staged', '--quiet']);
    expect(stdout).toMatch(/^– nothing to check: 0 files .*index against HEAD/);
    expect(exitCode).toBe(0);
  });

  test('before the first commit', async () => {
    const { stdout, exitCode } = await bothWays(tempRepo(), ['changed']);
    expect(stdout).toMatch(/^– nothing to check: 0 files .*empty tree/);
    expect(exitCode).toBe(0);
  });

  test('in colour, and without Unicode', async () => {
    const repo = committed();
    expect((await bothWays(repo, ['changed', '--color', 'always'])).stdout).toContain('\u001b[');
    expect((await bothWays(repo, ['changed'], { LANG: 'C' })).stdout).toMatch(/^- nothing to check/);
  });

  test('--fail-on-empty makes it exit 3', async () => {
    const { stdout, exitCode } = await bothWays(committed(), ['changed', '--fail-on-empty']);
    expect(stdout).toMatch(/nothing to check.*exit 3\n$/);
    expect(exitCode).toBe(3);
  });

  test('a path that is not there is a mistake, not nothing', async () => {
    const { stdout, stderr, exitCode } = await bothWays(committed(), ['changed', 'nope']);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toContain('nope');
  });
});

describe('something changed', () => {
  test.each<[string, (repo: TempRepo) => void]>([
    ['an edited file', (repo) => repo.write('a.txt', 'edited\n')],
    ['an untracked file', (repo) => repo.write('new.txt', 'text\n')],
    [
      'a staged file, put back on disk',
      (repo) => {
        repo.stage('a.txt', 'edited\n');
        repo.write('a.txt', 'text\n');
      },
    ],
    ['a deleted file', (repo) => repo.git('rm', '-q', 'a.txt')],
  ])('%s is not nothing', async (_, change) => {
    const repo = committed();
    change(repo);
    const { stdout } = await bothWays(repo, ['changed']);
    expect(stdout).not.toContain('nothing to check');
  });
});

describe('in CI', () => {
  test.each(['true', '1', 'yes'])('CI=%s without a scope is exit 4, and names the flags', async (value) => {
    const done = await bothWays(committed(), ['changed'], { CI: value });
    expect(done).toMatchObject({ stdout: '', exitCode: 4 });
    expect(done.stderr).toBe(
      'error: CI is set, and nothing says what changed\n\n' +
        'hint: give a scope: --base REF (what the branch changed), --from A --to B, --staged, or lspcheck all\n',
    );
  });

  test.each(['', '0', 'false'])('CI=%s is no CI', async (value) => {
    expect((await bothWays(committed(), ['changed'], { CI: value })).exitCode).toBe(0);
  });

  test.each([[['changed', '--staged']], [['changed', '--base', 'HEAD']], [['all']]])(
    '%j says what to judge',
    async (args) => {
      expect((await runCli(args, { cwd: committed().root, env: { CI: 'true' } })).exitCode).not.toBe(4);
    },
  );
});
