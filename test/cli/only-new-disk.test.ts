// --only new where the server cannot be shown the base text: the commit before is put on a disk of its own, and a second process
// judges it there. What it says is compared; what cannot be had is said, and counts as new.

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DiskRepo, type DiskSetup, diskRepository } from '../support/disk-server.js';
import type { CheckSettings } from '../support/hosts.js';
import { fileOf } from '../support/report.js';
import type { Run } from '../support/scenario.js';

/** `message status` of each diagnostic of a file. */
function told(run: Run, path: string): readonly string[] {
  return fileOf(run.report, path).diagnostics.map(({ message, status }) => `${status}: ${message}`);
}

const bad = 'BAD is not allowed';

function onlyNew(repo: DiskRepo, settings: CheckSettings = {}) {
  return repo.checkStaged({ scope: 'working-tree', flags: ['--only', 'new'], ...settings });
}

describe('a server that reads the disk', () => {
  const repository = (files: Readonly<Record<string, string>>, setup: DiskSetup = {}) =>
    diskRepository(files, { overlay: 'none', ...setup });

  it('its own text only from the editor: the same', async () => {
    const repo = repository({ 'a.fx': 'use ./b.fx\n', 'b.fx': 'ok\n' }, { overlay: 'self' });
    repo.write('a.fx', 'use ./b.fx\nmore\n');
    repo.write('b.fx', 'BAD\n');
    expect(told(await onlyNew(repo), 'a.fx')).toEqual(['active: ./b.fx is bad']);
  });

  it('what stood there, though it moved, and what is new', async () => {
    const repo = repository({ 'a.fx': 'BAD\nok\n' });
    repo.write('a.fx', 'more\n\nBAD\nok\nBAD\n');
    const run = await onlyNew(repo);
    expect(told(run, 'a.fx')).toEqual([`existing: ${bad}`, `active: ${bad}`]);
    expect(run.exitCode).toBe(1);
    expect(run.report.servers[0]?.infra).toEqual([]);
  });

  it('nothing new: exit 0, and the text before was asked about in a tree that is gone again', async () => {
    const repo = repository({ 'a.fx': 'BAD\n' });
    repo.write('a.fx', 'BAD\nmore\n');
    const run = await onlyNew(repo);
    expect(told(run, 'a.fx')).toEqual([`existing: ${bad}`]);
    expect(run.exitCode).toBe(0);
    expect(run.starts).toHaveLength(2);
    expect(run.starts[0]).toBe(repo.root);
    expect(run.starts[1]).toContain('lspcheck-tree-');
  });

  it('a file without findings is not asked about twice, and no second process is started for none', async () => {
    const repo = repository({ 'a.fx': 'ok\n', 'b.fx': 'BAD\n' });
    repo.write('a.fx', 'ok ok\n');
    const run = await onlyNew(repo);
    expect(run.exitCode).toBe(0);
    expect(run.starts).toEqual([repo.root]);
  });

  it('a consequence on an unchanged line is new', async () => {
    const repo = repository({ 'a.fx': 'use ./b.fx\nBAD\n', 'b.fx': 'ok\n' });
    repo.write('a.fx', 'use ./b.fx\nBAD\nmore\n');
    repo.write('b.fx', 'BAD\n');
    expect(told(await onlyNew(repo), 'a.fx')).toEqual(['active: ./b.fx is bad', `existing: ${bad}`]);
  });

  it('also where only the file that it shows in was asked about', async () => {
    const repo = repository({ 'a.fx': 'use ./b.fx\n', 'b.fx': 'ok\n' });
    repo.write('a.fx', 'use ./b.fx\nmore\n');
    repo.write('b.fx', 'BAD\n');
    const run = await onlyNew(repo, { flags: ['--only', 'new', 'a.fx'] });
    expect(run.report.files.map(({ path }) => path)).toEqual(['a.fx']);
    expect(told(run, 'a.fx')).toEqual(['active: ./b.fx is bad']);
  });

  it('a break by a deletion is new, an older one of the same words is not', async () => {
    const repo = repository({ 'a.fx': 'use ./gone.fx\nuse ./never.fx\n', 'gone.fx': 'ok\n' });
    rmSync(join(repo.root, 'gone.fx'));
    repo.write('a.fx', 'use ./gone.fx\nuse ./never.fx\nmore\n');
    const run = await onlyNew(repo);
    expect(told(run, 'a.fx')).toEqual(['active: ./gone.fx is missing', 'existing: ./never.fx is missing']);
  });

  it.each([
    ['added to git', 'new', 'existing'],
    ['not added', 'changed-lines', 'outside-change'],
  ])('a renamed file, %s, is compared with what it was (--only %s)', async (how, only, status) => {
    const text = 'BAD\none\ntwo\nthree\n';
    const repo = repository({ 'a.fx': text });
    renameSync(join(repo.root, 'a.fx'), join(repo.root, 'b.fx'));
    repo.write('b.fx', `${text}BAD\n`);
    if (how === 'added to git') repo.git('add', '-A');
    const run = await onlyNew(repo, { flags: ['--only', only] });
    expect(told(run, 'b.fx')).toEqual([`${status}: ${bad}`, `active: ${bad}`]);
  });

  it('staged: the index against HEAD, whatever the disk holds', async () => {
    const repo = repository({ 'a.fx': 'use ./b.fx\nBAD\n', 'b.fx': 'ok\n' });
    repo.stage('a.fx', 'use ./b.fx\nBAD\nmore\n');
    repo.stage('b.fx', 'BAD\n');
    repo.write('a.fx', 'ok\n');
    repo.write('b.fx', 'ok\n');
    const run = await onlyNew(repo, { scope: 'staged' });
    expect(told(run, 'a.fx')).toEqual(['active: ./b.fx is bad', `existing: ${bad}`]);
    for (const root of run.starts) expect(root).toContain('lspcheck-tree-');
  });

  it('with paths in what the server says: cut from both, and equal', async () => {
    const repo = repository({ 'a.fx': 'use ./b.fx\n', 'b.fx': 'BAD\n' }, { quote: true, vice: 'quiet' });
    repo.write('a.fx', 'use ./b.fx\nmore\n');
    const run = await onlyNew(repo);
    expect(run.report.files.flatMap(({ diagnostics }) => diagnostics.map(({ status }) => status))).toEqual([
      'existing',
    ]);
  });
});

describe('what cannot be had', () => {
  const unknown = (run: Run) => run.report.servers.flatMap(({ infra }) => infra.map(({ text }) => text));

  it('no folder for the text before: new, said so, and blocking', async () => {
    const repo = diskRepository({ 'a.fx': 'BAD\n' });
    repo.write('a.fx', 'BAD\nmore\n');
    const run = await onlyNew(repo, { env: { TMPDIR: '/proc' } });
    expect(told(run, 'a.fx')).toEqual([`active: ${bad}`]);
    expect(run.exitCode).toBe(1);
    expect(unknown(run)).toEqual([
      expect.stringMatching(
        /^what it had to say before the change is unknown \(.*temporary folder.*\): its findings count as new$/,
      ),
    ]);
  });

  it('the server dies on the text before: the same', async () => {
    const repo = diskRepository({ 'a.fx': 'BAD\nDIE\n' }, { vice: 'crash-on-die' });
    repo.write('a.fx', 'BAD\n');
    const run = await onlyNew(repo);
    expect(told(run, 'a.fx')).toEqual([`active: ${bad}`]);
    expect(unknown(run)).toEqual([expect.stringContaining('exited')]);
    expect(run.exitCode).toBe(1);
  });

  it('the deadline is one for both: what is proven stays, what is not compared is new', async () => {
    const repo = diskRepository({ 'a.fx': 'BAD\nSLOW\n' }, { vice: 'hang-on-slow' });
    repo.write('a.fx', 'BAD\n');
    const run = await onlyNew(repo, { deadline: '4s' });
    expect(told(run, 'a.fx')).toEqual([`active: ${bad}`]);
    expect(run.report.complete).toBe(true);
    expect(unknown(run)).toEqual([expect.stringContaining('deadline')]);
  });
});
