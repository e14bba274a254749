// Scopes against real git: each kind of entry is listed once, whatever happened to it on disk.

import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything, resolved, staged, told } from '../support/git-scope.js';
import { type TempRepo, tempRepo } from '../support/temp-repo.js';

function remove(repo: TempRepo, path: string): void {
  rmSync(join(repo.root, path), { recursive: true });
}

describe('OC-15 kinds of entries', () => {
  it('working tree against HEAD', async () => {
    const repo = tempRepo();
    const head = repo.commit({
      'edited.fx': 'ok\n',
      'staged.fx': 'ok\n',
      'gone.fx': 'ok\n',
      'removed.fx': 'ok\n',
      'untracked-now.fx': 'ok\n',
      'conf.fx': 'ok\n',
      'same.fx': 'ok\n',
      'link.fx': 'ok\n',
    });
    repo.write('edited.fx', 'more\n');
    repo.stage('staged.fx', 'more\n');
    remove(repo, 'gone.fx');
    repo.git('rm', '-q', 'removed.fx');
    repo.git('rm', '-q', '--cached', 'untracked-now.fx');
    remove(repo, 'conf.fx');
    repo.write('conf.fx/index.fx', 'in a folder now\n');
    remove(repo, 'link.fx');
    symlinkSync('same.fx', join(repo.root, 'link.fx'));
    repo.stage('half.fx', 'new\n');
    remove(repo, 'half.fx');
    repo.write('new/deep.fx', 'new\n');
    repo.write('intent.fx', 'new\n');
    repo.git('add', '-N', 'intent.fx');
    const changes = await resolved(repo, everything);
    expect(told(changes)).toEqual([
      'deleted conf.fx',
      'untracked conf.fx/index.fx',
      'modified edited.fx',
      'deleted gone.fx',
      'deleted half.fx',
      'added intent.fx',
      'type-changed link.fx (symlink)',
      'untracked new/deep.fx',
      'deleted removed.fx',
      'modified staged.fx',
      'untracked untracked-now.fx',
    ]);
    expect(changes.root).toBe(repo.root);
    expect(changes.scope).toEqual({
      kind: 'working-tree',
      base: head,
      head,
      description: `working tree against HEAD ${head.slice(0, 7)}`,
      mixed: [],
    });
  });

  it('index against HEAD: what the disk says is another matter, and told as mixed', async () => {
    const repo = tempRepo();
    const head = repo.commit({
      'm.fx': 'ok\n',
      'kept.fx': 'ok\n',
      'unstaged.fx': 'ok\n',
      'tsconfig.json': '{}\n',
      'conf.fx': 'ok\n',
      'ignored.fx': 'ok\n',
      'ignored/old.fx': 'several\nlines\nBAD\n',
    });
    repo.stage('n.fx', 'BAD n\n');
    remove(repo, 'n.fx');
    repo.stage('m.fx', 'BAD\n');
    remove(repo, 'm.fx');
    mkdirSync(join(repo.root, 'src'));
    repo.git('mv', 'ignored/old.fx', 'src/new.fx');
    repo.git('rm', '-q', 'conf.fx');
    repo.stage('conf.fx/index.fx', 'ok\n');
    repo.git('rm', '-q', '--cached', 'kept.fx', 'ignored.fx');
    repo.write('.git/info/exclude', 'ignored.fx\n');
    repo.write('unstaged.fx', 'more\n');
    repo.write('tsconfig.json', '{ }\n');
    repo.write('new.fx', 'new\n');
    repo.write('intent.fx', 'new\n');
    repo.git('add', '-N', 'intent.fx');
    const changes = await resolved(repo, staged);
    expect(told(changes)).toEqual([
      'deleted conf.fx',
      'added conf.fx/index.fx',
      'deleted ignored.fx',
      'deleted ignored/old.fx',
      'deleted kept.fx',
      'modified m.fx',
      'added n.fx',
      'added src/new.fx',
    ]);
    expect(changes.scope).toEqual({
      kind: 'staged',
      base: head,
      head,
      description: `index against HEAD ${head.slice(0, 7)}`,
      mixed: [
        { path: 'ignored.fx', why: 'absent-in-judged' },
        { path: 'intent.fx', why: 'untracked' },
        { path: 'kept.fx', why: 'absent-in-judged' },
        { path: 'm.fx', why: 'deleted-on-disk' },
        { path: 'n.fx', why: 'deleted-on-disk' },
        { path: 'new.fx', why: 'untracked' },
        { path: 'tsconfig.json', why: 'config-unstaged' },
      ],
    });
  });

  it('unmerged paths, in both scopes', async () => {
    const repo = tempRepo();
    repo.commit({ 'both.fx': 'base\n', 'fine.fx': 'ok\n' });
    repo.git('branch', 'other');
    repo.commit({ 'both.fx': 'ours\n' });
    repo.git('checkout', '-q', 'other');
    repo.commit({ 'both.fx': 'theirs\n', 'fine.fx': 'theirs\n' });
    expect(() => repo.git('merge', '-q', 'main')).toThrow();
    repo.stage('fine.fx', 'resolved\n');
    for (const request of [everything, staged])
      expect(told(await resolved(repo, request))).toEqual(['unmerged both.fx', 'modified fine.fx']);
    expect(told(await resolved(repo, { kind: 'all' }))).toEqual(['unmerged both.fx', 'listed fine.fx']);
  });

  it('submodules, links and repositories inside', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'sub');
    symlinkSync('a.fx', join(repo.root, 'link.fx'));
    repo.git('add', 'link.fx');
    repo.git('init', '-q', 'inner');
    repo.write('inner/x.fx', 'x\n');
    expect(told(await resolved(repo, staged))).toEqual([
      'added .gitmodules',
      'added link.fx (symlink)',
      'added sub (submodule)',
    ]);
    expect(told(await resolved(repo, everything))).toContain('untracked inner (submodule)');
    expect(told(await resolved(repo, { kind: 'all' }))).toContain('listed sub (submodule)');
  });

  it('no commit yet: against the empty tree (OC-16, 5)', async () => {
    const repo = tempRepo();
    repo.stage('a.fx', 'ok\n');
    repo.write('b.fx', 'ok\n');
    const changes = await resolved(repo, staged);
    expect(told(changes)).toEqual(['added a.fx']);
    expect(changes.scope).toMatchObject({
      base: null,
      head: null,
      description: 'index against the empty tree',
      mixed: [{ path: 'b.fx', why: 'untracked' }],
    });
    expect(told(await resolved(repo, everything))).toEqual(['added a.fx', 'untracked b.fx']);
  });
});

describe('all', () => {
  it('every tracked file, with what the disk lacks', async () => {
    const repo = tempRepo();
    const head = repo.commit({ 'a.fx': 'ok\n', 'b.fx': 'ok\n', 'far/c.fx': 'ok\n', 'linked.fx': 'ok\n' });
    remove(repo, 'b.fx');
    remove(repo, 'linked.fx');
    symlinkSync('a.fx', join(repo.root, 'linked.fx'));
    repo.git('update-index', '--skip-worktree', 'far/c.fx');
    remove(repo, 'far');
    repo.write('untracked.fx', 'ok\n');
    const changes = await resolved(repo, { kind: 'all' });
    expect(told(changes)).toEqual([
      'listed a.fx',
      'deleted b.fx',
      'listed far/c.fx (sparse)',
      'listed linked.fx (symlink)',
    ]);
    expect(changes.scope).toMatchObject({ kind: 'all', base: null, head, mixed: [] });
  });

  it('a sparse checkout', async () => {
    const repo = tempRepo();
    repo.commit({ 'near/a.fx': 'ok\n', 'far/b.fx': 'ok\n', 'top.fx': 'ok\n' });
    repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'near');
    expect(told(await resolved(repo, { kind: 'all' }))).toEqual([
      'listed far/b.fx (sparse)',
      'listed near/a.fx',
      'listed top.fx',
    ]);
    expect(told(await resolved(repo, everything))).toEqual([]);
  });
});
