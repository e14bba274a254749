// Staged text for servers that read the disk: what they find there is the index, whatever the disk of the repository holds.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DiskRepo, type DiskRun, diskRepository } from '../support/disk-server.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { fileOf } from '../support/report.js';

const shaOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** What was judged, what is reported and what the server read are the blob's bytes. */
function expectBlob(repo: DiskRepo, run: DiskRun, path: string): void {
  const sha = shaOf(repo.git('cat-file', 'blob', `:${path}`));
  expect(fileOf(run.report, path).contentHash).toBe(`sha256:${sha}`);
  expect(run.reads.get(path)).toBe(sha);
}

describe.each(['none', 'self'] as const)('overlay: %s', (overlay) => {
  it('index bad, disk good', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' }, { overlay });
    repo.stage('a.fx', 'x\nBAD\n');
    repo.write('a.fx', 'ok\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 2, column: 1 }]);
    expectRun(run).exits(1);
    expectBlob(repo, run, 'a.fx');
  });

  it('index good, disk bad', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' }, { overlay });
    repo.stage('a.fx', 'fine\n');
    repo.write('a.fx', 'BAD\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').clean();
    expectRun(run).exits(0);
    expectBlob(repo, run, 'a.fx');
  });

  it('another file bad in the index, good on disk: its user is judged by the index', async () => {
    const repo = diskRepository({ 'lib/b.fx': 'ok\n', 'a.fx': 'ok\n' }, { overlay });
    repo.stage('a.fx', 'use ./lib/b.fx\n');
    repo.stage('lib/b.fx', 'BAD\n');
    repo.write('lib/b.fx', 'ok\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: './lib/b.fx is bad' }]);
    expectFile(run, 'lib/b.fx').findings([{ line: 1, column: 1 }]);
    expectBlob(repo, run, 'lib/b.fx');
  });

  it('another file good in the index, bad on disk; it is not staged at all', async () => {
    const repo = diskRepository({ 'lib/b.fx': 'ok\n', 'a.fx': 'ok\n' }, { overlay });
    repo.stage('a.fx', 'use ./lib/b.fx\n');
    repo.write('lib/b.fx', 'BAD\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').clean();
    expect(run.report.files).toHaveLength(1);
    expect(run.reads.get('lib/b.fx')).toBe(shaOf('ok\n'));
  });
});
