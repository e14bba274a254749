// OC-13, OC-16 and OC-18 for scopes between commits, through the built program: the text of the commit is judged, by servers that
// take it in and by servers that read the disk; nothing in the repository changes; several pushed commits are several runs.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { githubEnvironment } from '../support/ci-event.js';
import { on, type Script } from '../support/fake-server/script.js';
import { fileOf, parseReport } from '../support/report.js';
import { type CliOptions, type CliResult, cliPath, runCli } from '../support/run-cli.js';
import { type Scenario, type ServerSetup, scenario } from '../support/scenario.js';
import { repositoryIn, snapshotOf, tryGit } from '../support/scenario-repo.js';
import { type TempRepo, tempFolder } from '../support/temp-repo.js';

type Checked = TempRepo & {
  readonly scenario: Scenario;
  /** Runs `lspcheck changed`, and fails when anything in the repository was touched. */
  changed(args: readonly string[], options?: Partial<CliOptions>): Promise<CliResult>;
};

function repository(server: ServerSetup, files: Readonly<Record<string, string>>): Checked {
  const one = scenario({ files, servers: { fake: server } });
  const repo = repositoryIn(one);
  const changed: Checked['changed'] = async (args, options) => {
    const before = snapshotOf(repo);
    const common = ['--format', 'json', '--deadline', '20s', '--quiet-period', '300ms'];
    const done = await runCli(['changed', ...args, ...common], { cwd: one.root, ...options });
    expect(snapshotOf(repo)).toEqual(before);
    await one.expectNobodyLeft(done.stderr);
    return done;
  };
  return { ...repo, scenario: one, changed };
}

/** main with good text; `feat` with BAD in a.fx, a new file and one less. main is checked out. */
function branched(server: ServerSetup = { script: 'pushes-truth' }): Checked {
  const repo = repository(server, { 'a.fx': 'ok\n', 'gone.fx': 'ok\n', 'same.fx': 'ok\n' });
  repo.git('checkout', '-q', '-b', 'feat');
  repo.git('rm', '-q', 'gone.fx');
  repo.commit({ 'a.fx': 'ok\nBAD\n', 'new.fx': 'ok\n' });
  repo.git('checkout', '-q', 'main');
  return repo;
}

function verdicts({ stdout, stderr }: CliResult): Readonly<Record<string, string>> {
  return Object.fromEntries(parseReport(stdout, stderr).files.map(({ path, verdict }) => [path, verdict]));
}

describe('OC-13 --from and --to', () => {
  it('the text of B is sent, from a disk that is somewhere else', async () => {
    const repo = branched();
    repo.write('a.fx', 'edited\n');
    const done = await repo.changed(['--from', 'main', '--to', 'feat']);
    expect(done.exitCode, done.stderr).toBe(1);
    expect(verdicts(done)).toEqual({ 'a.fx': 'findings', 'gone.fx': 'skipped', 'new.fx': 'clean' });
    const report = parseReport(done.stdout, done.stderr);
    expect(fileOf(report, 'a.fx').diagnostics).toMatchObject([{ range: { start: { line: 2, column: 1 } } }]);
    expect(report).toMatchObject({
      scope: {
        kind: 'range',
        base: repo.git('rev-parse', 'main').trim(),
        head: repo.git('rev-parse', 'feat').trim(),
      },
    });
  });

  it('a server that reads the disk gets a disk with the text of B, which is gone afterwards', async () => {
    const seen = join(tempFolder(), 'seen');
    const script: Script = {
      contentRule: { by: 'push' },
      handlers: [on('start', '*', { do: 'run', program: 'cp', args: ['-r', '.', seen], cwd: '.' })],
    };
    const repo = branched({ script, entry: { overlay: 'none' } });
    const left = () => readdirSync(tmpdir()).filter((name) => /^lspcheck-[A-Za-z0-9]{6}$/.test(name));
    const before = new Set(left());
    const done = await repo.changed(['--from', 'main', '--to', 'feat']);
    expect(verdicts(done)).toEqual({ 'a.fx': 'findings', 'gone.fx': 'skipped', 'new.fx': 'clean' });
    const texts = readdirSync(seen).filter((name) => name.endsWith('.fx'));
    expect(texts.sort()).toEqual(['a.fx', 'new.fx', 'same.fx']);
    expect(readFileSync(join(seen, 'a.fx'), 'utf8')).toBe('ok\nBAD\n');
    expect(existsSync(join(seen, '.git'))).toBe(false);
    expect(left().filter((name) => !before.has(name) && existsSync(join(tmpdir(), name, 'same.fx')))).toEqual(
      [],
    );
  });

  it('B is checked out: the working tree, and a server that reads the disk reads that', async () => {
    const repo = branched({ script: 'pushes-truth', entry: { overlay: 'none' } });
    repo.git('checkout', '-q', 'feat');
    const done = await repo.changed(['--from', 'main', '--to', 'HEAD']);
    expect(verdicts(done)).toEqual({ 'a.fx': 'findings', 'gone.fx': 'skipped', 'new.fx': 'clean' });
    expect(repo.scenario.log().received('initialize')[0]?.params).toMatchObject({
      rootUri: `file://${repo.root}`,
    });
  });

  it('nothing differs: 0 files, in words', async () => {
    const done = await branched().changed(['--from', 'main', '--to', 'main']);
    expect(done.exitCode).toBe(0);
    expect(parseReport(done.stdout, done.stderr).files).toEqual([]);
  });

  it('the scope is printed', async () => {
    const repo = branched();
    const done = await runCli(['changed', '--from', 'main', '--to', 'feat'], { cwd: repo.root });
    const [main, feat] = ['main', 'feat'].map((ref) => repo.git('rev-parse', ref).trim().slice(0, 7));
    expect(done.stdout).toContain(`range: 3 files (main ${main} to feat ${feat})`);
  });
});

describe('OC-16 --pre-push, as a hook', () => {
  /** A remote that has main; the hook is `lspcheck changed --pre-push`, its reports go to files. */
  function hooked(): Checked & {
    push(...args: readonly string[]): ReturnType<typeof tryGit>;
    reports(): readonly string[];
  } {
    const repo = branched();
    const outside = tempFolder();
    repo.git('init', '-q', '--bare', join(outside, 'bare'));
    repo.git('remote', 'add', 'origin', join(outside, 'bare'));
    repo.git('push', '-q', 'origin', 'main');
    const hooks = join(outside, 'hooks');
    mkdirSync(hooks);
    const command = `'${process.execPath}' '${cliPath}' changed --pre-push --deadline 20s`;
    writeFileSync(
      join(hooks, 'pre-push'),
      `#!/bin/sh\nexec ${command} --report 'json=${outside}/report.json'\n`,
    );
    chmodSync(join(hooks, 'pre-push'), 0o755);
    repo.git('config', 'core.hooksPath', hooks);
    return {
      ...repo,
      push: (...args) => tryGit(repo.root, ['push', '-q', 'origin', ...args]),
      reports: () =>
        readdirSync(outside)
          .filter((name) => name.startsWith('report'))
          .sort(),
    };
  }
  const has = (repo: TempRepo, ref: string) => repo.git('ls-remote', 'origin', ref) !== '';

  it('a bad commit is blocked, a good one goes through, whatever is checked out', () => {
    const repo = hooked();
    const bad = repo.push('feat');
    expect(bad.status, bad.stderr).not.toBe(0);
    expect(bad.stdout + bad.stderr).toContain('a.fx:2:1');
    expect(has(repo, 'refs/heads/feat')).toBe(false);
    repo.git('checkout', '-q', 'feat');
    repo.commit({ 'a.fx': 'ok\nrepaired\n' });
    repo.git('checkout', '-q', 'main');
    repo.write('a.fx', 'BAD\n');
    const good = repo.push('feat');
    expect(good.status, good.stdout + good.stderr).toBe(0);
    expect(has(repo, 'refs/heads/feat')).toBe(true);
  });

  it('a push of nothing and a deleted branch go through', () => {
    const repo = hooked();
    const nothing = repo.push('main');
    expect(nothing.status, nothing.stdout + nothing.stderr).toBe(0);
    expect(nothing.stdout + nothing.stderr).toContain('0 files in scope (pre-push: no ref is pushed)');
    repo.git('push', '-q', '--no-verify', 'origin', 'main:old');
    const deleted = repo.push(':old');
    expect(deleted.status, deleted.stderr).toBe(0);
    expect(deleted.stdout + deleted.stderr).toContain('0 files in scope (pre-push: old is deleted)');
  });

  it('two commits are two runs, each with its report; the worst decides', () => {
    const repo = hooked();
    repo.git('checkout', '-q', '-b', 'good', 'main');
    repo.commit({ 'good.fx': 'ok\n' });
    const both = repo.push('good', 'feat');
    expect(both.status).not.toBe(0);
    expect(both.stdout + both.stderr).toContain(
      'note: 2 commits are pushed; each is judged and reported on its own',
    );
    const names = ['good', 'feat'].map(
      (ref) => `report-${repo.git('rev-parse', ref).trim().slice(0, 7)}.json`,
    );
    expect(repo.reports()).toEqual([...names].sort());
    expect(has(repo, 'refs/heads/good')).toBe(false);
  });

  it('stdin that git did not write: an error, never 0 files', async () => {
    const repo = branched();
    const names = await repo.changed(['--pre-push'], { stdin: 'a.fx\n' });
    expect(names).toMatchObject({ exitCode: 2, stdout: '' });
    expect(names.stderr).toContain('stdin is something else');
    // What a hook manager leaves that keeps the refs to itself.
    const done = tryGit(repo.root, [
      '-c',
      `alias.x=!'${process.execPath}' '${cliPath}' changed --pre-push </dev/null`,
      'x',
    ]);
    expect(done).toMatchObject({ status: 2, stdout: '' });
    expect(done.stderr).toContain('use_stdin: true');
  });
});

describe('OC-16 in CI', () => {
  it('a pull request: its files, and how they were found', async () => {
    const repo = branched();
    const [base, head] = ['main', 'feat'].map((ref) => repo.git('rev-parse', ref).trim());
    repo.git('checkout', '-q', 'feat');
    const env = githubEnvironment('pull_request', {
      base: base ?? '',
      head: head ?? '',
      merge: head ?? '',
      before: '',
    });
    const done = await repo.changed([], { env });
    expect(done.exitCode, done.stderr).toBe(1);
    expect(verdicts(done)).toEqual({ 'a.fx': 'findings', 'gone.fx': 'skipped', 'new.fx': 'clean' });
    expect(parseReport(done.stdout, done.stderr)).toMatchObject({ scope: { kind: 'base', base, head } });
  });

  it('a scheduled run judges everything', async () => {
    const repo = branched();
    const done = await repo.changed([], { env: githubEnvironment('schedule') });
    expect(verdicts(done)).toMatchObject({ 'a.fx': 'clean', 'gone.fx': 'clean', 'same.fx': 'clean' });
  });

  it('a shallow checkout is exit 4 with what to write, and no report', async () => {
    const repo = branched();
    const clone = join(tempFolder(), 'shallow');
    repo.git('clone', '-q', '--depth', '1', '--branch', 'feat', `file://${repo.root}`, clone);
    const before = repo.git('rev-parse', 'main').trim();
    const env = githubEnvironment('push', { ref: 'refs/heads/feat', before, after: before });
    const done = await runCli(['changed'], { cwd: clone, env });
    expect(done).toMatchObject({ exitCode: 4, stdout: '' });
    expect(done.stderr.replace(/\s+/g, ' ')).toContain(
      `"fetch-depth: 0" for actions/checkout, or git fetch --unshallow origin ${before}`,
    );
  });
});
