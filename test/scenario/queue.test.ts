// OC-05: one deadline for the run; a healthy server that finishes inside it yields a verdict for every file.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const names = Array.from({ length: 120 }, (_, index) => `f_${String(index + 1).padStart(3, '0')}.fx`);
const files = Object.fromEntries(names.map((name) => [name, name === 'f_077.fx' ? 'x\nBAD\n' : 'ok\n']));
const found = [{ line: 2, column: 1 }];

// One file at a time, 60 ms each: 7.2 s in all.
const queue = (neverFor: readonly string[] = []) =>
  scenario({ files, server: { contentRule: { by: 'push', perFileMs: 60, neverFor } } });
const pullQueue = () =>
  scenario({
    files,
    servers: {
      fake: {
        script: {
          initialize: {
            kind: 'result',
            capabilities: { diagnosticProvider: { interFileDependencies: false } },
          },
          contentRule: { by: 'pull', perFileMs: 60 },
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
    expectRun(run).endsWithin(9000);
  });

  it('B: at the deadline the run ends, and nothing is claimed that was not reached', async () => {
    const run = await queue().check({ host, paths: ['.'], deadline: '3s' });
    expectRun(run).endsWithin(4000);
    const judged = run.report.files.filter(({ path }) => path.endsWith('.fx'));
    expect(judged.map(({ path }) => path)).toEqual(names);
    // f_077 is 4.6 s away. Publishes alone prove little while the server still works: a clean one was published.
    const published = new Set(
      run
        .log()
        .sent('textDocument/publishDiagnostics')
        .map(({ params }) => params?.uri),
    );
    for (const { path, verdict } of judged) {
      expect(['clean', 'unknown']).toContain(verdict);
      if (verdict === 'clean') expect([...published].join()).toContain(path);
      else expectFile(run, path).unknown(['deadline', 'no-publish', 'still-busy']);
    }
    expect(run.report.summary).toMatchObject({ findings: 0 });
    expect(run.report.summary['unknown']).toBeGreaterThan(40);
    expectRun(run).exits(3);
  });

  it('B, with pulls: what was answered by the deadline is kept, the rest is unknown', async () => {
    const run = await pullQueue().check({ host, paths: ['.'], deadline: '4s' });
    expectRun(run).endsWithin(5000);
    const judged = run.report.files.filter(({ path }) => path.endsWith('.fx'));
    expect(judged.map(({ path }) => path)).toEqual(names);
    const clean = judged.filter(({ verdict }) => verdict === 'clean').length;
    expect(clean).toBeGreaterThan(0);
    expect(run.report.summary).toMatchObject({ clean, findings: 0, unknown: 120 - clean });
    expectFile(run, 'f_120.fx').unknown('deadline');
    expectRun(run).exits(3);
  });

  it('C: one file that is never answered does not take the others with it', async () => {
    const run = await queue(['f_010.fx']).check({ host, paths: ['.'], deadline: '12s' });
    expectFile(run, 'f_077.fx').findings(found);
    expectFile(run, 'f_010.fx').unknown(['deadline', 'no-publish']);
    expect(run.report.summary).toMatchObject({ clean: 118, findings: 1, unknown: 1 });
    expectRun(run).exits(1);
    expectRun(run).incomplete();
    expectRun(run).endsWithin(13_000);
  });
});
