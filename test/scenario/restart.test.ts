// A server that crashes: what was proven stays, the file that brings it down is found, at most two restarts.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, inStarts, on, push, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const bad = push([E(0, 0, 0, 3, 'bad')]);

/** Publishes for a and c; the opening of any of `fatal` ends it. */
function crashingOn(...fatal: readonly string[]): Script {
  return {
    handlers: [
      ...fatal.map((name) => on('open', name, { do: 'exit', code: 9 })),
      on('open', 'a.fx', at(20, push([]))),
      on('open', 'c.fx', at(20, bad)),
      on('open', '*', at(20, push([]))),
    ],
  };
}

const files = { 'a.fx': 'ok\n', 'b.fx': 'boom\n', 'c.fx': 'BAD\n', 'd.fx': 'boom too\n' };

describe.concurrent.each(hosts)('a server that crashes (%s)', (host) => {
  it('on one file: that file is unknown, the others are judged', async () => {
    const run = await scenario({ files, server: crashingOn('b.fx') }).check({ host });
    expectFile(run, 'a.fx').clean();
    expectFile(run, 'b.fx').unknown('exited', /code 9/);
    expectFile(run, 'c.fx').findings([{ line: 1, column: 1, message: 'bad' }]);
    expectFile(run, 'd.fx').clean();
    expectRun(run).exits(1);
    expectRun(run).incomplete();
    expect(run.log().received('initialize').length).toBe(3);
  });

  it('on two files: no fourth start, and nothing is called clean in vain', async () => {
    const run = await scenario({ files, server: crashingOn('b.fx', 'd.fx') }).check({ host });
    expectFile(run, 'a.fx').clean();
    expectFile(run, 'b.fx').unknown('exited');
    expectFile(run, 'd.fx').unknown('exited');
    expectRun(run).incomplete();
    expect(run.log().received('initialize').length).toBe(3);
  });

  it.each([0, 1])(
    'once before it is ready, with code %i: it is started again, and all is judged',
    async (code) => {
      const server: Script = {
        contentRule: { by: 'push' },
        handlers: [inStarts(1, on('initialize', '*', { do: 'exit', code }))],
      };
      const run = await scenario({ files: { 'a.fx': 'BAD\n' }, server }).check({ host });
      expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
      expectRun(run).complete();
      expect(run.report.servers[0]).toMatchObject({
        state: 'ok',
        detail: expect.stringMatching(`^fake exited with code ${code}.*; it was started again once$`),
      });
      expect(run.log().received('initialize').length).toBe(2);
    },
  );

  it('each time before it is ready: one restart, and no file is judged', async () => {
    const server: Script = { handlers: [on('initialize', '*', { do: 'exit', code: 0 })] };
    const run = await scenario({ files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' }, server }).check({ host });
    for (const path of ['a.fx', 'b.fx']) expectFile(run, path).unknown('exited', /code 0/);
    expect(run.log().received('initialize').length).toBe(2);
  });

  it('once, with a lone file: the file is not to blame', async () => {
    const server: Script = {
      contentRule: { by: 'push' },
      handlers: [inStarts(1, on('open', '*', { do: 'exit', code: 0 }))],
    };
    const run = await scenario({ files: { 'a.fx': 'BAD\n' }, server }).check({ host });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).complete();
    expect(run.log().received('initialize').length).toBe(2);
  });

  it('twice: the file that was alone the second time has the last word of the third', async () => {
    const server: Script = {
      contentRule: { by: 'push' },
      handlers: [inStarts(2, on('open', 'a.fx', { do: 'exit', code: 0 }))],
    };
    const run = await scenario({ files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' }, server }).check({ host });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1 }]);
    expectFile(run, 'b.fx').clean();
    expectRun(run).complete();
    const last = run.log().received('textDocument/didOpen').slice(-2);
    expect(last.map(({ params }) => params?.textDocument?.uri.slice(-4))).toEqual(['b.fx', 'a.fx']);
  });

  it('each time, with a lone file: no fourth start, and it is unknown', async () => {
    const server: Script = { handlers: [on('open', '*', { do: 'exit', code: 9 })] };
    const run = await scenario({ files: { 'a.fx': 'BAD\n' }, server }).check({ host });
    expectFile(run, 'a.fx').unknown('exited', /code 9/);
    expect(run.log().received('initialize').length).toBe(3);
  });
});
