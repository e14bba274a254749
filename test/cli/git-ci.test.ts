// Events of a CI against real clones, made as the CIs make them: which commit the working tree is compared with, how that was
// found, and that history which is not there is an error with the command that fetches it (case OC-16).

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { githubEnvironment, gitlabEnvironment, type Values } from '../support/ci-event.js';
import { errorOf } from '../support/git-failures.js';
import { judged } from '../support/judged.js';
import { repoAt, type TempRepo, tempRepo } from '../support/temp-repo.js';

const none = '0'.repeat(40);
const short = (oid: string) => oid.slice(0, 7);
const run = (repo: TempRepo, env: Values) => judged(repo, { kind: 'ci', paths: [] }, env);

interface Forge {
  readonly origin: TempRepo;
  /** main when the pull request was last pushed to, main now, the request's commit, and the merge that is tested. */
  readonly base: string;
  readonly target: string;
  readonly head: string;
  readonly merge: string;
  /** A checkout of a ref or commit, as a CI makes it. */
  checkout(what: string, depth?: number): TempRepo;
}

/** main moved on since `feat` was pushed, and a merge of both is there for the CI to test. */
function forge(): Forge {
  const origin = tempRepo();
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const base = origin.commit({ 'a.fx': 'one\n' });
  origin.git('checkout', '-q', '-b', 'feat');
  origin.commit({ 'f1.fx': 'feat\n' });
  const head = origin.commit({ 'f2.fx': 'feat\n' });
  origin.git('checkout', '-q', 'main');
  const target = origin.commit({ 'm.fx': 'main\n' });
  origin.git('checkout', '-q', '--detach');
  origin.git('merge', '-q', '-m', 'Merge', 'feat');
  const merge = origin.git('rev-parse', 'HEAD').trim();
  origin.git('update-ref', 'refs/pull/7/merge', merge);
  origin.git('checkout', '-q', 'main');
  let count = 0;
  const checkout = (what: string, depth?: number) => {
    count += 1;
    const root = join(origin.root, `../checkout${count}`);
    origin.git('init', '-q', root);
    const clone = repoAt(root, origin.env);
    clone.git('remote', 'add', 'origin', `file://${origin.root}`);
    const shallow = depth === undefined ? [] : ['--depth', String(depth)];
    const refs = depth === undefined ? ['+refs/heads/*:refs/remotes/origin/*'] : [];
    clone.git('fetch', '-q', '--no-tags', ...shallow, 'origin', ...refs, what);
    clone.git('checkout', '-q', '--detach', origin.git('rev-parse', what).trim());
    return clone;
  };
  return { origin, base, target, head, merge, checkout };
}

describe('OC-16 pull requests', () => {
  it('of the tested merge, the first parent: not the base of the last push, which is older', async () => {
    const { checkout, target, base, head, merge } = forge();
    const env = githubEnvironment('pull_request', { base, head, merge, before: none });
    const { told, scope, tree } = await run(checkout('refs/pull/7/merge'), env);
    expect(told).toEqual(['added f1.fx', 'added f2.fx']);
    const description = `${short(target)} (main, first parent of the merge commit; GitHub pull_request) against working tree`;
    expect(scope).toEqual({ kind: 'base', base: target, head: merge, description, mixed: [] });
    expect(tree.kind).toBe('working-tree');
  });

  it('fetch-depth: 2 is enough for that', async () => {
    const { checkout, base, head, merge } = forge();
    const env = githubEnvironment('pull_request', { base, head, merge, before: none });
    expect((await run(checkout('refs/pull/7/merge', 2), env)).told).toEqual(['added f1.fx', 'added f2.fx']);
  });

  it('the default checkout has no history: an error, and what to write', async () => {
    const { checkout, base, head, merge, target } = forge();
    const env = githubEnvironment('pull_request', { base, head, merge, before: none });
    expect(await errorOf(run(checkout('refs/pull/7/merge', 1), env))).toMatchObject({
      kind: 'scope',
      message: `the first parent of the merge commit HEAD (${short(target)}) is not here; this is a shallow clone`,
      hint: `fetch what is missing: "fetch-depth: 0" for actions/checkout, or git fetch --unshallow origin ${target}`,
    });
  });

  it('of the branch itself, its merge base', async () => {
    const { checkout, base, head, merge } = forge();
    const env = githubEnvironment('pull_request', { base, head, merge, before: none });
    const { told, scope } = await run(checkout(head), env);
    expect(told).toEqual(['added f1.fx', 'added f2.fx']);
    expect(scope).toMatchObject({ kind: 'base', base, head });
    expect(scope.description).toContain(`merge base of main ${short(base)} and HEAD; GitHub pull_request`);
  });

  it('of commits on top of the branch too, but not of a checkout without it', async () => {
    const { checkout, base, head, merge } = forge();
    const env = githubEnvironment('pull_request', { base, head, merge, before: none });
    const onTop = checkout(head);
    onTop.commit({ 'formatted.fx': 'x\n' });
    expect((await run(onTop, env)).told).toEqual(['added f1.fx', 'added f2.fx', 'added formatted.fx']);
    // pull_request_target checks out the target branch: nothing would differ from it, for ever.
    const target = githubEnvironment(
      'pull_request_target',
      { base, head, merge, before: none },
      {},
      'pull_request',
    );
    expect(await errorOf(run(checkout('refs/heads/main'), target))).toMatchObject({
      kind: 'scope',
      message: expect.stringContaining(
        `does not hold ${short(head)}, which GitHub pull_request_target is about`,
      ),
    });
    expect(await errorOf(run(checkout('refs/heads/main', 1), target))).toMatchObject({
      kind: 'scope',
      hint: expect.stringContaining('fetch-depth: 0'),
    });
  });

  it('a merge group', async () => {
    const { checkout, target, merge } = forge();
    const env = githubEnvironment('merge_group', { base: target, head: merge });
    const { told, scope } = await run(checkout('refs/pull/7/merge'), env);
    expect(told).toEqual(['added f1.fx', 'added f2.fx']);
    expect(scope).toMatchObject({ base: target, head: merge });
    expect(await errorOf(run(checkout('refs/pull/7/merge', 1), env))).toMatchObject({
      kind: 'scope',
      hint: expect.stringContaining('"fetch-depth: 0" for actions/checkout'),
    });
  });

  it('GitLab: the branch, and the merged result', async () => {
    const { checkout, base, head, merge, target } = forge();
    const detached = await run(checkout(head), gitlabEnvironment('gitlab_merge_request', { base, head }));
    expect(detached.told).toEqual(['added f1.fx', 'added f2.fx']);
    expect(detached.scope).toMatchObject({ kind: 'base', base, head });
    const env = gitlabEnvironment('gitlab_merged_results', { base, head, merge, target });
    const merged = await run(checkout('refs/pull/7/merge'), env);
    expect(merged.told).toEqual(['added f1.fx', 'added f2.fx']);
    expect(merged.scope).toMatchObject({ base: target, head: merge });
    expect(await errorOf(run(checkout('refs/pull/7/merge', 1), env))).toMatchObject({
      kind: 'scope',
      hint: expect.stringContaining(
        '"GIT_DEPTH: 0" in the variables of the job, or git fetch --unshallow origin',
      ),
    });
  });
});

describe('OC-16 pushes', () => {
  const push = (values: Values, change: object = {}) =>
    githubEnvironment('push', { ref: 'refs/heads/main', after: none, ...values }, change);

  it('against the branch before it', async () => {
    const { checkout, base, target } = forge();
    const { told, scope } = await run(checkout('refs/heads/main'), push({ before: base }));
    expect(told).toEqual(['added m.fx']);
    expect(scope).toMatchObject({ kind: 'base', base, head: target });
    expect(scope.description).toBe(`${short(base)} (main before the push; GitHub push) against working tree`);
    const gitlab = gitlabEnvironment('gitlab_push', { before: base, after: target, branch: 'main' });
    expect((await run(checkout('refs/heads/main'), gitlab)).told).toEqual(['added m.fx']);
  });

  it('a shallow checkout: an error, never nothing', async () => {
    const { checkout, base } = forge();
    expect(await errorOf(run(checkout('refs/heads/main', 1), push({ before: base })))).toMatchObject({
      kind: 'scope',
      message: `main before the push (${short(base)}) is not here; this is a shallow clone`,
      hint: expect.stringContaining('"fetch-depth: 0" for actions/checkout, or git fetch --unshallow origin'),
    });
    expect(
      await errorOf(run(checkout('refs/heads/feat', 1), push({ before: none, ref: 'refs/heads/feat' }))),
    ).toMatchObject({ kind: 'scope', message: expect.stringContaining('feat is new') });
  });

  it('a new branch: against the default branch, said so', async () => {
    const { checkout, base, head } = forge();
    const { told, scope } = await run(checkout(head), push({ before: none, ref: 'refs/heads/feat' }));
    expect(told).toEqual(['added f1.fx', 'added f2.fx']);
    expect(scope.base).toBe(base);
    expect(scope.description).toContain('merge base of origin/main and HEAD, since feat is new; GitHub push');
  });

  it('the first push of the default branch: everything, said so', async () => {
    const { checkout } = forge();
    const { told, scope } = await run(checkout('refs/heads/main'), push({ before: none }));
    expect(told).toEqual(['listed a.fx', 'listed m.fx']);
    expect(scope).toMatchObject({ kind: 'all', base: null });
    expect(scope.description).toContain(
      '(main is new, and there is nothing to compare it with; GitHub push)',
    );
  });

  it('rewritten: from where it branched off before; when that is gone, like a new branch', async () => {
    const { checkout, origin, base } = forge();
    origin.git('checkout', '-q', 'feat');
    const before = origin.git('rev-parse', 'HEAD').trim();
    origin.git('reset', '-q', '--hard', 'HEAD~1');
    origin.commit({ 'g.fx': 'instead\n' });
    const head = origin.git('rev-parse', 'HEAD').trim();
    const clone = checkout(head);
    const env = push({ before, ref: 'refs/heads/feat' }, { forced: true });
    const gone = await run(clone, env);
    expect(gone.told).toEqual(['added f1.fx', 'added g.fx']);
    expect(gone.scope).toMatchObject({ base });
    expect(gone.scope.description).toContain(`since feat before the push (${short(before)}) is gone`);
    clone.git('fetch', '-q', 'origin', before);
    const here = await run(clone, env);
    expect(here.told).toEqual(['added g.fx']);
    expect(here.scope.description).toContain(`feat before it was rewritten (${short(before)}); GitHub push`);
    const lost = 'd'.repeat(40);
    const all = await run(checkout('refs/heads/main'), push({ before: lost }, { forced: true }));
    expect(all.scope).toMatchObject({ kind: 'all' });
    expect(all.scope.description).toContain('main before the push (ddddddd) is gone');
  });
});

describe('OC-16 everything', () => {
  it.each(['schedule', 'workflow_dispatch'])('%s', async (event) => {
    const { checkout } = forge();
    const { told, scope } = await run(checkout('refs/heads/main', 1), githubEnvironment(event));
    expect(told).toEqual(['listed a.fx', 'listed m.fx']);
    expect(scope.kind).toBe('all');
    expect(scope.description).toBe(`every tracked file, as it is in the working tree (GitHub ${event})`);
  });

  it('narrowed by paths', async () => {
    const { checkout } = forge();
    const env = githubEnvironment('schedule');
    expect((await judged(checkout('refs/heads/main'), { kind: 'ci', paths: ['m.fx'] }, env)).told).toEqual([
      'listed m.fx',
    ]);
  });

  it('nothing is recognised: the flags', async () => {
    const { checkout } = forge();
    for (const env of [{}, { GITHUB_EVENT_NAME: 'release' }])
      expect(await errorOf(run(checkout('refs/heads/main'), env))).toMatchObject({
        kind: 'scope',
        message: 'CI is set, and nothing says what changed',
        hint: expect.stringMatching(/--base REF.*--from A --to B.*--staged.*lspcheck all/),
      });
  });
});
