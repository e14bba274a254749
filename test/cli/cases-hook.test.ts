// OC-14: git's hook environment is needed to read the right index, and must not reach a language server, whose own git
// commands would otherwise write into the user's repository.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { on, type Script } from '../support/fake-server/script.js';
import { fileOf, parseReport, type Report } from '../support/report.js';
import { cliPath, runCli } from '../support/run-cli.js';
import { type Scenario, scenario } from '../support/scenario.js';
import { repositoryIn, tryGit } from '../support/scenario-repo.js';
import { repoAt, type TempRepo } from '../support/temp-repo.js';

interface Hooked {
  readonly one: Scenario;
  readonly repo: TempRepo;
  /** What the hook's last run reported. */
  readonly report: () => Report;
}

/** A repository whose pre-commit hook is `lspcheck changed --staged`, and whose server runs git in a folder of its own. */
function hooked(files: Readonly<Record<string, string>>): Hooked {
  const scratch = '{outside}/scratch';
  const server: Script = {
    contentRule: { by: 'push' },
    handlers: [
      on(
        'start',
        '*',
        { do: 'dump-environment' },
        { do: 'run', program: 'git', args: ['init', '-q'], cwd: scratch },
        { do: 'run', program: 'git', args: ['add', '-A'], cwd: scratch },
      ),
    ],
  };
  const one = scenario({ files, server });
  mkdirSync(join(one.outside, 'scratch'));
  writeFileSync(join(one.outside, 'scratch/z.fx'), 'z\n');
  const repo = repositoryIn(one);
  const hooks = join(one.outside, 'hooks');
  const reportFile = join(one.outside, 'report.json');
  const words = [
    process.execPath,
    cliPath,
    'changed',
    '--staged',
    '--fail-on',
    'warning',
    '--deadline',
    '20s',
  ];
  mkdirSync(hooks);
  writeFileSync(
    join(hooks, 'pre-commit'),
    `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} --report 'json=${reportFile}'\n`,
  );
  chmodSync(join(hooks, 'pre-commit'), 0o755);
  repo.git('config', 'core.hooksPath', hooks);
  return { one, repo, report: () => parseReport(readFileSync(reportFile, 'utf8'), '') };
}

async function expectServerUnpoisoned(one: Scenario): Promise<void> {
  await one.expectNobodyLeft();
  const [dump] = one.log().notes('environment');
  const names = Object.keys((dump?.['env'] as Record<string, string> | undefined) ?? {});
  expect(names).toContain('PATH');
  expect(names.filter((name) => name.startsWith('GIT_'))).toEqual([]);
  expect(
    one
      .log()
      .notes('run')
      .map((run) => run['status']),
  ).toEqual([0, 0]);
}

describe('OC-14, as a pre-commit hook', () => {
  it('A: commit -a is judged by what it would commit', async () => {
    const { one, repo, report } = hooked({ 'a.fx': 'ok\n' });
    repo.write('a.fx', 'ok\nBAD\n');
    const head = repo.git('rev-parse', 'HEAD');
    const done = tryGit(repo.root, ['commit', '-am', 'x']);
    expect(done.status, done.stderr).not.toBe(0);
    expect(fileOf(report(), 'a.fx')).toMatchObject({
      verdict: 'findings',
      diagnostics: [{ range: { start: { line: 2, column: 1 } } }],
    });
    expect(`${done.stdout}${done.stderr}`).toContain('a.fx:2:1');
    expect(repo.git('rev-parse', 'HEAD')).toBe(head);
    await expectServerUnpoisoned(one);
  });

  it('B: commit PATH judges that path alone', async () => {
    const { one, repo, report } = hooked({ 'good.fx': 'ok\n' });
    repo.write('bad.fx', 'BAD\n');
    repo.git('add', 'bad.fx');
    repo.write('good.fx', 'still ok\n');
    const done = tryGit(repo.root, ['commit', '-m', 'x', 'good.fx']);
    expect(done.status, done.stderr).toBe(0);
    expect(report().files.map(({ path, verdict }) => [path, verdict])).toEqual([['good.fx', 'clean']]);
    expect(one.log().received('textDocument/didOpen', 'bad.fx')).toEqual([]);
    expect(repo.git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('good.fx\n');
    await expectServerUnpoisoned(one);
  });

  it.each([
    ['C', '.'],
    ['D', 'sub'],
  ])('%s: in a linked worktree, started in %s', async (_name, from) => {
    const { one, repo, report } = hooked({ 'a.fx': 'ok\n', 'sub/b.fx': 'ok\n' });
    const linked = repoAt(join(repo.root, '../linked'), repo.env);
    repo.git('worktree', 'add', '-q', '-b', 'linked', linked.root);
    linked.stage('n.fx', 'ok\n');
    const config = readFileSync(join(repo.root, '.git/config'), 'utf8');

    const done = tryGit(join(linked.root, from), ['commit', '-m', 'x']);
    expect(done.status, done.stderr).toBe(0);
    expect(report().files.map(({ path, verdict }) => [path, verdict])).toEqual([['n.fx', 'clean']]);
    expect(linked.git('diff', '--name-status', 'HEAD~', 'HEAD')).toBe('A\tn.fx\n');
    expect(existsSync(join(linked.root, 'z.fx'))).toBe(false);
    for (const checkout of [repo, linked]) expect(checkout.git('status', '--porcelain')).toBe('');
    expect(readFileSync(join(repo.root, '.git/config'), 'utf8')).toBe(config);
    const fsck = tryGit(repo.root, ['fsck', '--no-progress']);
    expect(fsck).toEqual({ status: 0, stdout: '', stderr: '' });
    await expectServerUnpoisoned(one);
  });

  it('commit --amend is judged by what is staged on top of it; its whole afterwards, from commit to commit', async () => {
    const { one, repo, report } = hooked({ 'a.fx': 'ok\n', 'b.fx': 'ok\n' });
    repo.commit({ 'a.fx': 'BAD\n' }); // unjudged
    repo.stage('b.fx', 'still ok\n');
    const done = tryGit(repo.root, ['commit', '--amend', '-m', 'x']);
    expect(done.status, done.stderr).toBe(0);
    expect(report().files.map(({ path, verdict }) => [path, verdict])).toEqual([['b.fx', 'clean']]);
    await expectServerUnpoisoned(one);
    const whole = await runCli(['changed', '--from', 'HEAD~1', '--to', 'HEAD', '--format', 'json'], {
      cwd: repo.root,
    });
    expect(parseReport(whole.stdout, whole.stderr).files.map(({ path, verdict }) => [path, verdict])).toEqual(
      [
        ['a.fx', 'findings'],
        ['b.fx', 'clean'],
      ],
    );
  });
});
