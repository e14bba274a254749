// Git as a hostile place, in every scope: whatever call of git fails, dies or is refused, the run ends as exit 4 with git's words;
// no program that the repository names is started; nothing is written and no lock is taken (cases OC-16, OC-18).

import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScopeSelection } from '../../src/check-options.js';
import { githubEnvironment, type Values } from '../support/ci-event.js';
import { errorOf, pathWithGit } from '../support/git-failures.js';
import { judged } from '../support/judged.js';
import { type TempRepo, tempFolder, tempRepo } from '../support/temp-repo.js';

interface Case {
  readonly name: string;
  readonly scope: (repo: TempRepo) => ScopeSelection;
  readonly env?: (repo: TempRepo) => Values;
}

const oid = (repo: TempRepo, ref: string) => repo.git('rev-parse', ref).trim();
const none = '0'.repeat(40);
const push = (repo: TempRepo, remoteOid: string): ScopeSelection => ({
  kind: 'pre-push',
  updates: [{ localOid: oid(repo, 'feat'), remoteRef: 'refs/heads/feat', remoteOid }],
  paths: [],
});

const cases: readonly Case[] = [
  { name: 'working tree', scope: () => ({ kind: 'working-tree', paths: [] }) },
  { name: 'staged', scope: () => ({ kind: 'staged', paths: [] }) },
  { name: 'base', scope: () => ({ kind: 'base', ref: 'feat', paths: [] }) },
  { name: 'range', scope: () => ({ kind: 'range', from: 'main~1', to: 'feat', paths: [] }) },
  { name: 'push', scope: (repo) => push(repo, oid(repo, 'main')) },
  { name: 'push of a new branch', scope: (repo) => push(repo, none) },
  {
    name: 'pull request',
    scope: () => ({ kind: 'ci', paths: [] }),
    env: (repo) =>
      githubEnvironment('pull_request', {
        base: oid(repo, 'feat~1'),
        head: oid(repo, 'main'),
        merge: none,
        before: none,
      }),
  },
  { name: 'all', scope: () => ({ kind: 'all' }) },
];

/** In the middle of a merge of `feat` into main, with a remote-tracking ref; stat data is stale. */
function busy(): TempRepo {
  const repo = tempRepo();
  repo.commit({ 'a.fx': 'base\n', 'part.fx': 'base\n', '.gitattributes': '*.fx diff=fx\n' });
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  repo.git('branch', 'feat');
  repo.commit({ 'a.fx': 'ours\n' });
  repo.git('checkout', '-q', 'feat');
  repo.commit({ 'a.fx': 'theirs\n', 'new.fx': 'theirs\n' });
  repo.git('checkout', '-q', 'main');
  expect(() => repo.git('merge', '-q', 'feat')).toThrow();
  repo.stage('a.fx', 'resolved\n');
  repo.stage('part.fx', 'staged\n');
  repo.write('part.fx', 'edited\n');
  repo.write('untracked.fx', 'x\n');
  chmodSync(join(repo.root, 'new.fx'), 0o755);
  for (const name of ['a.fx', 'new.fx']) utimesSync(join(repo.root, name), 1, 1);
  return repo;
}

async function ask(repo: TempRepo, { scope, env }: Case, more: Values = {}) {
  const { changeSet, overlays } = await judged(repo, scope(repo), { ...env?.(repo), ...more });
  return { changeSet, overlays };
}

const calls = [
  ...['status', 'rev-parse', 'ls-files', 'ls-tree', 'diff-tree', 'diff-index', 'diff-files'],
  ...['cat-file', 'for-each-ref', 'merge-base'],
];

describe('OC-16 a call of git that fails is never an answer', () => {
  it.each(cases)('$name', { timeout: 120_000 }, async (one) => {
    const repo = busy();
    const undisturbed = await ask(repo, one);
    const refused: string[] = [];
    for (const call of calls)
      for (const end of ['echo "fatal: broken" >&2; exit 128', 'printf "half an answer"; kill -KILL $$']) {
        const outcome = await ask(repo, one, pathWithGit(repo, call, end)).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toMatchObject({
            kind: 'scope',
            message: expect.stringMatching(/^git |cannot be resolved/),
          });
          refused.push(call);
        } else expect(outcome).toEqual(undisturbed); // the scope does not need this call
      }
    expect(refused.filter((call, at) => refused.indexOf(call) === at)).toEqual(needed[one.name]);
  });

  it('a broken index, dubious ownership, no git', async () => {
    const repo = busy();
    const owned = pathWithGit(repo, 'rev-parse', 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1');
    for (const one of cases) {
      expect((await errorOf(ask(repo, one, owned))).message).toContain('dubious ownership');
      expect((await errorOf(ask(repo, one, { PATH: tempFolder() }))).message).toContain('not installed');
    }
    const scopes = cases.map((one) => ({ ...one, scope: one.scope(repo), env: one.env?.(repo) }));
    repo.write('.git/index', 'garbage');
    for (const { scope, env } of scopes) {
      const error = await errorOf(judged(repo, scope, env));
      expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('index file') });
    }
  });
});

/** What each scope cannot do without, in the order of `calls`. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'working tree': ['status', 'rev-parse'],
  staged: ['status', 'rev-parse', 'ls-files', 'diff-index', 'diff-files'],
  base: ['status', 'rev-parse', 'ls-files', 'diff-tree', 'merge-base'],
  range: ['status', 'rev-parse', 'ls-files', 'ls-tree', 'diff-tree', 'cat-file'],
  push: ['status', 'rev-parse', 'ls-files', 'ls-tree', 'diff-tree', 'cat-file'],
  'push of a new branch': [
    ...['status', 'rev-parse', 'ls-files', 'ls-tree', 'diff-tree', 'cat-file', 'for-each-ref', 'merge-base'],
  ],
  'pull request': ['status', 'rev-parse', 'ls-files', 'diff-tree', 'cat-file', 'merge-base'],
  all: ['status', 'rev-parse', 'ls-files'],
};

it('OC-18 no program that a repository names is started, in any scope', async () => {
  const repo = busy();
  const program = join(repo.root, '../program');
  writeFileSync(program, `#!/bin/sh\ntouch '${join(repo.root, '../ran')}-'$1\n`);
  chmodSync(program, 0o755);
  for (const setting of ['core.fsmonitor', 'diff.external', 'core.pager', 'core.sshCommand', 'core.editor'])
    repo.git('config', setting, `${program} ${setting}`);
  repo.git('config', 'diff.fx.textconv', `${program} textconv`);
  repo.git('config', 'diff.fx.command', `${program} command`);
  const hooks = join(repo.root, '.git/hooks');
  for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\nexec '${program}' ${hook}\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  const ran = () => readdirSync(join(repo.root, '..')).filter((name) => name.startsWith('ran-'));
  for (const one of cases) await ask(repo, one, { GIT_EXTERNAL_DIFF: `${program} variable`, PAGER: program });
  expect(ran()).toEqual([]);
  repo.git('status'); // and these are what git itself starts
  repo.git('diff', 'feat');
  expect(ran()).toEqual(
    expect.arrayContaining(['ran-core.fsmonitor', 'ran-command', 'ran-post-index-change']),
  );
});

function snapshot(repo: TempRepo): Readonly<Record<string, string>> {
  const files = readdirSync(repo.root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const told = (file: string) => `${readFileSync(file).toString('base64')} ${statSync(file).mtimeMs}`;
  return Object.fromEntries(files.sort().map((file) => [file, told(file)]));
}

it('OC-18 nothing is written and no lock is taken, in any scope', async () => {
  const repo = busy();
  const before = snapshot(repo);
  const seen = new Set<string>();
  const watcher = watch(join(repo.root, '.git'), (_, name) => seen.add(name ?? ''));
  try {
    for (const one of cases) await ask(repo, one);
    expect(snapshot(repo)).toEqual(before);
    repo.write('.git/marker', 'x'); // the watcher has told everything before this
    await expect.poll(() => seen.has('marker'), { timeout: 10_000 }).toBe(true);
    expect([...seen]).toEqual(['marker']);
  } finally {
    watcher.close();
  }
  repo.write('.git/index.lock', ''); // held by somebody: no hindrance
  for (const one of cases) await ask(repo, one);
  expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(true);
});
