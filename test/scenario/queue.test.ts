// OC-05: one deadline for the run; a healthy server that finishes inside it yields a verdict for every file.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun, stretched } from '../support/expect-file.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const names = Array.from({ length: 120 }, (_, index) => `f_${String(index + 1).padStart(3, '0')}.fx`);
const files = Object.fromEntries(names.map((name) => [name, name === 'f_077.fx' ? 'x\nBAD\n' : 'ok\n']));
const found = [{ line: 2, column: 1 }];

// One file at a time, 20 ms each: 2.4 s in all.
const perFileMs = 20;
const queue = (neverFor: readonly string[] = []) =>
  scenario({ files, server: { contentRule: { by: 'push', perFileMs, neverFor } } });
const pullQueue = (neverFor: readonly string[]) =>
  scenario({
    files,
    servers: {
      fake: {
        script: {
          initialize: {
            kind: 'result',
            capabilities: { diagnosticProvider: { interFileDependencies: false } },
          },
          contentRule: { by: 'pull', perFileMs, neverFor },
        },
        entry: { completion: 'pull' },
      },
    },
  });

describe.concurrent.each(hosts)('OC-05, a busy server with 120 files (%s)', (host) => {
  it('A: every file gets its verdict, whatever its place in the queue', async () => {
    const run = await queue().check({ host, paths: ['.'], deadline: '20s' });
    expectFile(run, 'f_077.fx').findings(found);
    for (const name of names) if (name !== 'f_077.fx') expectFile(run, name).clean();
    expectRun(run).exits(1);
    expectRun(run).complete();
    expectRun(run).endsWithin(5000);
  });

  // What the server has got to by the deadline, and what it has not.
  const reached = names.slice(0, 60);
  const unreached = names.slice(60);

  it('B: at the deadline the run ends, and nothing is claimed that was not reached', async () => {
    const deadlineMs = stretched(4000);
    const run = await queue(unreached).check({
      host,
      paths: ['.'],
      deadline: `${deadlineMs}ms`,
      requestTimeout: '60s',
    });
    for (const name of reached) expectFile(run, name).clean();
    for (const name of unreached) expectFile(run, name).unknown('no-publish');
    expectRun(run).exits(3);
    expectRun(run).endsWithin(deadlineMs + 1000);
  });

  it('B, with pulls: what was answered by the deadline is kept, the rest is unknown', async () => {
    const deadlineMs = stretched(4000);
    const run = await pullQueue(unreached).check({
      host,
      paths: ['.'],
      deadline: `${deadlineMs}ms`,
      requestTimeout: '60s',
    });
    for (const name of reached) expectFile(run, name).clean();
    for (const name of unreached) expectFile(run, name).unknown('deadline');
    expectRun(run).exits(3);
    expectRun(run).endsWithin(deadlineMs + 1000);
  });

  it('C: one file that is never answered does not take the others with it', async () => {
    const settings = { host, paths: ['.'], deadline: '60s', requestTimeout: '1s' };
    const run = await queue(['f_010.fx']).check(settings);
    expectFile(run, 'f_077.fx').findings(found);
    expectFile(run, 'f_010.fx').unknown('no-publish');
    expect(run.report.summary).toMatchObject({ clean: 118, findings: 1, unknown: 1 });
    expectRun(run).exits(1);
    expectRun(run).incomplete();
    expectRun(run).endsWithin(6000);
  });
});
