// Nothing is written and no lock is taken, in any scope, whatever state the repository is in; and git commands that run
// beside us never fail because of us (case OC-18).

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readBlobs } from '../../src/git/blobs.js';
import { resolveChangeSet, type ScopeRequest } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import { stagedTree } from '../../src/plan/judged-tree.js';
import { openTextStore } from '../../src/plan/text-store.js';
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

/** In the middle of a merge, one conflict resolved, one not; partly staged, untracked and intent-to-add files; a stash. */
function busyRepository(): TempRepo {
  const repo = tempRepo();
  repo.commit({ 'a.fx': 'base\n', 'b.fx': 'base\n', 'part.fx': 'base\n', 'mode.fx': 'base\n' });
  repo.write('part.fx', 'stashed\n');
  repo.git('stash', '-q');
  repo.git('branch', 'other');
  repo.commit({ 'a.fx': 'ours\n', 'b.fx': 'ours\n' });
  repo.git('checkout', '-q', 'other');
  repo.commit({ 'a.fx': 'theirs\n', 'b.fx': 'theirs\n' });
  repo.git('checkout', '-q', 'main');
  expect(() => repo.git('merge', '-q', 'other')).toThrow();
  repo.stage('a.fx', 'resolved\n');
  repo.stage('part.fx', 'staged\n');
  repo.write('part.fx', 'edited\n');
  repo.write('untracked.fx', 'x\n');
  repo.write('intent.fx', 'x\n');
  repo.git('add', '-N', 'intent.fx');
  makeStatStale(repo);
  return repo;
}

/** Git would like to write the fresh stat data into the index. */
function makeStatStale(repo: TempRepo): void {
  for (const name of ['a.fx', 'b.fx', 'mode.fx']) utimesSync(join(repo.root, name), 1, 1);
}

function snapshot(repo: TempRepo): Readonly<Record<string, string>> {
  const files = readdirSync(repo.root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.sort().map((file) => [file, `${sha(file)} ${statSync(file).mtimeMs}`]));
}

it('OC-18 working files, index, refs, stash and merge state are the same bytes afterwards', async () => {
  const repo = busyRepository();
  const before = snapshot(repo);
  await judgeEverything(repo);
  expect(snapshot(repo)).toEqual(before);
  repo.git('status'); // and this is what would have been seen
  expect(snapshot(repo)).not.toEqual(before);
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
