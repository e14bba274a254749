// OC-04: pull requests that are cancelled, rejected, unsupported or never answered are not an empty list.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, full, on, push, refuse, type Script, times } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { fileOf } from '../support/report.js';
import { scenario } from '../support/scenario.js';

const pulling: Script = {
  initialize: {
    kind: 'result',
    capabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
  },
  handlers: [
    times(2, on('pull', 'p1.fx', refuse(-32802, { retriggerRequest: true }))),
    on('pull', 'p1.fx', full([E(0, 0, 0, 3, 'bad')])),
    on('pull', 'p2.fx', refuse(-32802, { retriggerRequest: false })),
    times(1, on('pull', 'p3.fx', refuse(-32801))),
    on('pull', 'p3.fx', full([])),
    on('pull', 'p4.fx', refuse(-32603)),
    on('pull', 'p5.fx', { do: 'never' }),
    on('pull', 'p6.fx', full([])),
    on('pull', 'p7.fx', { do: 'result', value: null }),
  ],
};
const pushOnly: Script = {
  unknownRequests: 'never',
  handlers: [on('open', 'q.fq', at(200, push([E(0, 0, 0, 1, 'q')])))],
};

describe.concurrent.each(hosts)('OC-04 (%s)', (host) => {
  it('tells answers from refusals, retries what asks for it, and pulls only where it is announced', async () => {
    const names = [1, 2, 3, 4, 5, 6, 7].map((n) => `p${n}.fx`);
    const files = Object.fromEntries([...names, 'q.fq'].map((name) => [name, 'BAD\n']));
    const servers = { p: { script: pulling }, q: { script: pushOnly, files: ['*.fq'] } };
    const run = await scenario({ files, servers }).check({ host, deadline: '4s' });

    expectFile(run, 'p1.fx').findings([{ line: 1, column: 1, message: 'bad' }], { via: 'pull' });
    expectFile(run, 'p3.fx').clean('pull');
    expectFile(run, 'p6.fx').clean('pull');
    expectFile(run, 'q.fq').findings([{ line: 1, column: 1, message: 'q' }]);
    expectFile(run, 'p2.fx').unknown('pull-failed');
    expectFile(run, 'p4.fx').unknown('pull-failed');
    expectFile(run, 'p5.fx').unknown(['deadline', 'pull-failed']);
    expectFile(run, 'p7.fx').unknown(['pull-failed', 'protocol-error']);
    const told = ['p2.fx', 'p4.fx', 'p5.fx', 'p7.fx'].map(
      (name) => fileOf(run.report, name).cells[0]?.detail,
    );
    expect(new Set(told).size).toBe(4);

    expect(run.log('q').received('textDocument/diagnostic')).toEqual([]);
    const log = run.log('p');
    const unanswered = log.received('textDocument/diagnostic', 'p5.fx').map(({ id }) => id);
    const cancelled = log.received('$/cancelRequest').map(({ params }) => params?.['id']);
    // The program kills the server when its report is out, perhaps before it has read the cancellation.
    if (host === 'engine') expect(cancelled).toEqual(expect.arrayContaining(unanswered));
    expect(log.received('textDocument/diagnostic', 'p1.fx').length).toBeLessThanOrEqual(20);
    expectRun(run).exits(1);
    expectRun(run).incomplete();
    expectRun(run).endsWithin(5000);
  });
});
