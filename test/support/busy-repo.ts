// A repository that its owner is in the middle of: a merge with a conflict that is resolved and staged (and one that is not), partly
// staged, untracked and intent-to-add files, a stash, stale stat data. Whatever looks at it must leave every byte as it is.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TempRepo } from './temp-repo.js';

/** From a repository with at least one commit, on `main`. `unmerged`: the conflict in b.fx is still there. */
export function makeBusy(repo: TempRepo, unmerged: boolean): void {
  repo.commit({ 'a.fx': 'base\n', 'b.fx': 'base\n', 'part.fx': 'base\n', 'stale.fx': 'base\n' });
  repo.write('part.fx', 'stashed\n');
  repo.git('stash', '-q');
  repo.git('branch', 'other');
  repo.commit({ 'a.fx': 'ours\n', 'b.fx': 'ours\n' });
  repo.git('checkout', '-q', 'other');
  repo.commit({ 'a.fx': 'theirs\n', 'b.fx': 'theirs\n' });
  repo.git('checkout', '-q', 'main');
  expect(() => repo.git('merge', '-q', 'other')).toThrow();
  repo.stage('a.fx', 'resolved\n');
  if (!unmerged) repo.stage('b.fx', 'resolved too\n');
  repo.stage('part.fx', 'staged\n');
  repo.write('part.fx', 'edited\n');
  repo.write('untracked.fx', 'x\n');
  repo.write('intent.fx', 'x\n');
  repo.git('add', '-N', 'intent.fx');
  makeStatStale(repo);
}

/** Git would like to write the fresh stat data into the index. */
export function makeStatStale(repo: TempRepo): void {
  for (const name of ['a.fx', 'b.fx', 'stale.fx']) utimesSync(join(repo.root, name), 1, 1);
}

/** Every file of the work tree and of `.git`, by hash and time: index, refs, stash, merge state, and locks that are left. */
export function bytesOf(repo: TempRepo): Readonly<Record<string, string>> {
  const files = readdirSync(repo.root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.sort().map((file) => [file, `${sha(file)} ${statSync(file).mtimeMs}`]));
}
