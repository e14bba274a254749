// However a run ends, nothing is left in the temporary folder: no tree, no folder of the servers'. And what a temporary
// folder refuses is told in a sentence.

import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { check } from '../../src/index.js';
import { type DiskRepo, type DiskSetup, diskRepository } from '../support/disk-server.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { poll } from '../support/processes.js';
import { parseReport, type Report } from '../support/report.js';
import { cliPath, neutralEnvironment } from '../support/run-cli.js';

function differing(setup: DiskSetup = {}): DiskRepo {
  const repo = diskRepository({ 'a.fx': 'ok\n' }, setup);
  repo.stage('a.fx', 'staged\n');
  repo.write('a.fx', 'disk\n');
  return repo;
}

/** Runs once the server has been asked, and so both folders are there. */
function whenAsked(repo: DiskRepo, act: (child: ChildProcess) => void) {
  return async (child: ChildProcess) => {
    const log = join(repo.scenario.outside, 'disk.log');
    await poll(
      () => existsSync(log) && readFileSync(log, 'utf8').includes('"asked"'),
      20_000,
      'that it is asked',
    );
    expect(
      readdirSync(repo.temp)
        .map((name) => name.slice(0, 13))
        .sort(),
    ).toEqual(['lspcheck-run-', 'lspcheck-tree']);
    act(child);
  };
}

/** The first cell's reason. */
const reasonOf = ({ files }: Report) => files[0]?.cells[0]?.reason;

describe('nothing is left', () => {
  it('after the deadline', async () => {
    const run = await differing({ vice: 'hang' }).checkStaged({ deadline: '2s' });
    expect(reasonOf(run.report)).toBe('deadline');
    expectRun(run).exits(3);
  });

  it('by a server that does not stop when it is told to', async () => {
    expectRun(await differing({ vice: 'slow-stop' }).checkStaged()).exits(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('after %s', async (signal, code) => {
    const repo = differing({ vice: 'hang' });
    const whileRunning = whenAsked(repo, (child) => child.kill(signal));
    const printed = await repo.print('json', { deadline: '60s', whileRunning });
    expect(printed.exitCode).toBe(code);
    expect(reasonOf(parseReport(printed.stdout, printed.stderr))).toBe('interrupted');
    expect(readdirSync(repo.temp)).toEqual([]);
  });

  it('after a second signal, which waits for nothing', async () => {
    const repo = differing({ vice: 'hang' });
    const whileRunning = whenAsked(repo, (child) => {
      child.kill('SIGINT');
      child.kill('SIGTERM');
    });
    const printed = await repo.print('json', { deadline: '60s', whileRunning });
    expect([130, 143]).toContain(printed.exitCode);
    await repo.expectTempEmpty();
  });

  it('after SIGKILL', async () => {
    const repo = differing({ vice: 'hang' });
    const whileRunning = whenAsked(repo, (child) => child.kill('SIGKILL'));
    const printed = await repo.print('json', { deadline: '60s', whileRunning });
    expect(printed.signal).toBe('SIGKILL');
    await repo.expectTempEmpty();
  });

  it('after an error of our own', async () => {
    const repo = differing();
    vi.stubEnv('TMPDIR', repo.temp);
    onTestFinished(() => void vi.unstubAllEnvs());
    const broken = check({
      cwd: repo.root,
      env: neutralEnvironment(),
      scope: { kind: 'staged', paths: [] },
      options: {},
      deps: {
        spawn: () => {
          throw new Error('a bug');
        },
      },
    });
    await expect(broken).rejects.toThrow('a bug');
    await repo.expectTempEmpty();
  });
});

describe('while the tree is being made', () => {
  /** Git that stops at the second reading of blobs, until `go` is there: the first one is for the text to be judged. */
  function slowGit(repo: DiskRepo) {
    const bin = join(repo.scenario.outside, 'bin');
    mkdirSync(bin);
    const state = join(repo.scenario.outside, 'git');
    const script = `#!/bin/sh
case " $* " in *" --batch "*)
  echo x >> ${state}.count
  [ "$(wc -l < ${state}.count)" -ge 2 ] && while [ ! -e ${state}.go ]; do sleep 0.05; done
esac
PATH=\${PATH#*:} exec git "$@"
`;
    writeFileSync(join(bin, 'git'), script);
    chmodSync(join(bin, 'git'), 0o755);
    return {
      env: { PATH: `${bin}:${process.env['PATH']}` },
      go: () => writeFileSync(`${state}.go`, ''),
      isWaiting: () => existsSync(`${state}.count`) && readFileSync(`${state}.count`, 'utf8').length >= 4,
    };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)('%s leaves nothing', async (signal, code) => {
    const repo = differing();
    const git = slowGit(repo);
    const printed = await repo.print('json', {
      deadline: '60s',
      env: git.env,
      whileRunning: async (child) => {
        await poll(git.isWaiting, 20_000, 'that git waits');
        expect(readdirSync(repo.temp)).toHaveLength(1);
        child.kill(signal);
      },
    });
    git.go();
    expect(printed.exitCode).toBe(code);
    await repo.expectTempEmpty();
    if (code === null) return;
    const report = parseReport(printed.stdout, printed.stderr);
    expect(reasonOf(report)).toBe('interrupted');
    expect(report.complete).toBe(false);
  });

  it('the deadline ends it, and no server is started in half a tree', async () => {
    const repo = differing();
    const git = slowGit(repo);
    const run = await repo.checkStaged({
      deadline: '1s',
      env: git.env,
      whileRunning: async () => {
        await poll(git.isWaiting, 20_000, 'that git waits');
        const seen = performance.now();
        await poll(() => performance.now() - seen > 1000, 2000, 'that the deadline is past');
        git.go();
      },
    });
    expect(reasonOf(run.report)).toBe('deadline');
    expect(run.serverRoot).toBeUndefined();
    expectRun(run).exits(3);
  });

  it('git that fails is a reason, and no end of the run', async () => {
    const repo = differing();
    const oid = repo.git('hash-object', '-w', 'a.fx').trim();
    repo.git('update-index', '--add', '--cacheinfo', `100644,${oid},gone.txt`);
    const [folder = '', file = ''] = [oid.slice(0, 2), oid.slice(2)];
    spawnSync('rm', ['-f', join(repo.root, '.git/objects', folder, file)]);
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').unknown(
      'disk-only',
      /^disk reads the disk, and git does not have the text of "gone.txt"$/,
    );
    expectRun(run).exits(3);
  });
});

describe('a temporary folder that refuses', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the configuration
  const needsFolder = { entry: { env: { CACHE: '${temp}/cache' } } };

  it('to be written: no tree, and a server that needs a folder of its own is not started', async () => {
    const env = { TMPDIR: '/proc' };
    const repo = differing(needsFolder);
    const apart = await repo.checkStaged({ env });
    expectFile(apart, 'a.fx').unknown(
      'disk-only',
      /^disk reads the disk, and the judged text cannot be written to the temporary folder \(E[A-Z]+: [a-z ]+\); let TMPDIR name another$/,
    );
    repo.write('a.fx', 'staged\n');
    const inPlace = await repo.checkStaged({ env });
    expectFile(inPlace, 'a.fx').unknown(
      'not-started',
      /^disk could not be started: it needs a private folder, and the temporary folder takes none \(E[A-Z]+: /,
    );
    expectRun(inPlace).exits(3);
  });

  it('to be written: a server that needs none is started', async () => {
    const repo = differing();
    repo.write('a.fx', 'staged\n');
    expectRun(await repo.checkStaged({ env: { TMPDIR: '/proc' } })).exits(0);
    expectRun(await repo.checkStaged({ env: { TMPDIR: join(repo.temp, 'missing') } })).exits(0);
  });

  it('to hold the tree: no tree, and nothing of it is left', () => {
    const repo = differing();
    // No file may grow: what a full disk does, without one.
    const limited = [
      '-c',
      'ulimit -f 0 && exec "$@"',
      'sh',
      process.execPath,
      cliPath,
      'changed',
      '--staged',
      '--format',
      'json',
    ];
    const { stdout, stderr, status } = spawnSync('sh', limited, {
      ...{ cwd: repo.root, env: neutralEnvironment({ TMPDIR: repo.temp }), encoding: 'utf8' },
    });
    const cell = parseReport(stdout, stderr).files[0]?.cells[0];
    expect(cell).toMatchObject({ verdict: 'unknown', reason: 'disk-only' });
    expect(cell?.detail).toMatch(/cannot be written to the temporary folder \(EFBIG: file too large\)/);
    expect(status).toBe(3);
    expect(readdirSync(repo.temp)).toEqual([]);
  });
});
