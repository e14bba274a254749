// What is reported of a materialised tree is what would be reported of the repository, byte for byte: no private path, in no
// format, whatever a server says and however it ends.

import { describe, expect, it } from 'vitest';
import { formatNames } from '../../src/report/registry.js';
import { type DiskRepo, type DiskSetup, diskRepository } from '../support/disk-server.js';
import { expectRun } from '../support/expect-file.js';
import { installed, link } from '../support/installed.js';

/** One staged file that needs a package, a missing file and a workspace; and a server that names all of them. */
function quoting(setup: DiskSetup = {}): DiskRepo {
  const uses = ['p', './nowhere.fx', 'w', './lib/b.fx'];
  const files = { 'packages/w/index.fx': 'BAD\n', 'lib/b.fx': 'BAD\n' };
  const install = (repo: DiskRepo) => {
    repo.write('node_modules/p/index.fx', 'BAD\n');
    link(repo, 'node_modules/w', '../packages/w');
  };
  return installed(files, uses, install, { quote: true, ...setup });
}

const setups: readonly (readonly [string, DiskSetup])[] = [
  ['that answers', {}],
  ['that crashes', { vice: 'crash' }],
  ['that refuses to start', { vice: 'refuse' }],
];

describe.each(setups)('a server %s', (_, setup) => {
  it('as in the work tree: with the disk as staged the report is the same', async () => {
    const repo = quoting(setup);
    const apart = await repo.checkStaged();
    expect(apart.serverRoot).not.toBe(repo.root);
    repo.git('checkout-index', '-f', 'a.fx');
    const inPlace = await repo.checkStaged();
    expect(inPlace.report).toEqual(apart.report);
    expect(JSON.stringify(apart.report)).toContain('tool.conf');
  });

  it.each(formatNames)('%s names no private folder', async (format) => {
    const repo = quoting(setup);
    const printed = await repo.print(format);
    expect(printed.stdout).toMatch(/tool\.conf|lib\/b\.fx/);
    for (const said of [printed.stdout, printed.stderr]) {
      expect(said).not.toContain('lspcheck-');
      expect(said).not.toContain(repo.temp);
    }
  });
});

it('five runs, five equal reports', async () => {
  const repo = quoting();
  const reports: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) reports.push((await repo.print('json')).stdout);
  expect(new Set(reports).size).toBe(1);
});

describe('what neither way can express', () => {
  it('is nothing in a tree of its own; what overlays do not hide is listed', async () => {
    const files = { 'a.fx': 'ok\n', 'tsconfig.json': '{}\n' };
    const change = (repo: DiskRepo) => {
      repo.stage('a.fx', 'staged\n');
      repo.write('a.fx', 'disk\n');
      repo.write('tsconfig.json', '{ }\n');
      repo.write('untracked.fx', 'x\n');
      return repo;
    };
    const apart = await change(diskRepository(files)).checkStaged();
    expect(apart.report.scope.mixed).toEqual([]);
    const laid = await change(diskRepository(files, { overlay: 'full' })).checkStaged();
    expect(laid.report.scope.mixed).toEqual([
      { path: 'tsconfig.json', why: 'config-unstaged' },
      { path: 'untracked.fx', why: 'untracked' },
    ]);
    expectRun(apart).exits(0);
  });

  it('in place, where only untracked files differ, servers see them', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'use ./mine.fx\n');
    repo.write('mine.fx', 'BAD\n');
    const run = await repo.checkStaged();
    expect(run.serverRoot).toBe(repo.root);
    expect(run.report.scope.mixed).toEqual([{ path: 'mine.fx', why: 'untracked' }]);
  });
});
