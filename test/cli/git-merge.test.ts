// A merge under way, with `--staged`: what it makes itself is judged, what it only brings in was judged where it came from.

import { describe, expect, it } from 'vitest';
import { errorOf } from '../support/git-failures.js';
import { judged } from '../support/judged.js';
import { repoAt, type TempRepo, tempRepo } from '../support/temp-repo.js';

const staged = { kind: 'staged', paths: [] } as const;

/** In the middle of a merge: the two conflicts of both.fx and other.fx are open. */
function merging(): TempRepo {
  const repo = tempRepo();
  repo.commit({
    'both.fx': 'base\n',
    'other.fx': 'base\n',
    'gone.fx': 'base\n',
    'clean.fx': '1\n2\n3\n4\n5\n6\n',
  });
  repo.git('checkout', '-q', '-b', 'theirs');
  repo.git('rm', '-q', 'gone.fx');
  repo.commit({
    'both.fx': 'theirs\n',
    'other.fx': 'theirs\n',
    'new.fx': 'theirs\n',
    'clean.fx': '1\n2\n3\n4\n5\nsix\n',
  });
  repo.git('checkout', '-q', 'main');
  repo.commit({ 'both.fx': 'ours\n', 'other.fx': 'ours\n', 'clean.fx': 'one\n2\n3\n4\n5\n6\n' });
  expect(() => repo.git('merge', '-q', 'theirs')).toThrow();
  return repo;
}

describe('OC-18 MERGE_HEAD', () => {
  it('paths that differ from both parents, said so', async () => {
    const repo = merging();
    repo.stage('both.fx', 'resolved\n');
    repo.stage('other.fx', 'theirs\n'); // taken from the other side, as it is there
    repo.stage('extra.fx', 'added while merging\n');
    const { told, scope, text } = await judged(repo, staged);
    expect(told).toEqual(['modified both.fx', 'modified clean.fx', 'added extra.fx']);
    const [ours, theirs] = ['HEAD', 'MERGE_HEAD'].map((ref) => repo.git('rev-parse', ref).trim().slice(0, 7));
    expect(scope.description).toBe(
      `index against HEAD ${ours} and MERGE_HEAD ${theirs}, what differs from every parent`,
    );
    expect(await text('clean.fx')).toBe('one\n2\n3\n4\n5\nsix\n');
  });

  it('what is still unmerged stays listed', async () => {
    const repo = merging();
    repo.stage('other.fx', 'theirs\n');
    expect((await judged(repo, staged)).told).toEqual(['unmerged both.fx', 'modified clean.fx']);
  });

  it('in a linked work tree, whose MERGE_HEAD is elsewhere', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'base\n' });
    repo.git('branch', 'theirs');
    repo.git('worktree', 'add', '-q', '-b', 'ours', '../linked');
    repo.git('checkout', '-q', 'theirs');
    repo.commit({ 'a.fx': 'theirs\n', 'b.fx': 'theirs\n' });
    const linked = repoAt(`${repo.root}/../linked`, repo.env);
    linked.commit({ 'a.fx': 'ours\n' });
    expect(() => linked.git('merge', '-q', 'theirs')).toThrow();
    linked.stage('a.fx', 'resolved\n');
    const { told, scope } = await judged(linked, staged);
    expect(told).toEqual(['modified a.fx']);
    expect(scope.description).toContain('MERGE_HEAD');
  });

  it('nothing of its own: 0 files; the other scopes are as ever', async () => {
    const repo = merging();
    repo.stage('both.fx', 'theirs\n');
    repo.stage('other.fx', 'ours\n');
    repo.stage('clean.fx', '1\n2\n3\n4\n5\nsix\n');
    expect((await judged(repo, staged)).told).toEqual([]);
    expect((await judged(repo, { kind: 'working-tree', paths: [] })).told).toEqual([
      'modified both.fx',
      'modified clean.fx',
      'deleted gone.fx',
      'added new.fx',
    ]);
  });

  it('a MERGE_HEAD that names no commit is an error', async () => {
    const repo = merging();
    repo.stage('both.fx', 'resolved\n');
    repo.write('.git/MERGE_HEAD', '--output=pwn\n');
    expect(await errorOf(judged(repo, staged))).toMatchObject({
      kind: 'scope',
      message: 'MERGE_HEAD names no commit',
    });
    repo.write('.git/MERGE_HEAD', `${'d'.repeat(40)}\n`);
    expect(await errorOf(judged(repo, staged))).toMatchObject({ kind: 'scope' });
  });
});
