// Files that a server never publishes for: told as such once it is silent and at rest, without waiting for the deadline.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { on, push } from '../support/fake-server/script.js';
import { scenario } from '../support/scenario.js';

const files = { 'a.fx': 'BAD\n', 'b.fx': 'ok\n', 'left-out.fx': 'BAD\n' };
const settings = { host: 'engine', deadline: '60s', requestTimeout: '700ms' } as const;

describe.concurrent('a server that publishes for some files only', () => {
  it('the silent ones are unknown, the others keep their verdict, and the run ends long before its deadline', async () => {
    const server = {
      contentRule: { by: 'push' },
      handlers: [on('open', 'left-out.fx', { do: 'never' })],
    } as const;
    const run = await scenario({ files, server }).check(settings);
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }], { via: 'push-idle' });
    expectFile(run, 'b.fx').clean('push-idle');
    expectFile(run, 'left-out.fx').unknown('no-publish', /^fake published nothing .* no sign for 700ms/);
    expectRun(run).incomplete();
    expect(run.wallMs).toBeLessThan(30_000);
  });

  it('of which it says why: that is told, and the run does not wait at all', async () => {
    const message = 'no project for {path:left-out.fx}';
    const script = {
      contentRule: { by: 'push' },
      handlers: [
        on('open', 'left-out.fx', {
          do: 'notify',
          method: 'window/logMessage',
          params: { type: 3, message },
        }),
      ],
    } as const;
    const servers = { fake: { script, entry: { infraPatterns: ['no project for'] } } };
    const run = await scenario({ files, servers }).check({ ...settings, requestTimeout: '50s' });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }], { via: 'push-idle' });
    expectFile(run, 'b.fx').clean('push-idle');
    expectFile(run, 'left-out.fx').unknown('infra', /^fake said: no project for/);
    expect(run.wallMs).toBeLessThan(30_000);
  });

  it('a server that is at work is waited for', async () => {
    const server = {
      handlers: [
        on('open', 'a.fx', push([])),
        on('open', 'b.fx', push([])),
        on('open', 'left-out.fx', { do: 'busy', ms: 3000, where: 'child' }, { do: 'push-rule' }),
      ],
    } as const;
    const run = await scenario({ files, server }).check(settings);
    expectFile(run, 'left-out.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).complete();
  });
});
