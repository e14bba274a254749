// Where output goes: the report on stdout and nothing else there, everything for people on stderr, files whole or not at all,
// and readers that are slow or gone change neither verdict nor code.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../../src/report/registry.js';
import { isAlive, poll } from '../support/processes.js';
import { fileOf, parseReport } from '../support/report.js';
import { cliPath, neutralEnvironment, runCli } from '../support/run-cli.js';
import { type Scenario, scenario } from '../support/scenario.js';

/** About 1.5 MB as JSON. */
const manyFindings = 'BAD\n'.repeat(3000);

function withFinding(content = 'BAD\n'): Scenario {
  return scenario({ files: { 'a.fx': content, 'b.fx': 'ok\n' }, server: 'pushes-truth' });
}

/** The program with its streams in the test's hands. */
function start(one: Scenario, args: readonly string[]) {
  const child = spawn(process.execPath, [cliPath, ...args], {
    cwd: one.root,
    env: neutralEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended, stderr: () => Buffer.concat(errors).toString('utf8') };
}

describe('stdout carries the report and nothing else', () => {
  test.each(formatNames)('%s', async (format) => {
    const one = withFinding();
    const done = await runCli(['files', '--format', format, 'a.fx', 'b.fx'], {
      cwd: one.root,
      env: { LSPCHECK_DEADLINE: 'soon' },
    });
    await one.expectNobodyLeft();
    expect(done.exitCode).toBe(1);
    expect(done.stderr).toBe('note: LSPCHECK_DEADLINE=soon is no duration (300ms, 15s, 2m) and is ignored\n');
    expect(done.stdout).not.toContain('LSPCHECK_DEADLINE');
    expect(done.stdout).toContain('BAD');
    expect(done.stdout.endsWith('\n')).toBe(true);
    if (format === 'json' || format === 'sarif') expect(() => JSON.parse(done.stdout)).not.toThrow();
    if (format === 'jsonl') for (const line of done.stdout.trimEnd().split('\n')) JSON.parse(line);
  });

  test('--quiet and --log-level error say nothing on stderr', async () => {
    for (const flags of [['--quiet'], ['--log-level', 'error']]) {
      const one = withFinding();
      const done = await runCli(['files', 'a.fx', ...flags], {
        cwd: one.root,
        env: { LSPCHECK_DEADLINE: 'soon' },
      });
      expect([done.stderr, done.exitCode]).toEqual(['', 1]);
    }
  });

  test('twice the same run, twice the same bytes', async () => {
    const one = withFinding();
    const [first, second] = await Promise.all([one.print('json'), one.print('json')]);
    expect(first.stdout).toBe(second.stdout);
  });
});

test('paths are shown as somebody in the folder would write them', async () => {
  const one = scenario({ files: { 'a.fx': 'BAD\n', 'sub/b.fx': 'BAD\n' }, server: 'pushes-truth' });
  const done = await runCli(['files', '../a.fx', 'b.fx'], { cwd: join(one.root, 'sub') });
  await one.expectNobodyLeft();
  expect(done.stdout).toMatch(/^\.\.\/a\.fx:1:1: error: /m);
  expect(done.stdout).toMatch(/^b\.fx:1:1: error: /m);
});

describe('on a terminal', () => {
  /** stdout and stderr together, as somebody would see them. Part of every Debian: `script` makes the terminal. */
  const onTerminal = (one: Scenario, command: string, env: Readonly<Record<string, string>> = {}) =>
    spawnSync('script', ['-qec', `stty cols 60; ${command}`, '/dev/null'], {
      cwd: one.root,
      env: { ...neutralEnvironment(env), TERM: 'xterm', PROGRAM: `${process.execPath} ${cliPath}` },
      encoding: 'utf8',
    });

  test('colour, words wrapped at its width, and what it cost last', (context) => {
    if (spawnSync('script', ['--version']).status !== 0)
      context.skip('no util-linux script(1) to make a terminal');
    const one = withFinding();
    const { stdout, status } = onTerminal(one, '$PROGRAM files a.fx b.fx --log-level error');
    const lines = stdout.replaceAll('\r', '').trimEnd().split('\n');
    expect(stdout).toContain('\u001b[31m');
    expect(lines.at(-1)).toMatch(/^2 files, 1 server, \d+\.\d s$/);
    for (const line of lines) expect(line.replaceAll(/\u001b\[\d+m/g, '').length).toBeLessThanOrEqual(60);
    expect(status).toBe(1);
    const plain = onTerminal(one, '$PROGRAM files a.fx b.fx --log-level error', { NO_COLOR: '1' }).stdout;
    expect(plain).not.toContain('\u001b');
    const withoutCost = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '').replace(/\d+\.\d s\r\n$/, '');
    expect(withoutCost(stdout)).toBe(withoutCost(plain));
  });
});

describe('reports in files', () => {
  test('--output instead of stdout, --report beside it, both as stdout would have them', async () => {
    const one = withFinding();
    const names = ['a.fx', 'b.fx'];
    const files = ['--report', 'json=r.json', '--report', 'text=r.txt', '--output', 'r.sarif'];
    const done = await runCli(['files', ...names, '--format', 'sarif', ...files], { cwd: one.root });
    expect(done).toMatchObject({ stdout: '', stderr: '', exitCode: 1 });
    for (const [format, file] of [
      ['json', 'r.json'],
      ['text', 'r.txt'],
      ['sarif', 'r.sarif'],
    ] as const) {
      const alone = await runCli(['files', ...names, '--format', format], { cwd: one.root });
      expect(readFileSync(join(one.root, file), 'utf8')).toBe(alone.stdout);
    }
    expect(readdirSync(one.root).sort()).toEqual([
      'a.fx',
      'b.fx',
      'lspcheck.yml',
      'r.json',
      'r.sarif',
      'r.txt',
    ]);
  });

  test('a file holds no colour, whatever stdout has', async () => {
    const one = withFinding();
    const done = await runCli(['files', 'a.fx', '--color', 'always', '--report', 'text=r.txt'], {
      cwd: one.root,
    });
    expect(done.stdout).toContain('\u001b[');
    expect(readFileSync(join(one.root, 'r.txt'), 'utf8')).not.toContain('\u001b[');
  });

  test('one that cannot be written after all makes no success, and keeps a finding a finding', async () => {
    const intoFullDevice = async (content: string) => {
      const one = withFinding(content);
      const { child, ended, stderr } = start(one, ['files', 'a.fx', '--report', 'json=/dev/full']);
      child.stdout.resume();
      const { code } = await ended;
      await one.expectNobodyLeft();
      return [code, stderr()];
    };
    const message = 'error: cannot write /dev/full: no space left\n';
    expect(await intoFullDevice('ok\n')).toEqual([2, message]);
    expect(await intoFullDevice('BAD\n')).toEqual([1, message]);
  });

  test('github appends the job summary to what is there', async () => {
    const one = withFinding();
    one.write('summary.md', 'before\n');
    const env = { GITHUB_STEP_SUMMARY: join(one.root, 'summary.md') };
    await runCli(['files', 'a.fx', '--format', 'github'], { cwd: one.root, env });
    const summary = readFileSync(join(one.root, 'summary.md'), 'utf8');
    expect(summary).toMatch(/^before\n### /);
    expect(summary).toContain('BAD is not allowed');
    await runCli(['files', 'a.fx'], { cwd: one.root, env });
    expect(readFileSync(join(one.root, 'summary.md'), 'utf8')).toBe(summary);
  });
});

describe('--trace', () => {
  test('what happened when, of the run that is reported; the page shows it with --timings', async () => {
    const one = withFinding();
    const args = ['files', 'a.fx', 'b.fx', '--trace', 't.json', '--timings', '--report', 'html=r.html'];
    const done = await runCli(args, { cwd: one.root });
    await one.expectNobodyLeft();
    expect(done).toMatchObject({ exitCode: 1, stderr: '' });
    const trace = JSON.parse(readFileSync(join(one.root, 't.json'), 'utf8'));
    const spans = trace.traceEvents.filter(({ ph }: { ph: string }) => ph === 'X');
    expect(spans.map(({ name }: { name: string }) => name)).toEqual([
      'run',
      'starting',
      'judging',
      'a.fx',
      'b.fx',
    ]);
    const [run, starting, judging, ...documents] = spans;
    expect(starting.ts + starting.dur).toBe(judging.ts);
    for (const { ts, dur, args: said } of documents) {
      expect(ts).toBeGreaterThanOrEqual(judging.ts);
      expect(ts + dur).toBeLessThanOrEqual(run.dur);
      expect(said.settled).toMatch(/^push-/);
    }
    expect(trace.traceEvents.filter(({ name }: { name: string }) => name === 'published')).toHaveLength(2);
    const page = readFileSync(join(one.root, 'r.html'), 'utf8');
    expect(page).toContain('<section id="timeline">');
    expect(page.match(/<rect /g)).toHaveLength(4);
  });

  test('a file that cannot be written is said before anything is judged', async () => {
    const one = withFinding();
    const done = await runCli(['files', 'a.fx', '--trace', 'no/such/t.json'], { cwd: one.root });
    expect(done).toMatchObject({ stdout: '', exitCode: 2 });
    expect(done.stderr).toContain('cannot write no/such/t.json: its folder does not exist');
    expect(one.log().received('initialize')).toEqual([]);
  });
});

describe('readers', () => {
  test('one that stops after a line (`| head -1`)', async () => {
    const one = withFinding(manyFindings);
    const { child, ended, stderr } = start(one, ['files', 'a.fx', '--format', 'json']);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(stderr()).toBe('');
    await one.expectNobodyLeft();
  });

  test('head in a shell, with a report of several megabytes, in every format', async () => {
    const one = withFinding(manyFindings);
    spawnSync('git', ['init', '--quiet'], { cwd: one.root });
    // Bash tells the code of each command of a pipe.
    const lines = formatNames.map(
      (format) =>
        `"$NODE" "$PROGRAM" changed --format ${format} | head -1 >/dev/null; echo ${format} \${PIPESTATUS[0]}`,
    );
    const done = spawnSync('bash', ['-c', lines.join('\n')], {
      cwd: one.root,
      env: { ...neutralEnvironment(), NODE: process.execPath, PROGRAM: cliPath },
      encoding: 'utf8',
    });
    expect(done.stdout.trim().split('\n')).toEqual(formatNames.map((format) => `${format} 1`));
    expect(done.stderr.replaceAll(/^lspcheck: .* left\n/gm, '')).toBe('');
    await one.expectNobodyLeft();
  });

  test('one that was never there', async () => {
    const one = withFinding();
    const { child, ended, stderr } = start(one, ['files', 'a.fx']);
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(stderr()).toBe('');
    await one.expectNobodyLeft();
  });

  test('a slow one gets every byte of a report of more than a megabyte', async () => {
    const one = withFinding(manyFindings);
    const { child, ended } = start(one, ['files', 'a.fx', 'b.fx', '--format', 'json']);
    const chunks: Buffer[] = [];
    child.stdout.pause();
    // Reads nothing before the program has written what the pipe takes, and then in small bites.
    await new Promise((resolve) => child.stdout.once('readable', resolve));
    await poll(() => one.log().received('shutdown').length > 0, 20_000, 'the end of the server');
    for await (const chunk of smallBites(child.stdout)) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(fileOf(parseReport(text, ''), 'a.fx').diagnostics).toHaveLength(3000);
    expect(await ended).toEqual({ code: 1, signal: null });
  });

  test('with one that reads nothing, a second signal still ends the program', async () => {
    const one = withFinding(manyFindings);
    const { child, ended } = start(one, ['files', 'a.fx', '--format', 'json']);
    child.stdout.pause();
    await poll(() => one.log().received('shutdown').length > 0, 20_000, 'the end of the server');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const { code } = await ended;
    expect([130, 143]).toContain(code);
    await one.expectNobodyLeft();
  });
});

describe('a signal before anything is judged', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a git that hangs, and is exit %d', async (signal, exitCode) => {
    const one = withFinding();
    one.write('bin/git', `#!/bin/sh\necho $$ > ${one.root}/started\nexec sleep 100\n`);
    chmodSync(join(one.root, 'bin/git'), 0o755);
    const started = () => existsSync(join(one.root, 'started'));
    const done = await runCli(['changed', '--format', 'json'], {
      cwd: one.root,
      env: { PATH: `${join(one.root, 'bin')}:${process.env.PATH}` },
      whileRunning: async (child) => {
        await poll(started, 10_000, 'the start of git');
        child.kill(signal);
      },
    });
    expect(done).toMatchObject({ stdout: '', exitCode, signal: null });
    expect(done.stderr).toBe(`error: interrupted by ${signal} before anything was judged\n`);
    expect(isAlive(Number(readFileSync(join(one.root, 'started'), 'utf8')))).toBe(false);
  });
});

/** A stream in pieces of at most 4 KiB, each in a turn of its own. */
async function* smallBites(stream: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length; at += 4096) {
      yield bytes.subarray(at, at + 4096);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

test('the schemas are printed as the package carries them', async () => {
  for (const [args, file] of [
    [['schema'], 'config'],
    [['schema', 'config'], 'config'],
    [['schema', 'report'], 'report'],
  ] as const) {
    const path = join(import.meta.dirname, `../../schema/${file}.schema.json`);
    expect(existsSync(path)).toBe(true);
    const done = await runCli(args, { cwd: import.meta.dirname });
    expect(done).toMatchObject({ stdout: readFileSync(path, 'utf8'), stderr: '', exitCode: 0 });
  }
});
