// OC-18 through the whole program: in a repository in the middle of a merge nothing is other than before, however a run ends; what is
// unmerged is unknown; and git commands that run beside it never fail. (Room by room: git-untouched.test.ts.)

import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bytesOf, makeBusy } from '../support/busy-repo.js';
import { poll } from '../support/processes.js';
import { parseReport } from '../support/report.js';
import { type CliOptions, type CliResult, runCli } from '../support/run-cli.js';
import { type Scenario, type ServerSetup, scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';
import type { TempRepo } from '../support/temp-repo.js';

interface Busy {
  readonly repo: TempRepo;
  readonly one: Scenario;
  /** Fails when anything is other than before. */
  run(args: readonly string[], options?: Partial<CliOptions>): Promise<CliResult>;
}

function busy(server: ServerSetup, unmerged = false): Busy {
  const one = scenario({ files: { 'first.fx': 'first\n' }, servers: { fake: server } });
  const repo = repositoryIn(one);
  makeBusy(repo, unmerged);
  return {
    repo,
    one,
    run: async (args, options) => {
      const before = bytesOf(repo);
      const done = await runCli([...args, '--format', 'json', '--deadline', '60s'], {
        cwd: one.root,
        ...options,
      });
      expect(bytesOf(repo)).toEqual(before);
      await one.expectNobodyLeft(done.stderr);
      return done;
    },
  };
}

const scopes = [
  ['changed'],
  ['changed', '--staged'],
  ['changed', '--base', 'other'],
  ['changed', '--from', 'main~1', '--to', 'other'],
  ['changed', '--staged', '--only', 'new'],
  ['all'],
] as const;

describe('OC-18 in the middle of a merge', () => {
  it('1: after a normal end, in every scope', async () => {
    const { run, repo } = busy({ script: 'pushes-truth' });
    for (const scope of scopes) {
      const done = await run(scope);
      expect([0, 1], `${scope.join(' ')}: ${done.stderr}`).toContain(done.exitCode);
    }
    expect(repo.git('stash', 'list')).not.toBe('');
    expect(repo.git('rev-parse', '--verify', 'MERGE_HEAD')).toBe(repo.git('rev-parse', 'other'));
  });

  it.each([
    ['2', 'SIGINT', 'full'],
    ['2', 'SIGINT', 'none'],
    ['3', 'SIGKILL', 'full'],
    ['3', 'SIGKILL', 'none'],
  ] as const)('%s: after %s while the server works (overlay: %s)', async (_, signal, overlay) => {
    const { run, one } = busy({ script: 'silent', entry: { overlay } });
    const whileRunning = async (child: ChildProcess) => {
      await poll(() => one.log().received('textDocument/didOpen').length > 0, 30_000, 'that a file is open');
      child.kill(signal);
    };
    const done = await run(['changed', '--staged'], { whileRunning });
    if (signal === 'SIGINT') expect(done.exitCode).toBe(130);
    else expect(done.signal).toBe('SIGKILL');
  });

  it('6: what is unmerged is unknown, the others are checked', async () => {
    const { run } = busy({ script: 'pushes-truth' }, true);
    for (const scope of [['changed'], ['changed', '--staged']]) {
      const done = await run(scope);
      const files = parseReport(done.stdout, done.stderr).files;
      const told = Object.fromEntries(files.map(({ path, verdict, reason }) => [path, reason ?? verdict]));
      expect(told).toMatchObject({ 'a.fx': 'clean', 'b.fx': 'unmerged', 'part.fx': 'clean' });
      expect(done.exitCode).toBe(3);
    }
  });
});
