// The files at the root that say how to judge (lspcheck.yml, .lspcheckignore, the baseline) come from what is judged: from the
// index with --staged, from the commit with --from and --to. Where the disk has another text, that is said (case OC-13).

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import { parseReport, type Report } from '../support/report.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { configOf, scenario } from '../support/scenario.js';
import { repositoryIn, snapshotOf } from '../support/scenario-repo.js';
import type { TempRepo } from '../support/temp-repo.js';

interface Judged extends TempRepo {
  /** The text of an lspcheck.yml that has the fake server and these keys. */
  config(more: JsonObject): string;
  changed(...args: readonly string[]): Promise<CliResult & { readonly report: Report }>;
  raw(...args: readonly string[]): Promise<CliResult>;
}

function repository(files: Readonly<Record<string, string>> = { 'a.fx': 'ok\n', 'b.fx': 'ok\n' }): Judged {
  const servers = { fake: { script: 'pushes-truth' } } as const;
  const one = scenario({ files, servers });
  const repo = repositoryIn(one);
  const raw = async (...args: readonly string[]) => {
    const before = snapshotOf(repo);
    const done = await runCli(['changed', ...args, '--format', 'json', '--deadline', '20s'], {
      cwd: repo.root,
    });
    expect(snapshotOf(repo)).toEqual(before);
    return done;
  };
  return {
    ...repo,
    raw,
    config: (more) => JSON.stringify(configOf(servers, one.outside, more), null, 2),
    changed: async (...args) => {
      const done = await raw(...args);
      return { ...done, report: parseReport(done.stdout, done.stderr) };
    },
  };
}

const told = ({ files }: Report) =>
  files.map(({ path, verdict, reason }) => [path, verdict, reason].filter(Boolean).join(' '));

describe('--staged', () => {
  it('.lspcheckignore as it is staged', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    repo.stage('b.fx', 'BAD\n');
    repo.stage('.lspcheckignore', 'a.fx\n');
    repo.write('.lspcheckignore', 'b.fx\n');
    const run = await repo.changed('--staged');
    expect(told(run.report)).toEqual(expect.arrayContaining(['a.fx skipped ignored', 'b.fx findings']));
    expect(run.stderr).toContain(
      'note: .lspcheckignore was used as it is staged, which is not what the disk holds',
    );
  });

  it('lspcheck.yml as it is staged: the disk may weaken or tighten it as it likes', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    repo.write('lspcheck.yml', repo.config({ check: { failOn: 'never' } }));
    const run = await repo.changed('--staged');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('note: lspcheck.yml was used as it is staged');
    repo.git('add', 'lspcheck.yml');
    repo.write('lspcheck.yml', 'no: such key\n');
    expect((await repo.changed('--staged')).exitCode).toBe(0);
  });

  it('a mistake in what is staged is an error that says where, though the disk is repaired', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    const good = repo.read('lspcheck.yml');
    repo.stage('lspcheck.yml', '{ "chekc": {} }\n');
    repo.write('lspcheck.yml', good);
    const done = await repo.raw('--staged');
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr).toContain('lspcheck.yml (staged)');
  });

  it('one that was taken out of the index is not used, also while it lies on the disk', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    repo.git('rm', '-q', '--cached', 'lspcheck.yml');
    const run = await repo.changed('--staged');
    expect(told(run.report)).toContain('a.fx skipped no-server');
    expect(run.stderr).toContain(
      'note: lspcheck.yml is on the disk and not part of what is judged: it was not used',
    );
  });

  it('one that is staged and gone from the disk is used', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    rmSync(join(repo.root, 'lspcheck.yml'));
    expect(told((await repo.changed('--staged')).report)).toEqual(['a.fx findings']);
  });

  it('one that nobody ever added is the user’s own, and used', async () => {
    const repo = repository();
    repo.git('rm', '-q', '--cached', 'lspcheck.yml');
    repo.git('commit', '-q', '-m', 'private');
    repo.stage('a.fx', 'BAD\n');
    const run = await repo.changed('--staged');
    expect(told(run.report)).toEqual(['a.fx findings']);
    expect(run.report.scope.mixed).toContainEqual({ path: 'lspcheck.yml', why: 'untracked' });
  });

  it('--config names a file, and the file is what the disk holds', async () => {
    const repo = repository();
    repo.stage('a.fx', 'BAD\n');
    repo.write('lspcheck.yml', repo.config({ check: { failOn: 'never' } }));
    expect((await repo.changed('--staged', '--config', 'lspcheck.yml')).exitCode).toBe(0);
  });

  it('the baseline as it is staged', async () => {
    const repo = repository({ 'a.fx': 'BAD\n', 'b.fx': 'ok\n' });
    const made = await runCli(['baseline', 'update'], { cwd: repo.root });
    expect(made.exitCode, made.stderr).toBe(0);
    const accepted = repo.read('lspcheck-baseline.jsonl');
    repo.stage('a.fx', 'BAD\nmore\n');
    expect((await repo.changed('--staged')).exitCode).toBe(0); // untracked: the user's own
    repo.git('add', '-A');
    repo.write('lspcheck-baseline.jsonl', '{"lspcheckBaseline":1}\n');
    expect((await repo.changed('--staged')).exitCode).toBe(0);
    repo.git('add', '-A');
    repo.write('lspcheck-baseline.jsonl', accepted);
    expect((await repo.changed('--staged')).exitCode).toBe(1);
  });
});

describe('--from --to', () => {
  it('of a commit that is not checked out', async () => {
    const repo = repository();
    repo.git('checkout', '-q', '-b', 'side');
    repo.stage('.lspcheckignore', 'a.fx\n');
    repo.commit({
      'a.fx': 'BAD\n',
      'b.fx': 'BAD\n',
      'lspcheck.yml': repo.config({ check: { failOn: 'never' } }),
    });
    repo.git('checkout', '-q', 'main');
    const run = await repo.changed('--from', 'main', '--to', 'side');
    expect(told(run.report)).toEqual(expect.arrayContaining(['a.fx skipped ignored', 'b.fx findings']));
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('note: lspcheck.yml was used as it is in the commit');
    repo.git('checkout', '-q', 'side');
    const back = await repo.changed('--from', 'side', '--to', 'main');
    expect(told(back.report)).toEqual(expect.arrayContaining(['a.fx clean', 'b.fx clean']));
  });
});

it('the working tree is judged by what it holds', async () => {
  const repo = repository();
  repo.stage('.lspcheckignore', 'a.fx\n');
  repo.write('.lspcheckignore', 'b.fx\n');
  repo.write('a.fx', 'BAD\n');
  repo.write('b.fx', 'BAD\n');
  const run = await repo.changed();
  expect(told(run.report)).toEqual(expect.arrayContaining(['a.fx findings', 'b.fx skipped ignored']));
  expect(run.stderr).not.toContain('not what the disk holds');
});
