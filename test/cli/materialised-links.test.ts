// Installed packages in a materialised tree: links to where they are, but those of the repository itself as staged.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DiskRepo, diskRepository } from '../support/disk-server.js';
import { expectFile } from '../support/expect-file.js';
import { installed, link } from '../support/installed.js';

describe('node_modules', () => {
  /** Staged bad and repaired on disk, or the mirror. */
  const workspacePackage = (repo: DiskRepo, staged: string, disk: string) => {
    repo.stage('packages/w/index.fx', staged);
    repo.write('packages/w/index.fx', disk);
  };

  it.each([
    ['BAD\n', 'ok\n', [{ line: 1, column: 1, message: 'w is bad' }]],
    ['fine\n', 'BAD\n', []],
  ])(
    'npm: a workspace linked into it is judged as staged (%j, on disk %j)',
    async (staged, disk, expected) => {
      const repo = installed({ 'packages/w/index.fx': 'ok\n' }, ['w'], (one) => {
        link(one, 'node_modules/w', '../packages/w');
        workspacePackage(one, staged, disk);
      });
      const run = await repo.checkStaged();
      if (expected.length > 0) expectFile(run, 'a.fx').findings(expected);
      else expectFile(run, 'a.fx').clean();
      expect(run.tree.get('node_modules')?.is).toBe('folder');
      expect(run.tree.get('node_modules/w')?.to).toBe(`${run.serverRoot}/packages/w`);
    },
  );

  it('pnpm: packages of the store are linked as they are, a scoped workspace is as staged, below nested ones too', async () => {
    const repo = installed(
      { 'packages/w/index.fx': 'ok\n', 'packages/x/b.fx': 'ok\n' },
      ['p', '@scope/w'],
      (one) => {
        one.write('node_modules/.pnpm/p@1/node_modules/p/index.fx', 'ok\n');
        one.write('node_modules/.bin/p', '#!/bin/sh\n');
        link(one, 'node_modules/p', '.pnpm/p@1/node_modules/p');
        link(one, 'node_modules/@scope/w', '../../packages/w');
        link(one, 'packages/x/node_modules/@scope/w', '../../../w');
        one.stage('packages/x/b.fx', 'use @scope/w\n');
        workspacePackage(one, 'BAD\n', 'ok\n');
      },
    );
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 2, column: 1, message: '@scope/w is bad' }]);
    expectFile(run, 'packages/x/b.fx').findings([{ line: 1, column: 1, message: '@scope/w is bad' }]);
    const at = (path: string) => run.tree.get(path)?.to;
    expect(at('node_modules/.bin')).toBe(join(repo.root, 'node_modules/.bin'));
    expect(at('node_modules/.pnpm')).toBe(join(repo.root, 'node_modules/.pnpm'));
    expect(at('node_modules/p')).toBe(join(repo.root, 'node_modules/p'));
    expect(at('node_modules/@scope/w')).toBe(`${run.serverRoot}/packages/w`);
    expect(at('packages/x/node_modules/@scope/w')).toBe(`${run.serverRoot}/packages/w`);
  });

  it('being a link itself, its packages are found, and those of the repository are as staged', async () => {
    const repo = installed({ 'packages/w/index.fx': 'ok\n' }, ['w', 'p'], (one) => {
      const store = join(one.root, '../store');
      mkdirSync(join(store, 'p'), { recursive: true });
      writeFileSync(join(store, 'p/index.fx'), 'ok\n');
      symlinkSync(join(one.root, 'packages/w'), join(store, 'w'));
      link(one, 'node_modules', '../store');
      workspacePackage(one, 'BAD\n', 'ok\n');
    });
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'w is bad' }]);
  });

  it('partly tracked: what is tracked is as staged, the rest is linked', async () => {
    const repo = installed({ 'node_modules/kept/index.fx': 'ok\n' }, ['kept', 'p'], (one) => {
      one.write('node_modules/p/index.fx', 'BAD\n');
      one.stage('node_modules/kept/index.fx', 'BAD\n');
      one.write('node_modules/kept/index.fx', 'ok\n');
    });
    const run = await repo.checkStaged({ paths: ['a.fx'] });
    expectFile(run, 'a.fx').findings([
      { line: 1, column: 1, message: 'kept is bad' },
      { line: 2, column: 1, message: 'p is bad' },
    ]);
  });

  it('a workspace that nobody has added is not found: the commit will not have it', async () => {
    const repo = installed({}, ['w'], (one) => {
      one.write('packages/w/index.fx', 'ok\n');
      link(one, 'node_modules/w', '../packages/w');
    });
    expectFile(await repo.checkStaged(), 'a.fx').findings([{ line: 1, column: 1, message: 'w is missing' }]);
  });

  it('above the repository it is found as it is, with a link back into it as staged', async () => {
    const repo = installed({ 'packages/w/index.fx': 'ok\n' }, ['p', 'w'], (one) => {
      mkdirSync(join(one.root, '../node_modules/p'), { recursive: true });
      writeFileSync(join(one.root, '../node_modules/p/index.fx'), 'BAD\n');
      symlinkSync('../w/packages/w', join(one.root, '../node_modules/w'));
      workspacePackage(one, 'BAD\n', 'ok\n');
    });
    expectFile(await repo.checkStaged(), 'a.fx').findings([
      { line: 1, column: 1, message: 'p is bad' },
      { line: 2, column: 1, message: 'w is bad' },
    ]);
  });

  it('nothing is written where the index has a link in place of the folder it is installed in', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n', '.gitignore': 'node_modules\n' });
    const elsewhere = join(repo.root, '../elsewhere');
    mkdirSync(elsewhere);
    link(repo, 'pkg', '../elsewhere');
    repo.git('add', 'pkg');
    rmSync(join(repo.root, 'pkg'));
    repo.write('pkg/node_modules/p/index.fx', 'ok\n');
    repo.stage('a.fx', 'staged\n');
    repo.write('a.fx', 'disk\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').clean();
    expect(run.tree.get('pkg')).toMatchObject({ is: 'link', to: elsewhere });
    expect(() => rmSync(join(elsewhere, 'node_modules'))).toThrow(/ENOENT/);
  });

  it('a workspace that is found by what was built of it: a server that looks across files cannot judge', async () => {
    const manifest = { name: 'w', main: './dist/index.fx', types: './dist/index.d.fx' };
    const setup = { overlay: 'full', entry: { files: ['*.fx', '*.ts'] } } as const;
    const repo = installed(
      {
        'packages/w/package.json': JSON.stringify(manifest),
        'packages/w/.gitignore': 'dist\n',
        'gone.ts': '',
      },
      ['w'],
      (one) => {
        one.write('packages/w/dist/index.fx', 'ok\n');
        link(one, 'node_modules/w', '../packages/w');
        one.git('rm', '-q', '--cached', 'gone.ts');
      },
      setup,
    );
    expectFile(await repo.checkStaged(), 'a.fx').unknown('disk-only', /sees "gone.ts" on the disk/);
  });
});

describe('vendor', () => {
  it('is a folder of links, two levels down; one into the repository is as staged', async () => {
    const repo = installed(
      { 'packages/w/index.fx': 'ok\n' },
      ['./vendor/acme/w/index.fx', './vendor/acme/p/index.fx'],
      (one) => {
        one.write('vendor/acme/p/index.fx', 'BAD\n');
        one.write('vendor/autoload.php', '<?php\n');
        link(one, 'vendor/acme/w', '../../packages/w');
        one.stage('packages/w/index.fx', 'staged\n');
        one.write('packages/w/index.fx', 'BAD\n');
      },
    );
    expectFile(await repo.checkStaged(), 'a.fx').findings([
      { line: 2, column: 1, message: './vendor/acme/p/index.fx is bad' },
    ]);
  });

  it('that nobody ignores is text of one’s own, not added yet', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' });
    repo.write('vendor/p.fx', 'ok\n');
    repo.stage('a.fx', 'use ./vendor/p.fx\n');
    repo.write('a.fx', 'disk\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: './vendor/p.fx is missing' }]);
  });
});
