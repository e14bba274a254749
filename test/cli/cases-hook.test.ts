// OC-14: git's hook environment is needed to read the right index, and must not reach a language server, whose own git
// commands would otherwise write into the user's repository.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { on, type Script } from '../support/fake-server/script.js';
import { git, initRepository, tryGit } from '../support/git-in.js';
import { fileOf, parseReport, type Report } from '../support/report.js';
import { cliPath } from '../support/run-cli.js';
import { type Scenario, scenario } from '../support/scenario.js';

interface Hooked {
  readonly one: Scenario;
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
  initRepository(one.root);
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
  git(one.root, 'config', 'core.hooksPath', hooks);
  return { one, report: () => parseReport(readFileSync(reportFile, 'utf8'), '') };
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
    const { one, report } = hooked({ 'a.fx': 'ok\n' });
    one.write('a.fx', 'ok\nBAD\n');
    const head = git(one.root, 'rev-parse', 'HEAD');
    const done = tryGit(one.root, ['commit', '-am', 'x']);
    expect(done.status, done.stderr).not.toBe(0);
    expect(fileOf(report(), 'a.fx')).toMatchObject({
      verdict: 'findings',
      diagnostics: [{ range: { start: { line: 2, column: 1 } } }],
    });
    expect(`${done.stdout}${done.stderr}`).toContain('a.fx:2:1');
    expect(git(one.root, 'rev-parse', 'HEAD')).toBe(head);
    await expectServerUnpoisoned(one);
  });

  it('B: commit PATH judges that path alone', async () => {
    const { one, report } = hooked({ 'good.fx': 'ok\n' });
    one.write('bad.fx', 'BAD\n');
    git(one.root, 'add', 'bad.fx');
    one.write('good.fx', 'still ok\n');
    const done = tryGit(one.root, ['commit', '-m', 'x', 'good.fx']);
    expect(done.status, done.stderr).toBe(0);
    expect(report().files.map(({ path, verdict }) => [path, verdict])).toEqual([['good.fx', 'clean']]);
    expect(one.log().received('textDocument/didOpen', 'bad.fx')).toEqual([]);
    expect(git(one.root, 'diff', '--name-only', 'HEAD~', 'HEAD')).toBe('good.fx\n');
    await expectServerUnpoisoned(one);
  });

  it.each([
    ['C', '.'],
    ['D', 'sub'],
  ])('%s: in a linked worktree, started in %s', async (_name, from) => {
    const { one, report } = hooked({ 'a.fx': 'ok\n', 'sub/b.fx': 'ok\n' });
    const tree = join(one.root, '../linked');
    git(one.root, 'worktree', 'add', '-q', '-b', 'linked', tree);
    writeFileSync(join(tree, 'n.fx'), 'ok\n');
    git(tree, 'add', 'n.fx');
    const config = readFileSync(join(one.root, '.git/config'), 'utf8');

    const done = tryGit(join(tree, from), ['commit', '-m', 'x']);
    expect(done.status, done.stderr).toBe(0);
    expect(report().files.map(({ path, verdict }) => [path, verdict])).toEqual([['n.fx', 'clean']]);
    expect(git(tree, 'diff', '--name-status', 'HEAD~', 'HEAD')).toBe('A\tn.fx\n');
    expect(existsSync(join(tree, 'z.fx'))).toBe(false);
    for (const checkout of [one.root, tree]) expect(git(checkout, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(one.root, '.git/config'), 'utf8')).toBe(config);
    const fsck = tryGit(one.root, ['fsck', '--no-progress']);
    expect(fsck).toEqual({ status: 0, stdout: '', stderr: '' });
    await expectServerUnpoisoned(one);
  });
});
