// No misbehaving server ever yields clean, and no run with one ends as a success. Every file holds the word BAD.

import { describe, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { healthy, misbehavingNames, misleadingNames } from '../support/fake-server/presets.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const files = { 'a.fx': 'BAD\n' };

describe.concurrent.each(hosts)('guard table (%s)', (host) => {
  it.each(misbehavingNames)('%s is unknown', async (server) => {
    const run = await scenario({ files, server }).check({ host, deadline: '1500ms' });
    expectFile(run, 'a.fx').unknown(undefined, /fake/);
    expectRun(run).exits(3);
    expectRun(run).endsWithin(2500);
  });

  it.each(misleadingNames)('%s is found out', async (server) => {
    const run = await scenario({ files, server }).check({ host });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'BAD is not allowed' }]);
    expectRun(run).exits(1);
    expectRun(run).endsWithin(4000);
  });

  it.each(Object.keys(healthy) as (keyof typeof healthy)[])('%s is believed', async (server) => {
    const run = await scenario({ files: { ...files, 'b.fx': 'ok\n' }, server }).check({ host });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
    expectFile(run, 'b.fx').clean();
    expectRun(run).exits(1);
    expectRun(run).complete();
  });
});
