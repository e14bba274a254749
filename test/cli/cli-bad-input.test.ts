// Bad input at the command line: each a clear sentence on stderr, stdout empty, the contract's code, nothing judged,
// no stack. Where only a file is bad, it is unknown or skipped by name, and the others are judged.

import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../../src/report/registry.js';
import { fileOf, parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { scenario } from '../support/scenario.js';
import { tempFolder, tempRepo } from '../support/temp-repo.js';

async function refused(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, exitCode } = await runCli(args, { cwd, env });
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  return { stderr, exitCode };
}

describe('the command line', () => {
  test.each<[readonly string[], string, string]>([
    [['changed', '--stagd'], 'unknown flag --stagd', 'did you mean --staged?'],
    [['chaged'], 'unknown command chaged', 'did you mean `lspcheck changed`?'],
    [['a.fx'], 'unknown command a.fx', 'did you mean `lspcheck files a.fx`?'],
    [
      ['changed', '--deadline', '5'],
      '"5" is no duration for --deadline',
      'write a number above zero with ms, s or m: 300ms, 15s, 2m, or none',
    ],
    [
      ['changed', '--format', 'jsn'],
      '"jsn" is no value of --format',
      `did you mean "json"? (${formatNames.join(', ')})`,
    ],
    [
      ['changed', '--staged', '--base', 'main'],
      '--staged and --base exclude each other',
      'a run has one scope',
    ],
  ])('%j', async (args, error, hint) => {
    const { root } = scenario({ files: { 'a.fx': 'ok' } });
    expect(await refused(args, root)).toEqual({ stderr: `error: ${error}\n\nhint: ${hint}\n`, exitCode: 2 });
  });

  test.each(['text', 'json', 'jsonl', 'sarif', 'github'])(
    'leaves stdout empty with --format %s',
    async (format) => {
      const { exitCode } = await refused(['changed', '--format', format, '--stagd'], tempFolder());
      expect(exitCode).toBe(2);
    },
  );

  test('no argument: the short help on stderr, so that a hook that lost its arguments is not green', async () => {
    const { stderr, exitCode } = await refused([], tempFolder());
    expect(stderr).toContain('Exit codes');
    expect(exitCode).toBe(2);
  });

  test('-h and --help: on stdout, whatever else is there', async () => {
    for (const args of [['-h'], ['--help'], ['changed', '--staged', '-h']]) {
      const done = await runCli(args, { cwd: tempFolder() });
      expect(done).toMatchObject({ stderr: '', exitCode: 0 });
      expect(done.stdout).toContain('lspcheck changed');
    }
  });

  test('a server that does not exist', async () => {
    const { root } = scenario({ files: { 'a.fx': 'ok' } });
    expect(await refused(['files', 'a.fx', '--server', 'fak'], root)).toEqual({
      stderr: 'error: --server: there is no server "fak"\n\nhint: did you mean "fake"? (fake)\n',
      exitCode: 2,
    });
  });

  test('a report that cannot be written is known before anything is judged', async () => {
    const { root, log } = scenario({ files: { 'a.fx': 'BAD' }, server: 'pushes-truth' });
    expect(await refused(['files', 'a.fx', '--report', 'json=out/a.json'], root)).toEqual({
      stderr: 'error: cannot write out/a.json: its folder does not exist\n\nhint: mkdir -p out\n',
      exitCode: 2,
    });
    expect(log().received('initialize')).toEqual([]);
  });
});

describe('the configuration', () => {
  const broken = async (text: string, args: readonly string[] = ['files', 'a.fx']) => {
    const { root } = scenario({ files: { 'a.fx': 'ok' } });
    writeFileSync(join(root, 'lspcheck.yml'), text);
    const { stderr, exitCode } = await refused(args, root);
    expect(exitCode).toBe(2);
    return stderr;
  };

  test('a file that does not exist', async () => {
    expect(await broken('', ['files', 'a.fx', '--config', 'nope.yml'])).toMatch(/^error: .*nope\.yml/);
  });

  test('a syntax error, at its place', async () => {
    expect(await broken('servers:\n  fake: [\n')).toMatch(/^lspcheck\.yml:\d+:\d+: error: /);
  });

  test('an unknown key, with the one that was meant', async () => {
    const stderr = await broken('servers:\n  mine:\n    comand: [x, --stdio]\n    files: ["*.fx"]\n');
    expect(stderr).toMatch(
      /^lspcheck\.yml:3:5: error: unknown key "comand" in servers\.mine\n > 3 │ {5}comand/,
    );
    expect(stderr).toContain('did you mean "command"?');
    expect(stderr).toMatch(/\nerror: \d mistakes? in lspcheck\.yml, nothing judged\n$/);
  });

  test('a wrong type, at its value', async () => {
    expect(await broken('servers: { typescript: {} }\ncheck:\n  deadline: [2]\n')).toMatch(
      /^lspcheck\.yml:3:13: error: /,
    );
  });
});

describe('the scope', () => {
  test('not a repository', async () => {
    const { stderr, exitCode } = await refused(['changed'], tempFolder());
    expect(stderr).toMatch(/^error: not a git repository/);
    expect(exitCode).toBe(4);
  });

  test('a base that does not exist', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.txt': 'text\n' });
    const { stderr, exitCode } = await refused(['changed', '--base', 'nope'], repo.root, repo.env);
    expect(stderr).toMatch(/^error: .*nope/);
    expect(exitCode).toBe(4);
  });

  test.each([['--base='], ['--base=-x'], ['--base= ']])('%s is no ref', async (flag) => {
    expect((await refused(['changed', flag], tempFolder())).exitCode).toBe(2);
  });

  test('no commit yet: everything is new', async () => {
    const repo = tempRepo();
    repo.write('a.txt', 'text\n');
    const { stdout, exitCode } = await runCli(['changed'], { cwd: repo.root, env: repo.env });
    expect(stdout).toContain('empty tree');
    expect(exitCode).toBe(0);
  });

  test('git is not installed', async () => {
    const { stderr, exitCode } = await refused(['changed'], tempFolder(), { PATH: '/nonexistent' });
    expect(stderr).toMatch(/^error: git is not installed/);
    expect(exitCode).toBe(4);
  });

  test('a pattern that matches nothing', async () => {
    const { root } = scenario({ files: { 'a.fx': 'ok' } });
    const { stderr, exitCode } = await refused(['files', '*.nope'], root);
    expect(stderr).toMatch(/^error: \*\.nope/);
    expect(exitCode).toBe(2);
  });
});

describe('files: the bad ones are named, the others judged', () => {
  const findings = { verdict: 'findings' };

  test('missing, not UTF-8, too large, binary, empty, with a byte order mark', async () => {
    const one = scenario({
      files: {
        'a.fx': 'BAD',
        'bom.fx': '\ufeffBAD',
        'empty.fx': '',
        'latin.fx': new Uint8Array([0x42, 0x41, 0x44, 0xe9, 0x0a]),
        'binary.fx': new Uint8Array([0x42, 0x00, 0x01, 0x44]),
        'large.fx': new Uint8Array(50_000_000).fill(0x61),
      },
      server: 'pushes-truth',
    });
    symlinkSync('/etc/hostname', join(one.root, 'link.fx'));
    const named = ['a.fx', 'bom.fx', 'empty.fx', 'latin.fx', 'binary.fx', 'large.fx', 'nope.fx', 'link.fx'];
    const run = await one.check({ paths: named });
    expect(run.exitCode).toBe(1);
    expect(run.report.complete).toBe(false);
    expect(run.report.files).toHaveLength(named.length);
    expect(fileOf(run.report, 'a.fx')).toMatchObject(findings);
    expect(fileOf(run.report, 'bom.fx')).toMatchObject({
      ...findings,
      diagnostics: [{ range: { start: { line: 1, column: 1 } } }],
    });
    expect(fileOf(run.report, 'empty.fx')).toMatchObject({ verdict: 'clean' });
    expect(fileOf(run.report, 'latin.fx')).toMatchObject({ verdict: 'unknown', reason: 'read-failed' });
    expect(fileOf(run.report, 'nope.fx')).toMatchObject({ verdict: 'unknown', reason: 'read-failed' });
    expect(fileOf(run.report, 'large.fx')).toMatchObject({ verdict: 'unknown', reason: 'too-large' });
    expect(fileOf(run.report, 'binary.fx')).toMatchObject({ verdict: 'skipped', reason: 'binary' });
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test('outside of the root, however it is spelt', async () => {
    const one = scenario({ files: { 'a.fx': 'BAD' }, server: 'pushes-truth' });
    const outside = join(one.outside, 'o.fx');
    writeFileSync(outside, 'BAD');
    for (const name of [outside, '../outside/o.fx']) {
      const done = await runCli(['files', '--format', 'json', 'a.fx', name], { cwd: one.root });
      await one.expectNobodyLeft(done.stderr);
      const report = parseReport(done.stdout, done.stderr);
      expect(fileOf(report, '../outside/o.fx')).toMatchObject({ verdict: 'unknown', reason: 'read-failed' });
      expect(fileOf(report, 'a.fx')).toMatchObject(findings);
      expect(done.exitCode).toBe(1);
    }
  });

  test('an unreadable file', async (context) => {
    if (process.getuid?.() === 0) context.skip('root may read every file');
    const one = scenario({ files: { 'a.fx': 'BAD', 'locked.fx': 'BAD' }, server: 'pushes-truth' });
    chmodSync(join(one.root, 'locked.fx'), 0);
    const run = await one.check();
    expect(fileOf(run.report, 'locked.fx')).toMatchObject({ verdict: 'unknown', reason: 'read-failed' });
    expect(fileOf(run.report, 'a.fx')).toMatchObject(findings);
  });

  test('names on stdin are names, never patterns or flags', async () => {
    const one = scenario({
      files: { '[a].fx': 'BAD', 'a.fx': 'ok', '--staged': 'x' },
      server: 'pushes-truth',
    });
    const args = ['files', '--stdin', '--format', 'json'];
    const done = await runCli(args, { cwd: one.root, stdin: '[a].fx\0--staged\0' });
    await one.expectNobodyLeft(done.stderr);
    const { files } = parseReport(done.stdout, done.stderr);
    expect(files.map(({ path, verdict }) => [path, verdict])).toEqual([
      ['--staged', 'skipped'],
      ['[a].fx', 'findings'],
    ]);
  });

  test('no name on stdin: 0 files, said in words', async () => {
    const { root } = scenario({ files: {} });
    const done = await runCli(['files', '--stdin'], { cwd: root, stdin: '' });
    expect(done).toMatchObject({ stderr: '', exitCode: 0 });
    expect(done.stdout).toMatch(/^– nothing to check: 0 files/);
  });
});

describe('no server at all', () => {
  test('without a configuration: exit 3, with the command that installs one', async () => {
    const repo = tempRepo();
    repo.write('a.py', 'x = 1\n');
    const tools = tempFolder();
    symlinkSync(
      execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
      join(tools, 'git'),
    );
    const done = await runCli(['changed'], { cwd: repo.root, env: { ...repo.env, PATH: tools } });
    expect(done.exitCode).toBe(3);
    expect(done.stdout).toMatch(/skipped {2}no-server: 1 Python file\n(.*\n)*.*fix: .*pyright/);
  });
});
