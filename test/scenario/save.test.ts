// OC-03: diagnostics that only a save brings, and announced work that must end before anything is settled.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, on, push, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const begin = { do: 'progress', kind: 'begin', token: 'check', title: 'check' } as const;
const end = { do: 'progress', kind: 'end', token: 'check' } as const;

function compiler(...work: Parameters<typeof on>[2][]): Script {
  return {
    initialize: {
      kind: 'result',
      capabilities: { textDocumentSync: { openClose: true, change: 1, save: {} } },
    },
    handlers: [on('open', 'a.fx', at(50, push([]))), on('save', 'a.fx', at(100, begin), ...work)],
  };
}

describe.concurrent.each(hosts)('OC-03, the compiler runs after a save (%s)', (host) => {
  const files = { 'a.fx': 'BAD\n' };

  it('1: a save is announced once, and its work waited for', async () => {
    const server = compiler(at(2500, push([E(0, 0, 0, 3, 'compiler: bad')])), at(2550, end));
    const run = await scenario({ files, server }).check({ host });
    expect(run.log().received('textDocument/didSave', 'a.fx')).toHaveLength(1);
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'compiler: bad' }]);
    expectRun(run).exits(1);
    expectRun(run).endsWithin(2900 + 1000);
  });

  it('2: work that never ends leaves the file unknown', async () => {
    const run = await scenario({ files, server: compiler() }).check({ host, deadline: '4s' });
    expectFile(run, 'a.fx').unknown(['still-busy', 'deadline'], /fake/);
    expectRun(run).exits(3);
    expectRun(run).endsWithin(5000);
  });
});
