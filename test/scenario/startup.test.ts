// OC-23: a configured server that does not come up makes its files unknown, and says why.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { E, on, push, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { fileOf } from '../support/report.js';
import { type ServerSetup, scenario } from '../support/scenario.js';

interface Failure {
  readonly second: ServerSetup;
  /** What the reason must quote. */
  readonly told: RegExp;
}

const failures: Readonly<Record<string, Failure>> = {
  'A: no such command': { second: { command: ['no-such-ls'] }, told: /no-such-ls/ },
  'B: no permission to execute': { second: { command: ['./denied-ls'] }, told: /denied-ls/ },
  'C: exits with 0 at once': { second: { script: 'exits-zero-at-once' }, told: /No schema defined/ },
  'D: a wrapper that exits with 127': {
    second: { command: ['sh', '-c', 'sleep 1; exit 127'] },
    told: /127/,
  },
  'E: initialize is answered with an error': {
    second: { script: 'initialize-error' },
    told: /no licence found/,
  },
};

const clean: Script = { handlers: [on('open', 'a.fx', push([]))] };
const found: Script = { handlers: [on('open', 'a.fx', push([E(0, 0, 0, 3, 'bad')]))] };

describe.concurrent.each(hosts)('OC-23, the second of two servers does not start (%s)', (host) => {
  const check = async (first: Script, { second }: Failure) => {
    const files = { 'a.fx': 'BAD\n', 'b.md': 'text\n', 'denied-ls': '#!/bin/sh\n' };
    const one = scenario({ files, servers: { first: { script: first }, second } });
    chmodSync(join(one.root, 'denied-ls'), 0o644);
    return one.check({ host, paths: ['a.fx', 'b.md'] });
  };

  it.each(Object.entries(failures))('%s', async (_name, failure) => {
    const run = await check(clean, failure);
    const file = fileOf(run.report, 'a.fx');
    expect(file.cells.map(({ server, verdict }) => [server, verdict])).toEqual([
      ['first', 'clean'],
      ['second', 'unknown'],
    ]);
    expectFile(run, 'a.fx').unknown(['not-started', 'exited', 'protocol-error'], failure.told);
    expectFile(run, 'b.md').skipped('no-server');
    expectRun(run).exits(3);
    expectRun(run).endsWithin(3500);
  });

  it('beside a finding of the first server: findings, and incomplete', async () => {
    const run = await check(found, { second: { command: ['no-such-ls'] }, told: /./ });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'bad' }], { incomplete: true });
    expectRun(run).exits(1);
    expectRun(run).incomplete();
  });
});
