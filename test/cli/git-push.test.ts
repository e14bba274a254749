// `--pre-push` against real `git push`: what git hands its hook is what is resolved, whatever is new, rewritten or deleted.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byPushedCommit, parseRefUpdates } from '../../src/git/pre-push.js';
import { openRepository } from '../../src/git/repository.js';
import { errorOf } from '../support/git-failures.js';
import { judged } from '../support/judged.js';
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../support/temp-repo.js';

/** What git writes to the hook's stdin for this push; the push itself is stopped. */
function wouldPush(repo: TempRepo, ...args: readonly string[]): string {
  const seen = join(tempFolder(), 'seen');
  const hook = join(repo.root, '.git/hooks/pre-push');
  mkdirSync(join(hook, '..'), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\ncat >'${seen}'\nexit 1\n`);
  chmodSync(hook, 0o755);
  expect(() => repo.git('push', '-q', ...args)).toThrow();
  return readFileSync(seen, 'utf8');
}

async function pushed(repo: TempRepo, ...args: readonly string[]) {
  const repository = await openRepository(repo.request());
  const groups = await byPushedCommit(repository, parseRefUpdates(wouldPush(repo, ...args)));
  return Promise.all(groups.map((updates) => judged(repo, { kind: 'pre-push', updates, paths: [] })));
}

/** A clone whose remote has main with one commit. */
function cloned(): TempRepo {
  const origin = tempRepo();
  origin.commit({ 'a.fx': 'one\n' });
  origin.git('clone', '-q', '--bare', '.', '../bare');
  origin.git('clone', '-q', `file://${join(origin.root, '../bare')}`, '../clone');
  return repoAt(join(origin.root, '../clone'), origin.env);
}

const short = (repo: TempRepo, ref: string) => repo.git('rev-parse', ref).trim().slice(0, 7);

describe('OC-16 what is pushed', () => {
  it('commits on a branch that is there: against what it is there', async () => {
    const repo = cloned();
    const base = repo.git('rev-parse', 'HEAD').trim();
    repo.commit({ 'b.fx': 'two\n' });
    const head = repo.commit({ 'a.fx': 'two\n' });
    const [run, ...others] = await pushed(repo, 'origin', 'main');
    expect(others).toEqual([]);
    expect(run?.told).toEqual(['modified a.fx', 'added b.fx']);
    const description = `${head.slice(0, 7)} against ${base.slice(0, 7)}, what main is there`;
    expect(run?.scope).toEqual({ kind: 'pre-push', base, head, description, mixed: [] });
    expect(run?.tree.kind).toBe('working-tree');
  });

  it('the pushed commit’s text, whatever is checked out or edited', async () => {
    const repo = cloned();
    repo.git('checkout', '-q', '-b', 'feat');
    repo.commit({ 'a.fx': 'pushed\n' });
    repo.git('checkout', '-q', 'main');
    repo.write('a.fx', 'edited\n');
    const [run] = await pushed(repo, 'origin', 'feat');
    expect(await run?.text('a.fx')).toBe('pushed\n');
    expect(run?.overlays).toEqual({ 'a.fx': 'text' });
  });

  it('a branch that is new there: against the nearest commit that a remote has', async () => {
    const repo = cloned();
    repo.git('checkout', '-q', '-b', 'feat');
    repo.commit({ 'b.fx': 'two\n' });
    repo.git('push', '-q', 'origin', 'feat');
    repo.git('checkout', '-q', '-b', 'on-top');
    repo.commit({ 'c.fx': 'three\n' });
    const [run] = await pushed(repo, 'origin', 'on-top');
    expect(run?.told).toEqual(['added c.fx']);
    expect(run?.scope.description).toBe(
      `${short(repo, 'on-top')} against ${short(repo, 'feat')}, the nearest that a remote has, since on-top is new there`,
    );
  });

  it('nothing is known of the remote: every file, said so', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'one\n', 'sub/b.fx': 'one\n' });
    repo.git('init', '-q', '--bare', '../empty');
    const [run] = await pushed(repo, '../empty', 'main');
    expect(run?.told).toEqual(['added a.fx', 'added sub/b.fx']);
    expect(run?.scope).toMatchObject({ base: null, head: repo.git('rev-parse', 'main').trim() });
    expect(run?.scope.description).toBe(
      `${short(repo, 'main')} against the empty tree, since main is new there and no remote has a part of it`,
    );
  });

  it('a rewritten branch: against what it is there; and where that is not here, against the nearest', async () => {
    const repo = cloned();
    repo.commit({ 'b.fx': 'two\n' });
    repo.git('push', '-q', 'origin', 'main');
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    repo.commit({ 'c.fx': 'three\n' });
    const [run] = await pushed(repo, '--force', 'origin', 'main');
    expect(run?.told).toEqual(['deleted b.fx', 'added c.fx']);

    const elsewhere = repoAt(join(repo.root, '../elsewhere'), repo.env);
    repo.git('clone', '-q', `file://${join(repo.root, '../bare')}`, '../elsewhere');
    elsewhere.commit({ 'd.fx': 'four\n' });
    elsewhere.git('push', '-q', 'origin', 'main');
    const there = short(elsewhere, 'main');
    const [other] = await pushed(repo, '--force', 'origin', 'main');
    expect(other?.told).toEqual(['added c.fx']);
    expect(other?.scope.description).toContain(
      `the nearest that a remote has, since what main is there (${there}) is not here`,
    );
  });

  it('a deleted branch: 0 files, in words', async () => {
    const repo = cloned();
    repo.git('push', '-q', 'origin', 'main:old');
    const [run, ...others] = await pushed(repo, 'origin', ':old');
    expect(others).toEqual([]);
    expect(run?.told).toEqual([]);
    expect(run?.scope).toMatchObject({ kind: 'pre-push', base: null, description: 'old is deleted' });
  });

  it('no ref at all: nothing, when the remotes have HEAD; else somebody kept the refs to himself', async () => {
    const repo = cloned();
    const nothing = () => judged(repo, { kind: 'pre-push', updates: [], paths: [] });
    expect(await nothing()).toMatchObject({ told: [], scope: { description: 'no ref is pushed' } });
    const head = repo.commit({ 'b.fx': 'two\n' }).slice(0, 7);
    expect(await errorOf(nothing())).toMatchObject({
      kind: 'scope',
      message: `no ref is named on stdin, and HEAD ${head} is on no remote`,
      hint: expect.stringContaining('use_stdin: true'),
    });
  });

  it('several refs: one run for each commit; a tag on the same commit is no other text', async () => {
    const repo = cloned();
    repo.git('push', '-q', 'origin', 'main:old');
    repo.commit({ 'b.fx': 'two\n' });
    repo.git('tag', '-a', 'v1', '-m', 'v1');
    repo.git('branch', 'feat', 'HEAD');
    repo.git('checkout', '-q', 'feat');
    repo.commit({ 'c.fx': 'three\n' });
    const runs = await pushed(repo, 'origin', 'main', 'v1', 'feat', ':old');
    expect(runs.map(({ told }) => told).sort()).toEqual([['added b.fx'], ['added b.fx', 'added c.fx']]);
    const main = runs.find(({ told }) => told.length === 1);
    expect(main?.scope.description).toContain('what main is there');
    expect(main?.scope.description).toContain('v1 is new there');
    expect(await runs.find(({ told }) => told.length === 2)?.text('c.fx')).toBe('three\n');
  });

  it('a merge of two branches that are there: what differs from either', async () => {
    const repo = cloned();
    repo.git('checkout', '-q', '-b', 'feat');
    repo.commit({ 'f.fx': 'feat\n' });
    repo.git('checkout', '-q', 'main');
    repo.commit({ 'm.fx': 'main\n' });
    repo.git('push', '-q', 'origin', 'main', 'feat');
    repo.git('checkout', '-q', '-b', 'both');
    repo.git('merge', '-q', '-m', 'both', 'feat');
    const [run] = await pushed(repo, 'origin', 'both');
    expect(run?.told).toEqual(['added f.fx', 'added m.fx']);
  });

  it('what is no commit is an error', async () => {
    const repo = cloned();
    repo.git('tag', 'blob', 'HEAD:a.fx');
    const error = await errorOf(pushed(repo, 'origin', 'blob'));
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('refs/tags/blob') });
  });

  it('a shallow clone that shares nothing with its remotes says how to fetch it', async () => {
    const repo = cloned();
    repo.commit({ 'b.fx': 'two\n' });
    repo.git('push', '-q', 'origin', 'main');
    repo.git('clone', '-q', '--depth', '1', `file://${join(repo.root, '../bare')}`, '../shallow');
    const shallow = repoAt(join(repo.root, '../shallow'), repo.env);
    shallow.git('checkout', '-q', '--orphan', 'alone');
    shallow.commit({ 'x.fx': 'x\n' });
    const error = await errorOf(pushed(shallow, 'origin', 'alone'));
    expect(error).toMatchObject({
      kind: 'scope',
      hint: expect.stringContaining('git fetch --unshallow origin'),
    });
  });
});
