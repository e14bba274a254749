// Nothing is written and no lock is taken, in any scope, whatever state the repository is in; and git commands that run
// beside us never fail because of us (case OC-18).

import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readBlobs } from '../../src/git/blobs.js';
import { resolveChangeSet, type ScopeRequest } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import { stagedTree } from '../../src/plan/judged-tree.js';
import { openTextStore } from '../../src/plan/text-store.js';
import { bytesOf, makeBusy, makeStatStale } from '../support/busy-repo.js';
import { type TempRepo, tempRepo } from '../support/temp-repo.js';

const scopes: readonly ScopeRequest[] = [
  { kind: 'working-tree', paths: [] },
  { kind: 'staged', paths: [] },
  { kind: 'base', ref: 'other', paths: [] },
  { kind: 'all' },
];

/** Every git call that the room makes. */
async function judgeEverything(repo: TempRepo): Promise<void> {
  for (const scope of scopes) {
    const { location, status } = await quickStatus(repo.request());
    const repository = await openRepository(repo.request(), location);
    const { entries } = await resolveChangeSet(repository, scope, status);
    const tree = await stagedTree(repository, status);
    const store = openTextStore({
      tree,
      entries,
      maxFileSizeBytes: 1_000_000,
      readObjects: (oids, maxBytes) => readBlobs(repository, oids, maxBytes),
    });
    for (const { path } of entries) await store.classify(path);
  }
}

function busyRepository(): TempRepo {
  const repo = tempRepo();
  repo.commit({ 'first.fx': 'first\n' });
  makeBusy(repo, true);
  return repo;
}

it('OC-18 working files, index, refs, stash and merge state are the same bytes afterwards', async () => {
  const repo = busyRepository();
  const before = bytesOf(repo);
  await judgeEverything(repo);
  expect(bytesOf(repo)).toEqual(before);
  repo.git('status'); // and this is what would have been seen
  expect(bytesOf(repo)).not.toEqual(before);
});

it('OC-18 no lock is taken', async () => {
  const repo = busyRepository();
  const seen = new Set<string>();
  const watcher = watch(join(repo.root, '.git'), (_, name) => seen.add(name ?? ''));
  const untilSeen = (name: string) => expect.poll(() => seen.has(name), { timeout: 10_000 }).toBe(true);
  try {
    await judgeEverything(repo);
    repo.write('.git/marker', 'x'); // the watcher has told everything before this
    await untilSeen('marker');
    expect([...seen]).toEqual(['marker']);
    makeStatStale(repo);
    repo.git('status');
    await untilSeen('index.lock');
  } finally {
    watcher.close();
  }
});

it('OC-18 a held lock does not stop us', async () => {
  const repo = busyRepository();
  repo.write('.git/index.lock', '');
  await judgeEverything(repo);
});

it('OC-18 git add and git commit beside us never fail', async () => {
  const repo = tempRepo();
  repo.commit({ 'a.fx': 'base\n', 'b.fx': 'base\n' });
  repo.git('branch', 'other');
  const run = promisify(execFile);
  const foreign = async () => {
    for (let round = 0; round < 25; round += 1) {
      repo.write('a.fx', `round ${round}\n`);
      for (const args of [
        ['add', '.'],
        ['commit', '-q', '--allow-empty', '-m', 'x'],
      ])
        await run('git', args, { cwd: repo.root, env: repo.env });
    }
  };
  let running = true;
  const others = foreign().finally(() => {
    running = false;
  });
  let rounds = 0;
  for (; running; rounds += 1) await judgeEverything(repo);
  await others;
  expect(rounds).toBeGreaterThan(0);
});
