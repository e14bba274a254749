// A server that crashes while it judges staged text that is not on the disk. Such texts are open all at once, so that none can be told
// apart: after the crash they lie as files in a tree of their own, where the one that brings the server down is alone when it does.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { inStarts, on, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { type Scenario, scenario } from '../support/scenario.js';
import { repositoryIn, snapshotOf } from '../support/scenario-repo.js';

const truth: Script = { contentRule: { by: 'push', followsUses: true } };

/** `uses.fx` is bad by what is staged of `other.fx`; on the disk everything is right. */
function staged(server: Script): Scenario & { readonly untouched: () => void } {
  const ok = { 'a.fx': 'ok\n', 'b.fx': 'ok\n', 'uses.fx': 'use other.fx\n', 'other.fx': 'ok\n' };
  const one = scenario({ files: ok, server });
  const repo = repositoryIn(one);
  for (const [path, text] of Object.entries(ok)) repo.stage(path, `${text}more\n`);
  repo.stage('other.fx', 'BAD\n');
  for (const [path, text] of Object.entries(ok)) repo.write(path, text);
  const before = snapshotOf(repo);
  return { ...one, untouched: () => expect(snapshotOf(repo)).toEqual(before) };
}

/** Three starts of a server, on a busy machine. */
const deadline = '60s';

const roots = (run: Awaited<ReturnType<Scenario['check']>>) =>
  run
    .log()
    .received('initialize')
    .map(({ params }) => params?.rootUri ?? '');

describe.concurrent.each(hosts)('staged text that is not on the disk (%s)', (host) => {
  it('one file brings the server down: it alone is unknown, the others are judged by what is staged', async () => {
    const one = staged({ ...truth, handlers: [on('open', 'b.fx', { do: 'exit', code: 9 })] });
    const run = await one.check({ host, scope: 'staged', deadline });
    expectFile(run, 'a.fx').clean();
    expectFile(run, 'b.fx').unknown('exited', /code 9/);
    expectFile(run, 'other.fx').findings([{ line: 1, column: 1 }]);
    expectFile(run, 'uses.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).incomplete();
    const [first, ...others] = roots(run);
    expect(first).toBe(`file://${one.root}`);
    expect(others).toHaveLength(2);
    for (const root of others) expect(root).toContain('lspcheck-tree-');
    one.untouched();
  });

  it('it crashes once: everything is judged', async () => {
    const one = staged({ ...truth, handlers: [inStarts(1, on('open', 'b.fx', { do: 'exit', code: 9 }))] });
    const run = await one.check({ host, scope: 'staged', deadline });
    expectFile(run, 'b.fx').clean();
    expectFile(run, 'uses.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).complete();
    expect(run.report.servers[0]?.detail).toMatch(/it was started again once$/);
    one.untouched();
  });
});

it('where no tree can be made, it is tried once more as it was', async () => {
  const one = staged({ ...truth, handlers: [on('open', 'b.fx', { do: 'exit', code: 9 })] });
  const run = await one.check({ scope: 'staged', deadline, env: { TMPDIR: '/proc' } });
  for (const path of ['a.fx', 'b.fx', 'other.fx', 'uses.fx']) expectFile(run, path).unknown('exited');
  expect(roots(run)).toEqual([`file://${one.root}`, `file://${one.root}`]);
});
