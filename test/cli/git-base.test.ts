// `--base` against real git: the merge base, what the branch and the disk changed since, and every way in which a base can
// be missing, each an error that names it and says what to fetch (case OC-16).

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveChangeSet } from '../../src/git/change-set.js';
import { openRepository } from '../../src/git/repository.js';
import { repoAt, type TempRepo, tempRepo } from '../support/temp-repo.js';

async function against(repo: TempRepo, ref: string) {
  const repository = await openRepository(repo.request());
  const { entries, scope } = await resolveChangeSet(repository, { kind: 'base', ref, paths: [] });
  return { told: entries.map(({ status, path }) => `${status} ${path}`), scope };
}

/** main with f1 to f3; feat, from its second commit, with g and g2. */
function branched(): TempRepo {
  const repo = tempRepo();
  for (const name of ['f1.fx', 'f2.fx', 'f3.fx']) repo.commit({ [name]: 'ok\n' });
  repo.git('checkout', '-q', '-b', 'feat', 'HEAD~1');
  repo.commit({ 'g.fx': 'BAD\n' });
  repo.commit({ 'g2.fx': 'BAD\n' });
  return repo;
}

function shallowClone(of: TempRepo): TempRepo {
  of.git('clone', '-q', '--depth', '1', '--branch', 'feat', `file://${of.root}`, '../s');
  const clone = repoAt(join(of.root, '../s'), of.env);
  clone.git('fetch', '-q', '--depth', '1', 'origin', 'main:refs/remotes/origin/main');
  return clone;
}

describe('OC-15 a branch and the disk', () => {
  it('commits, then what is not committed', async () => {
    const repo = tempRepo();
    const base = repo.commit({ 'x.fx': 'ok\n', 'z.fx': 'ok\n', 'again.fx': 'ok\n', 'm.fx': 'ok\n' });
    repo.git('checkout', '-q', '-b', 'f');
    repo.commit({ 'x.fx': 'changed\n', 'new.fx': 'new\n', 'm.fx': 'changed\n' });
    repo.git('rm', '-q', 'z.fx', 'again.fx');
    repo.git('mv', 'm.fx', 'moved.fx');
    const head = repo.commit({});
    renameSync(join(repo.root, 'x.fx'), join(repo.root, 'y.fx'));
    repo.write('again.fx', 'back\n');
    repo.write('new.fx', 'edited\n');
    const { told, scope } = await against(repo, 'main');
    expect(told).toEqual([
      'untracked again.fx',
      'deleted m.fx',
      'added moved.fx',
      'added new.fx',
      'deleted x.fx',
      'untracked y.fx',
      'deleted z.fx',
    ]);
    const description = `${base.slice(0, 7)} (merge base of main and HEAD ${head.slice(0, 7)}) against working tree`;
    expect(scope).toEqual({ kind: 'base', base, head, description, mixed: [] });
  });

  it('a sparse path that the branch changed is marked', async () => {
    const repo = tempRepo();
    repo.commit({ 'near/a.fx': 'ok\n', 'far/b.fx': 'ok\n' });
    repo.git('checkout', '-q', '-b', 'f');
    repo.commit({ 'far/b.fx': 'changed\n' });
    repo.git('sparse-checkout', 'set', 'near');
    const repository = await openRepository(repo.request());
    const { entries } = await resolveChangeSet(repository, { kind: 'base', ref: 'main', paths: [] });
    expect(entries).toMatchObject([{ path: 'far/b.fx', status: 'modified', sparse: true }]);
  });
});

describe('OC-16 a base that cannot be determined', () => {
  it('1, 2: a shallow clone without merge base, and after fetching what the error says', async () => {
    const clone = shallowClone(branched());
    const hint = 'git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main';
    await expect(against(clone, 'origin/main')).rejects.toMatchObject({
      kind: 'scope',
      message: 'origin/main and HEAD have no common commit here; this is a shallow clone',
      hint: `fetch what is missing: ${hint}`,
    });
    clone.git(...hint.split(' ').slice(1), '-q');
    expect((await against(clone, 'origin/main')).told).toEqual(['added g.fx', 'added g2.fx']);
  });

  it('3: a base that is nowhere', async () => {
    const clone = shallowClone(branched());
    await expect(against(clone, 'no/such')).rejects.toMatchObject({
      kind: 'scope',
      message: 'the base no/such cannot be resolved; this is a shallow clone',
      hint: expect.stringContaining('git fetch --unshallow origin +refs/heads/no/such'),
    });
    const oid = 'f'.repeat(40);
    await expect(against(clone, oid)).rejects.toMatchObject({
      kind: 'scope',
      message: expect.stringContaining(`the base ${oid} cannot be resolved`),
      hint: expect.stringContaining(`git fetch --unshallow origin ${oid}`),
    });
    await expect(against(branched(), 'no/such')).rejects.toMatchObject({
      kind: 'scope',
      message: 'the base no/such cannot be resolved',
      hint: expect.stringContaining('no remote'),
    });
  });

  it('4: all zeros', async () => {
    await expect(against(branched(), '0'.repeat(40))).rejects.toMatchObject({
      kind: 'scope',
      message: expect.stringContaining('0'.repeat(40)),
    });
  });

  it('6: HEAD itself: nothing changed', async () => {
    const repo = branched();
    const { told, scope } = await against(repo, 'HEAD');
    expect(told).toEqual([]);
    expect(scope.base).toBe(scope.head);
  });

  it('unrelated histories, and no commit yet', async () => {
    const repo = branched();
    repo.git('checkout', '-q', '--orphan', 'alone');
    await expect(against(repo, 'main')).rejects.toMatchObject({
      kind: 'scope',
      message: 'there is no commit yet to compare with main',
    });
    repo.git('commit', '-q', '-m', 'alone');
    await expect(against(repo, 'main')).rejects.toMatchObject({
      kind: 'scope',
      message: 'main and HEAD have no common commit here',
    });
  });

  it('what is no commit, and what is no ref', async () => {
    const repo = branched();
    await expect(against(repo, 'HEAD:g.fx')).rejects.toMatchObject({ kind: 'scope' });
    for (const ref of ['', '--output=pwn', '-x', 'a\nb'])
      await expect(against(repo, ref)).rejects.toMatchObject({ kind: 'usage' });
    expect((await against(repo, ':/a commit')).told).toEqual([]);
  });
});
