// Many files: opened window by window, so that neither the server nor we hold them all; every one has its verdict, and what is
// not on the disk stays open for all of them.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { hosts } from '../support/hosts.js';
import { type Scenario, scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';
import type { ServerLog } from '../support/server-log.js';

const maxOpenDocuments = 50;
/** A quarter of what the cases say: there are many windows. */
const quietPeriod = '75ms';
const line = 'a line of text that is forty chars long..\n';

/** 4 kB each; every tenth is wrong. */
function many(count: number): Scenario {
  const names = Array.from({ length: count }, (_, index) => `f_${String(index).padStart(4, '0')}.fx`);
  const text = (index: number) => `${index % 10 === 3 ? 'BAD' : 'ok'}\n${line.repeat(100)}`;
  return scenario({
    files: Object.fromEntries(names.map((name, index) => [name, text(index)])),
    servers: {
      fake: { script: { contentRule: { by: 'push', version: 'doc' } }, entry: { maxOpenDocuments } },
    },
  });
}

/** The most documents that were open at once, as the server saw it. */
function mostOpen(log: ServerLog): number {
  let open = 0;
  let most = 0;
  for (const { dir, message } of log.entries) {
    if (dir !== 'in') continue;
    if (message?.method === 'textDocument/didOpen') open += 1;
    if (message?.method === 'textDocument/didClose') open -= 1;
    most = Math.max(most, open);
  }
  return most;
}

/** The most memory it ever held, in bytes, as far as we looked (proc(5): VmHWM). */
async function peakOf(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1');
      peak = 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? peak / 1024);
    } catch {
      break; // it has ended
    }
    await delay(10);
  }
  return peak;
}

/** The run, and the most memory that our own process held meanwhile. */
async function measured(one: Scenario) {
  let peak = 0;
  const whileRunning = async (child: ChildProcess) => {
    peak = await peakOf(child);
  };
  const run = await one.check({ host: 'cli', deadline: '50s', quietPeriod, whileRunning });
  return { run, peak };
}

it('a thousand files: every one has its verdict, few are open at once, and our memory hardly grows', async (context) => {
  if (process.platform !== 'linux') context.skip('memory is read from /proc (Linux only)');
  const few = await measured(many(200));
  const { run, peak } = await measured(many(1000));
  expect(run.report.files).toHaveLength(1000);
  expect(run.report.summary).toMatchObject({ files: 1000, findings: 100, clean: 900, unknown: 0 });
  expectFile(run, 'f_0993.fx').findings([{ line: 1, column: 1 }]);
  expectFile(run, 'f_0999.fx').clean();
  expectRun(run).complete();
  expect(run.log().received('textDocument/didOpen')).toHaveLength(1000);
  expect(mostOpen(run.log())).toBe(maxOpenDocuments);
  // Measured: 78 MB for 200 files, 108 MB for 1,000; 4 kB of it is each file's text.
  expect(peak).toBeLessThan(250e6);
  expect((peak - few.peak) / 800).toBeLessThan(100e3);
});

describe.each(hosts)('beside text that is not on the disk (%s)', (host) => {
  it('files are judged in windows, and all of them see it', async () => {
    const users = Array.from({ length: 80 }, (_, index) => `u_${String(index).padStart(3, '0')}.fx`);
    const one = scenario({
      files: {
        'lib.fx': 'ok\n',
        ...Object.fromEntries(users.map((name) => [name, 'old\n'])),
      },
      servers: {
        fake: {
          script: { contentRule: { by: 'push', followsUses: true } },
          entry: { maxOpenDocuments: 30 },
        },
      },
    });
    const repo = repositoryIn(one);
    for (const name of users) repo.stage(name, 'use lib.fx\n');
    repo.stage('lib.fx', 'BAD\n');
    repo.write('lib.fx', 'ok\n');
    const run = await one.check({ host, scope: 'staged', quietPeriod });
    for (const name of users)
      expectFile(run, name).findings([{ line: 1, column: 1, message: 'lib.fx is not allowed' }]);
    expectFile(run, 'lib.fx').findings([{ line: 1, column: 1, message: 'BAD is not allowed' }]);
    expectRun(run).complete();
    const log = run.log();
    expect(mostOpen(log)).toBe(31);
    expect(log.received('textDocument/didClose', 'lib.fx')).toEqual([]);
  });
});
