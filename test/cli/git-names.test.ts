// Names of files in scopes, and paths that narrow a scope: literal, relative to the caller's folder.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything, resolved, staged, told } from '../support/git-scope.js';
import { tempRepo } from '../support/temp-repo.js';

const awkward = [
  'café.fx',
  'tab\tn.fx',
  'nl\nn.fx',
  '--output=pwn.fx',
  ':(top)evil.fx',
  'app/[id]/p.fx',
  'app/(auth)/l.fx',
  ' lead.fx',
  'quote"q.fx',
  'back\\slash.fx',
  'pct%41.fx',
  'hash#q?.fx',
];

describe('OC-17 names', () => {
  it('are what git has, in every scope, and can be named', async () => {
    const repo = tempRepo();
    for (const name of awkward) repo.stage(name, 'BAD\n');
    const names = [...awkward].sort((a, b) => (a < b ? -1 : 1));
    expect((await resolved(repo, staged)).entries.map(({ path }) => path)).toEqual(names);
    expect((await resolved(repo, { kind: 'all' })).entries.map(({ path }) => path)).toEqual(names);
    repo.git('commit', '-q', '-m', 'x');
    for (const name of awkward) repo.write(name, 'BAD BAD\n');
    expect((await resolved(repo, everything)).entries.map(({ path }) => path)).toEqual(names);
    for (const name of awkward) {
      const { entries } = await resolved(repo, { kind: 'working-tree', paths: [name] });
      expect(entries.map(({ path }) => path)).toEqual([name]);
    }
    const { entries } = await resolved(repo, { kind: 'base', ref: 'HEAD', paths: ['app'] });
    expect(entries.map(({ path }) => path)).toEqual(['app/(auth)/l.fx', 'app/[id]/p.fx']);
  });
});

describe('narrowing', () => {
  it('from a sub-folder the whole repository is judged; paths count from there', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.write('web/b.fx', 'new\n');
    repo.write('web/src/c.fx', 'new\n');
    repo.write('website.fx', 'new\n');
    const from = (paths: readonly string[], folder = 'web') =>
      resolved(repo, { kind: 'working-tree', paths }, folder).then(told);
    expect(await from([])).toEqual(['untracked web/b.fx', 'untracked web/src/c.fx', 'untracked website.fx']);
    expect(await from(['.'])).toEqual(['untracked web/b.fx', 'untracked web/src/c.fx']);
    expect(await from(['src/'])).toEqual(['untracked web/src/c.fx']);
    expect(await from(['../website.fx', 'b.fx'])).toEqual(['untracked web/b.fx', 'untracked website.fx']);
    expect(await from([join(repo.root, 'web/b.fx')])).toEqual(['untracked web/b.fx']);
    expect(await from(['..'])).toHaveLength(3);
    expect(await from(['../a.fx'])).toEqual([]);
  });

  it('a slip of the pen is an error; a deleted file is not', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n', 'src/b.fx': 'ok\n' });
    rmSync(join(repo.root, 'src'), { recursive: true });
    const narrowed = (paths: readonly string[]) => resolved(repo, { kind: 'working-tree', paths });
    await expect(narrowed(['scr'])).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('scr'),
    });
    expect(told(await narrowed(['src']))).toEqual(['deleted src/b.fx']);
  });
});
