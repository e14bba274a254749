// fetch-base.sh against a real remote: the base of the event is there afterwards, whatever the depth of the clone was.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../scripts/action/fetch-base.sh');
const folder = mkdtempSync(join(tmpdir(), 'lspcheck-fetch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const origin = join(folder, 'origin');
const who = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...who,
};
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const oid = { base: '', forked: '', head: '', rewritten: '' };
beforeAll(() => {
  git(folder, 'init', '--quiet', '--initial-branch=main', origin);
  const commits = (count: number, name: string) => {
    for (let at = 0; at < count; at++)
      git(origin, 'commit', '--quiet', '--allow-empty', '-m', `${name} ${at}`);
    return git(origin, 'rev-parse', 'HEAD');
  };
  oid.forked = commits(60, 'main');
  git(origin, 'switch', '--quiet', '-c', 'topic');
  oid.head = commits(55, 'topic');
  git(origin, 'switch', '--quiet', 'main');
  oid.base = commits(3, 'later');
  git(origin, 'switch', '--quiet', '-c', 'merged', 'main');
  git(origin, 'merge', '--quiet', '--no-ff', '-m', 'merge', 'topic');
  git(origin, 'switch', '--quiet', '-c', 'gone', 'main');
  oid.rewritten = commits(1, 'gone');
  git(origin, 'switch', '--quiet', 'main');
  git(origin, 'branch', '--quiet', '-D', 'gone');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
});

/** As the checkout action leaves it: one branch, `depth` commits of it. */
function cloneOf(branch: string, depth: number | undefined): string {
  const clone = join(mkdtempSync(join(folder, 'clone-')), 'it');
  const shallow = depth === undefined ? [] : [`--depth=${depth}`, '--no-single-branch'];
  git(folder, 'clone', '--quiet', ...shallow, '--branch', branch, `file://${origin}`, clone);
  return clone;
}

function fetchBase(clone: string, payload: object): void {
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify(payload));
  const done = spawnSync('bash', [script], {
    cwd: clone,
    env: { ...env, GITHUB_EVENT_PATH: event },
    encoding: 'utf8',
  });
  expect(done.status, done.stderr).toBe(0);
}

const pullRequest = () => ({ pull_request: { base: { sha: oid.base } } });
const count = (clone: string) => Number(git(clone, 'rev-list', '--count', '--all'));

describe('a shallow clone', () => {
  it('of the merge commit: its parents are enough', () => {
    const clone = cloneOf('merged', 1);
    fetchBase(clone, pullRequest());
    expect(git(clone, 'rev-parse', 'HEAD^1')).toBe(oid.base);
    expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('true');
    expect(count(clone)).toBeLessThan(10);
  });

  it('of the branch: as far as where it began', () => {
    const clone = cloneOf('topic', 1);
    fetchBase(clone, pullRequest());
    expect(git(clone, 'merge-base', oid.base, 'HEAD')).toBe(oid.forked);
  });

  it('of a branch that was pushed: the commit before', () => {
    const clone = cloneOf('main', 1);
    fetchBase(clone, { before: oid.forked });
    expect(git(clone, 'merge-base', oid.forked, 'HEAD')).toBe(oid.forked);
  });

  it('of a branch that was rewritten: its old commit hangs on nothing', () => {
    const clone = cloneOf('main', 1);
    fetchBase(clone, { before: oid.rewritten });
    expect(git(clone, 'merge-base', oid.rewritten, 'HEAD')).toBe(oid.base);
  });
});

describe('a full clone', () => {
  it('is never cut', () => {
    const clone = cloneOf('topic', undefined);
    const before = count(clone);
    fetchBase(clone, pullRequest());
    expect(count(clone)).toBe(before);
    expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('false');
  });
});

it.each([{}, { before: '0'.repeat(40) }, { before: '--upload-pack=touch pwned' }, { pull_request: {} }])(
  '%j names no commit: nothing is fetched',
  (payload) => {
    const clone = cloneOf('topic', 1);
    fetchBase(clone, payload);
    expect(git(clone, 'rev-list', '--count', 'HEAD')).toBe('1');
  },
);
