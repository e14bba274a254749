// The tree is that of the index that git hands to a hook: of a plain commit, of `commit -a`, of `commit PATH` and in a linked
// work tree, each with its own.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DiskRepo, diskRepository } from '../support/disk-server.js';
import { fileOf, parseReport } from '../support/report.js';
import { cliPath } from '../support/run-cli.js';
import { repoAt } from '../support/temp-repo.js';

/** `a.fx` uses `b.fx`. The hook judges, keeps the report and lets the commit through or not. */
function hooked(): DiskRepo & {
  reportOf(commit: () => void): ReturnType<typeof parseReport>;
  blocks(): boolean;
} {
  const repo = diskRepository({ 'a.fx': 'use ./b.fx\n', 'b.fx': 'ok\n', 'c.fx': 'ok\n' });
  const out = join(repo.scenario.outside, 'report.json');
  const run = `TMPDIR=${repo.temp} "${process.execPath}" "${cliPath}" changed --staged --format json > ${out} 2> ${out}.err`;
  const hook = join(repo.root, '.git/hooks/pre-commit');
  mkdirSync(join(hook, '..'), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\n${run}\n`);
  chmodSync(hook, 0o755);
  let blocked = false;
  return {
    ...repo,
    blocks: () => blocked,
    reportOf: (commit) => {
      blocked = false;
      try {
        commit();
      } catch {
        blocked = true;
      }
      return parseReport(readFileSync(out, 'utf8'), readFileSync(`${out}.err`, 'utf8'));
    },
  };
}

it('a plain commit: what is staged', () => {
  const repo = hooked();
  repo.stage('a.fx', 'use ./b.fx\nmore\n');
  repo.stage('b.fx', 'BAD\n');
  repo.write('b.fx', 'ok\n');
  const report = repo.reportOf(() => repo.git('commit', '-q', '-m', 'x'));
  expect(fileOf(report, 'a.fx').diagnostics.map(({ message }) => message)).toEqual(['./b.fx is bad']);
  expect(repo.blocks()).toBe(true);
});

it('commit PATH: the path as on disk, everything else as committed, whatever is staged', () => {
  const repo = hooked();
  repo.write('a.fx', 'use ./b.fx\nmore\n');
  repo.stage('b.fx', 'BAD\n');
  const report = repo.reportOf(() => repo.git('commit', '-q', '-m', 'x', 'a.fx'));
  expect(report.files.map(({ path, verdict }) => [path, verdict])).toEqual([['a.fx', 'clean']]);
  expect(repo.blocks()).toBe(false);
  expect(repo.git('show', 'HEAD:b.fx')).toBe('ok\n');
});

it('commit -a: the disk', () => {
  const repo = hooked();
  repo.write('a.fx', 'use ./b.fx\nmore\n');
  repo.stage('b.fx', 'BAD\n');
  repo.write('b.fx', 'fine\n');
  const report = repo.reportOf(() => repo.git('commit', '-q', '-a', '-m', 'x'));
  expect(report.complete).toBe(true);
  expect(repo.blocks()).toBe(false);
});

it('in a linked work tree: its index', () => {
  const repo = hooked();
  const linked = repoAt(join(repo.root, '../linked'), repo.env);
  repo.git('worktree', 'add', '-q', '-b', 'side', linked.root);
  linked.stage('a.fx', 'use ./b.fx\nmore\n');
  linked.stage('b.fx', 'BAD\n');
  linked.write('b.fx', 'ok\n');
  repo.stage('b.fx', 'of the other index\n');
  const report = repo.reportOf(() => linked.git('commit', '-q', '-m', 'x'));
  expect(fileOf(report, 'b.fx').verdict).toBe('findings');
  expect(fileOf(report, 'a.fx').diagnostics.map(({ message }) => message)).toEqual(['./b.fx is bad']);
  expect(repo.blocks()).toBe(true);
});
