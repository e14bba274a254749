// No misbehaving server ever yields clean, and no run with one ends as a success. What is about the end of processes goes
// through the built command as well, and floods through it alone, since here many runs share one thread
// (guard-table-command.test.ts); the deep tier takes every vice through it (guard-table-loaded.test.ts).

import { describe, expect, it, vi } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { families, healthy, vices } from '../support/fake-server/presets.js';
import { calmly, expectGuarded, lightIn, namesIn } from '../support/guard.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

// Most of these wait for a deadline.
vi.setConfig({ maxConcurrency: 8, testTimeout: 180_000 });

const { floods: _, ...others } = families;

describe.concurrent('guard table', () => {
  it.each(lightIn(...Object.values(others)))('%s', (name) => expectGuarded(name, 'engine', calmly));

  describe.each(hosts)('who tells the truth is believed (%s)', (host) => {
    it.each(Object.keys(healthy) as (keyof typeof healthy)[])('%s', async (server) => {
      const run = await scenario({ files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' }, server }).check({ host });
      expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
      expectFile(run, 'b.fx').clean();
      expectRun(run).exits(1);
      expectRun(run).complete();
    });
  });
});

it('no vice hides another of the same name', () => {
  expect(Object.keys(vices)).toHaveLength(namesIn(...Object.values(families)).length);
});
