// OC-01 and OC-02: a file is called clean only on evidence, and the last publish before the quiet period is the result.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, on, push, type Script, W } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

describe.concurrent.each(hosts)('OC-01, giving up on a slow push-only server (%s)', (host) => {
  const files = { 'slow.fx': 'BAD\n', 'fast.fx': 'ok\n' };
  const slow: Script = {
    handlers: [
      on('open', 'fast.fx', at(100, push([]))),
      on('open', 'slow.fx', at(8000, push([E(0, 0, 0, 3, 'bad')]))),
    ],
  };

  it('1: is unknown at the deadline, by its reason, and no clean run', async () => {
    const run = await scenario({ files, server: slow }).check({ host, deadline: '3s' });
    expectFile(run, 'fast.fx').clean();
    expectFile(run, 'slow.fx').unknown(['deadline', 'no-publish'], /fake/);
    expectRun(run).exits(3);
    expectRun(run).endsWithin(3000 + 1000);
  });

  it('2: waits for the answer when there is time, and not longer', async () => {
    const run = await scenario({ files, server: slow }).check({ host, deadline: '15s' });
    expectFile(run, 'slow.fx').findings([{ line: 1, column: 1, message: 'bad' }]);
    expectFile(run, 'fast.fx').clean();
    expectRun(run).exits(1);
    expectRun(run).endsWithin(8000 + 300);
  });

  it('3: a server that never publishes proves nothing', async () => {
    const run = await scenario({ files, server: 'silent' }).check({ host, deadline: '3s' });
    for (const path of Object.keys(files)) expectFile(run, path).unknown(['deadline', 'no-publish'], /fake/);
    expectRun(run).exits(3);
    expectRun(run).endsWithin(3000 + 1000);
  });
});

it('OC-01: the text of an incomplete run has no word of success', async () => {
  const printed = await scenario({ files: { 'a.fx': 'BAD\n' }, server: 'silent' }).print('text', {
    deadline: '1500ms',
  });
  expect(printed.exitCode).toBe(3);
  expect(printed.stdout).toMatch(/unknown|incomplete/);
  expect(printed.stdout).toContain('a.fx');
  expect(printed.stdout).not.toMatch(/✔|no problems|no findings|all clean/i);
});

describe.concurrent.each(hosts)('OC-02, an early publish is not the last word (%s)', (host) => {
  const warning = W(0, 0, 0, 1, 'syntax');
  const staged: Script = {
    handlers: [
      on('open', 'a.fx', at(150, push([])), at(450, push([E(2, 21, 2, 24, 'type')], 'doc'))),
      on('open', 'b.fx', at(150, push([warning])), at(550, push([warning, E(4, 2, 4, 5, 'type')]))),
      on('open', 'c.fx', at(150, push([E(1, 0, 1, 1, 'old')])), at(450, push([]))),
      on('open', 'd.fx', at(150, push([]))),
      on('open', 'e.fx', at(2000, push([]))),
    ],
  };
  const text = `x\nx\n${'x'.repeat(30)}\nx\nxxxxxxxx\n`;

  it('the last publish replaces the earlier ones', async () => {
    const files = { 'a.fx': text, 'b.fx': text, 'c.fx': text, 'd.fx': text };
    const run = await scenario({ files, server: staged }).check({ host, quietPeriod: '500ms' });
    expectFile(run, 'a.fx').findings([{ line: 3, column: 22, message: 'type', severity: 'error' }]);
    expectFile(run, 'b.fx').findings([
      { line: 1, column: 1, severity: 'warning' },
      { line: 5, column: 3, severity: 'error' },
    ]);
    expectFile(run, 'c.fx').clean();
    expectFile(run, 'd.fx').clean();
    expectRun(run).exits(1);
    expectRun(run).endsWithin(1100);
  });

  it('also after the quiet period, as long as the run goes on', async () => {
    const files = { 'a.fx': text, 'e.fx': text };
    const run = await scenario({ files, server: staged }).check({ host, quietPeriod: '100ms' });
    expectFile(run, 'a.fx').findings([{ line: 3, column: 22 }]);
    expectFile(run, 'e.fx').clean();
    expectRun(run).exits(1);
  });
});
