// OC-18, 4: runs beside a loop of `git add` and `git commit`. No foreign git command ever fails because of us, no lock is left, and
// every run comes to a true end of its own.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeDeep } from '../support/deep.js';
import { parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';

const scopes = [['changed', '--staged'], ['changed'], ['changed', '--base', 'HEAD~1'], ['all']] as const;

/** Of so many runs, each in the next scope, how they ended; and of the commands of somebody who works meanwhile. */
async function besideGit(runs: number) {
  const files = { 'a.fx': 'ok\n', 'b.fx': 'ok\n' };
  const one = scenario({ files, server: 'pushes-truth' });
  const repo = repositoryIn(one);
  repo.git('commit', '-q', '--allow-empty', '-m', 'second');
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', args, { cwd: repo.root, env: repo.env });
  let running = true;
  let foreign = 0;
  const work = async () => {
    for (; running; foreign += 2) {
      repo.write('a.fx', `round ${foreign}\n`);
      await git('add', '.');
      await git('commit', '-q', '--allow-empty', '-m', 'x');
    }
  };
  const working = work();
  const ends: (number | null)[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const scope = scopes[run % scopes.length] ?? ['all'];
      const done = await runCli([...scope, '--format', 'json', '--deadline', '60s'], { cwd: one.root });
      ends.push(done.exitCode);
      expect(
        parseReport(done.stdout, done.stderr).files.filter(({ verdict }) => verdict === 'findings'),
      ).toEqual([]);
    }
  } finally {
    running = false;
  }
  await working;
  await one.expectNobodyLeft();
  const locks = readdirSync(join(repo.root, '.git'), { recursive: true, encoding: 'utf8' });
  return { ends, foreign, locks: locks.filter((name) => name.endsWith('.lock')) };
}

/** A file that is written while it is judged may be unknown (3): it is not what was listed any more. */
function expectTrueEnds({ ends, foreign, locks }: Awaited<ReturnType<typeof besideGit>>, runs: number): void {
  expect(ends.filter((code) => code !== 0 && code !== 3)).toEqual([]);
  expect(ends).toHaveLength(runs);
  expect(foreign).toBeGreaterThan(0);
  expect(locks).toEqual([]);
}

it('OC-18 4: eight runs beside git add and git commit', async () => {
  expectTrueEnds(await besideGit(8), 8);
});

describeDeep('OC-18 4: two hundred runs beside git add and git commit', () => {
  it('every foreign command succeeds', { timeout: 1_800_000 }, async () => {
    expectTrueEnds(await besideGit(200), 200);
  });
});
