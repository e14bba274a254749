// `--from A --to B` against real git: what changed between two commits, and the text of B laid over whatever is on disk.

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPaths } from '../../src/git/attributes.js';
import type { RepoPath } from '../../src/model/base.js';
import { absolutePath } from '../../src/platform/paths.js';
import { judged } from '../support/judged.js';
import { type TempRepo, tempFolder, tempRepo } from '../support/temp-repo.js';

const range = (from: string, to: string, paths: readonly string[] = []) =>
  ({ kind: 'range', from, to, paths }) as const;

function remove(repo: TempRepo, path: string): void {
  rmSync(join(repo.root, path), { recursive: true });
}

/** v1, then v2 with every kind of change; then a third commit, which is checked out. */
function threeCommits(): TempRepo {
  const repo = tempRepo();
  repo.commit({
    'edited.fx': 'one\n',
    'gone.fx': 'one\n',
    'moved.fx': 'several\nlines\nof it\n',
    'conf.fx': 'one\n',
    'mode.fx': 'one\n',
    'became-link.fx': 'one\n',
    'same.fx': 'one\n',
    'back.fx': 'one\n',
  });
  repo.git('tag', 'v1');
  repo.stage('edited.fx', 'two\n');
  repo.git('rm', '-q', 'gone.fx', 'conf.fx', 'became-link.fx');
  mkdirSync(join(repo.root, 'src'));
  repo.git('mv', 'moved.fx', 'src/moved.fx');
  repo.stage('conf.fx/index.fx', 'in a folder\n');
  chmodSync(join(repo.root, 'mode.fx'), 0o755);
  symlinkSync('same.fx', join(repo.root, 'became-link.fx'));
  repo.git('add', 'mode.fx', 'became-link.fx');
  repo.stage('back.fx', 'two\n');
  repo.stage('new.fx', 'two\n');
  repo.commit({});
  repo.git('tag', 'v2');
  repo.git('rm', '-q', 'new.fx');
  repo.git('mv', 'conf.fx/index.fx', 'other.fx');
  remove(repo, 'conf.fx');
  repo.stage('conf.fx', 'a file again\n');
  repo.commit({ 'back.fx': 'one\n', 'edited.fx': 'three\n', 'later.fx': 'three\n' });
  return repo;
}

const changes = [
  'modified back.fx',
  'type-changed became-link.fx (symlink)',
  'deleted conf.fx',
  'added conf.fx/index.fx',
  'modified edited.fx',
  'deleted gone.fx',
  'modified mode.fx',
  'deleted moved.fx',
  'added new.fx',
  'added src/moved.fx',
];

describe('OC-15 from commit to commit', () => {
  it('every kind of entry once, pure renames and files that became folders included', async () => {
    const repo = threeCommits();
    const { told, scope } = await judged(repo, range('v1', 'v2'));
    expect(told).toEqual(changes);
    const [base, head] = ['v1', 'v2'].map((tag) => repo.git('rev-parse', tag).trim());
    const description = `v1 ${base?.slice(0, 7)} to v2 ${head?.slice(0, 7)}`;
    expect(scope).toMatchObject({ kind: 'range', base, head, description });
  });

  it('paths narrow it, from a sub-folder too', async () => {
    const repo = threeCommits();
    expect((await judged(repo, range('v1', 'v2', ['moved.fx']), {}, 'src')).told).toEqual([
      'added src/moved.fx',
    ]);
    await expect(judged(repo, range('v1', 'v2', ['nowhere.fx']))).rejects.toMatchObject({ kind: 'usage' });
  });

  it('a submodule and a sparse path', async () => {
    const repo = tempRepo();
    repo.commit({ 'near/a.fx': 'ok\n', 'far/b.fx': 'ok\n' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'sub');
    repo.commit({ 'far/b.fx': 'changed\n' });
    repo.git('sparse-checkout', 'set', 'near');
    const { told, tree, classify } = await judged(repo, range('HEAD~1', 'HEAD'));
    expect(told).toEqual(['added .gitmodules', 'modified far/b.fx (sparse)', 'added sub (submodule)']);
    expect(tree.overlays.size).toBe(0);
    expect(await classify('far/b.fx')).toEqual({ kind: 'skipped', reason: 'sparse' });
  });

  it('backwards, and the same commit twice', async () => {
    const repo = threeCommits();
    expect((await judged(repo, range('v2', 'v1', ['gone.fx', 'new.fx']))).told).toEqual([
      'added gone.fx',
      'deleted new.fx',
    ]);
    expect((await judged(repo, range('HEAD', 'HEAD'))).told).toEqual([]);
  });
});

it('OC-17 names that git quotes, or that look like something else', async () => {
  const names = [
    ...[
      'café.fx',
      'tab\tn.fx',
      'nl\nn.fx',
      '--output=pwn.fx',
      ':(top)evil.fx',
      'app/[id]/p.fx',
      'app/(auth)/l.fx',
    ],
    ...[' lead.fx', 'quote"q.fx', 'back\\slash.fx', 'pct%41.fx', 'hash#q?.fx', '*.fx', 'HEAD'],
  ];
  const repo = tempRepo();
  repo.commit({ 'a.fx': 'ok\n' });
  repo.commit(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  repo.git('checkout', '-q', 'HEAD~1');
  const { changeSet, overlays, text } = await judged(repo, range('HEAD', 'main'));
  expect(changeSet.entries.map(({ path }) => path).sort()).toEqual([...names].sort());
  expect(Object.keys(overlays).sort()).toEqual([...names].sort());
  for (const name of names) expect(await text(name)).toBe(`${name}\n`);
  expect((await judged(repo, range('HEAD', 'main', ['*.fx', 'nl\nn.fx']))).told).toEqual([
    'added *.fx',
    'added nl\nn.fx',
  ]);
});

describe('the text of B', () => {
  it('is the working tree when B is checked out and nothing differs', async () => {
    const repo = threeCommits();
    repo.write('untracked.fx', 'mine\n');
    for (const name of ['same.fx', 'edited.fx']) utimesSync(join(repo.root, name), 1, 1); // stat data is stale, text is not
    const { tree, mixed } = await judged(repo, range('v1', 'HEAD'));
    expect(tree.kind).toBe('working-tree');
    expect(mixed).toEqual(['untracked untracked.fx']);
  });

  it('OC-13 is laid over a disk that is somewhere else', async () => {
    const repo = threeCommits();
    const { overlays, mixed, text, classify, told } = await judged(repo, range('v1', 'v2'));
    expect(overlays).toEqual({
      'back.fx': 'text',
      'conf.fx': 'absent',
      'conf.fx/index.fx': 'text, not on disk',
      'edited.fx': 'text',
      'later.fx': 'absent',
      'new.fx': 'text, not on disk',
      'other.fx': 'absent',
    });
    expect(mixed).toEqual([
      'absent-in-judged conf.fx',
      'deleted-on-disk conf.fx/index.fx',
      'absent-in-judged later.fx',
      'deleted-on-disk new.fx',
      'absent-in-judged other.fx',
    ]);
    expect(await text('edited.fx')).toBe('two\n');
    expect(await text('back.fx')).toBe('two\n');
    expect(await text('conf.fx/index.fx')).toBe('in a folder\n');
    expect(await text('src/moved.fx')).toBe('several\nlines\nof it\n');
    expect(await classify('conf.fx')).toEqual({ kind: 'skipped', reason: 'deleted' });
    expect(told).toEqual(changes);
  });

  it('OC-13 is B where the disk of B was edited since, staged or not', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'one\n', 'b.fx': 'one\n', 'c.fx': 'one\n', 'd.fx': 'one\n', 'e.fx': 'one\n' });
    repo.commit({ 'a.fx': 'two\n', 'b.fx': 'two\n', 'c.fx': 'two\n' });
    repo.write('a.fx', 'edited\n');
    repo.stage('b.fx', 'staged\n');
    repo.stage('c.fx', 'staged\n');
    repo.write('c.fx', 'two\n'); // differs from the index, and is what B has
    remove(repo, 'd.fx');
    repo.git('rm', '-q', '--cached', 'e.fx');
    repo.stage('added.fx', 'staged\n');
    repo.write('tsconfig.json', '{}\n');
    const { tree, overlays, text, mixed } = await judged(repo, range('HEAD~1', 'HEAD'));
    expect(tree.kind).toBe('overlay');
    expect(overlays).toEqual({
      'a.fx': 'text',
      'added.fx': 'absent',
      'b.fx': 'text',
      'd.fx': 'text, not on disk',
    });
    expect(await Promise.all(['a.fx', 'b.fx', 'c.fx'].map(text))).toEqual(['two\n', 'two\n', 'two\n']);
    expect(mixed).toEqual(['absent-in-judged added.fx', 'deleted-on-disk d.fx', 'untracked tsconfig.json']);
  });

  it('an untracked file where B has one is compared by its bytes', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'one\n' });
    repo.commit({ 'same.fx': 'text\n', 'other.fx': 'text\n', 'tsconfig.json': '{}\n' });
    repo.git('tag', 'b');
    repo.git('checkout', '-q', 'HEAD~1');
    repo.write('same.fx', 'text\n');
    repo.write('other.fx', 'mine\n');
    repo.write('tsconfig.json', '{ }\n');
    const { overlays, mixed } = await judged(repo, range('HEAD', 'b'));
    expect(overlays).toEqual({ 'other.fx': 'text', 'tsconfig.json': 'text' });
    expect(mixed).toEqual(['config-unstaged tsconfig.json']);
  });

  it('links: what is one in B, and what is one on disk', async () => {
    const repo = tempRepo();
    repo.commit({ 'target.fx': 'ok\n', 'file.fx': 'ok\n', 'link.fx': 'ok\n' });
    remove(repo, 'link.fx');
    symlinkSync('target.fx', join(repo.root, 'link.fx'));
    repo.git('add', 'link.fx');
    repo.commit({});
    repo.git('tag', 'b');
    remove(repo, 'link.fx');
    remove(repo, 'file.fx');
    repo.commit({ 'link.fx': 'a file again\n' });
    symlinkSync('target.fx', join(repo.root, 'file.fx'));
    repo.git('add', 'file.fx');
    repo.commit({});
    const { overlays, text } = await judged(repo, range('b~1', 'b'));
    expect(overlays).toEqual({ 'file.fx': 'text', 'link.fx': 'absent' });
    expect(await text('file.fx')).toBe('ok\n');
  });

  it('line endings that git converts are no difference; the blob is judged', async () => {
    const repo = tempRepo();
    repo.git('config', 'core.autocrlf', 'true');
    repo.commit({ 'a.fx': 'a\r\n', 'same.fx': 's\r\n' });
    repo.commit({ 'a.fx': 'a\r\nb\r\n' });
    repo.write('untracked.fx', 'x\n');
    repo.stage('other.fx', 'x\r\n'); // so that the disk is not B
    utimesSync(join(repo.root, 'a.fx'), 1, 1);
    const { overlays, text } = await judged(repo, range('HEAD~1', 'HEAD'));
    expect(overlays).toEqual({ 'other.fx': 'absent' });
    expect(await text('a.fx')).toBe('a\nb\n');
  });

  it('files that git was told not to look at are compared all the same', async () => {
    const repo = tempRepo();
    repo.commit({ 'local.fx': 'ok\n', 'assumed.fx': 'ok\n', 'equal.fx': 'ok\n', 'far.fx': 'ok\n' });
    repo.commit({ 'a.fx': 'ok\n' });
    repo.git('update-index', '--skip-worktree', 'local.fx', 'far.fx');
    repo.git('update-index', '--assume-unchanged', 'assumed.fx', 'equal.fx');
    repo.write('local.fx', 'my own\n');
    repo.write('assumed.fx', 'my own\n');
    remove(repo, 'far.fx');
    const { tree, overlays, text } = await judged(repo, range('HEAD~1', 'HEAD'));
    expect(tree.kind).toBe('overlay');
    expect(overlays).toEqual({ 'assumed.fx': 'text', 'local.fx': 'text' });
    expect(await text('local.fx')).toBe('ok\n');
  });

  it('an intent to add and unmerged paths: what is on the disk is laid under B', async () => {
    const repo = tempRepo();
    repo.commit({ 'both.fx': 'base\n', 'fine.fx': 'ok\n' });
    repo.git('branch', 'other');
    repo.commit({ 'both.fx': 'ours\n' });
    repo.git('checkout', '-q', 'other');
    repo.commit({ 'both.fx': 'theirs\n' });
    expect(() => repo.git('merge', '-q', 'main')).toThrow();
    repo.write('intent.fx', 'x\n');
    repo.git('add', '-N', 'intent.fx');
    const { told, overlays, text } = await judged(repo, range('HEAD~1', 'HEAD'));
    expect(told).toEqual(['modified both.fx']);
    expect(overlays).toEqual({ 'both.fx': 'text', 'intent.fx': 'absent' });
    expect(await text('both.fx')).toBe('theirs\n');
  });

  it('binary, too large and LFS pointers', async () => {
    const repo = tempRepo();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    repo.commit({ 'a.fx': 'ok\n' });
    repo.commit({ 'b.fx': new Uint8Array([1, 0, 2]), 'big.fx': 'x'.repeat(1_000_001), 'lfs.fx': pointer });
    repo.git('checkout', '-q', 'HEAD~1');
    const { classify } = await judged(repo, range('HEAD', 'main'));
    expect(await classify('b.fx')).toEqual({ kind: 'skipped', reason: 'binary' });
    expect(await classify('big.fx')).toMatchObject({ kind: 'unknown', cause: { reason: 'too-large' } });
    expect(await classify('lfs.fx')).toEqual({ kind: 'skipped', reason: 'lfs-pointer' });
  });
});

describe('generated files are those that the attributes of the commit name, in whatever version of git', () => {
  const generatedIn = async (repo: TempRepo, paths: readonly string[]) => {
    const { repository, source } = await judged(repo, range('main~1', 'main'));
    if (repository === undefined) throw new Error('no repository');
    expect(source).toEqual({ kind: 'commit', oid: repo.git('rev-parse', 'main').trim() });
    const scratch = async () => absolutePath(tempFolder(), '/');
    return [...(await generatedPaths(repository, paths as readonly RepoPath[], source, scratch))];
  };

  it('checked out or not, nested, and by a macro', async () => {
    const repo = tempRepo();
    repo.git('config', 'core.splitIndex', 'true');
    repo.commit({ 'a.fx': 'ok\n' });
    repo.commit({
      'a.fx': 'more\n',
      'gen.fx': 'ok\n',
      'sub/b.fx': 'ok\n',
      '.gitattributes': '[attr]made linguist-generated\ngen.fx made\n',
      'sub/.gitattributes': '*.fx linguist-vendored=true\n',
    });
    const paths = ['a.fx', 'gen.fx', 'sub/b.fx'];
    expect(await generatedIn(repo, paths)).toEqual(['gen.fx', 'sub/b.fx']);
    repo.git('checkout', '-q', 'main~1');
    repo.write('.gitattributes', 'a.fx linguist-generated\n');
    const before = readdirSync(join(repo.root, '.git'));
    expect(await generatedIn(repo, paths)).toEqual(['gen.fx', 'sub/b.fx']);
    expect(readdirSync(join(repo.root, '.git'))).toEqual(before);
  });

  it('a commit without attributes has none, whatever the disk and the index say', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.commit({ 'a.fx': 'more\n' });
    repo.git('checkout', '-q', 'main~1');
    repo.stage('.gitattributes', 'a.fx linguist-generated\n');
    expect(await generatedIn(repo, ['a.fx'])).toEqual([]);
  });
});

describe('OC-16 a commit that is not here', () => {
  it.each([
    ['no/such', 'HEAD'],
    ['HEAD', 'no/such'],
    ['HEAD', 'f'.repeat(40)],
    ['0'.repeat(40), 'HEAD'],
    ['HEAD:edited.fx', 'HEAD'],
  ])('%s to %s is an error that names it', async (from, to) => {
    const wrong = from.startsWith('HEAD') && !from.includes(':') ? to : from;
    const error = await judged(threeCommits(), range(from, to)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining(wrong) });
  });

  it('a shallow clone: the command that fetches it, in the words of the CI in use', async () => {
    const repo = threeCommits();
    repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, '../s');
    const shallow = {
      ...repo,
      request: (_?: string, env = {}) => ({ cwd: join(repo.root, '../s'), env: { ...repo.env, ...env } }),
    };
    const ask = (env: Record<string, string>) =>
      judged(shallow, range('v1', 'HEAD'), env).catch((error: unknown) => error);
    const command =
      'git fetch --unshallow origin +refs/heads/v1:refs/remotes/origin/v1 (then name it origin/v1)';
    expect(await ask({})).toMatchObject({
      kind: 'scope',
      message: 'v1 cannot be resolved; this is a shallow clone',
      hint: `fetch what is missing: ${command}`,
    });
    expect(await ask({ GITHUB_ACTIONS: 'true' })).toMatchObject({
      hint: `fetch what is missing: "fetch-depth: 0" for actions/checkout, or ${command}`,
    });
    expect(await ask({ GITLAB_CI: 'true' })).toMatchObject({
      hint: `fetch what is missing: "GIT_DEPTH: 0" in the variables of the job, or ${command}`,
    });
  });

  it('refs that git could take for something else', async () => {
    const repo = threeCommits();
    for (const ref of ['', '-x', '--output=pwn', 'a\nb'])
      for (const [from, to] of [
        [ref, 'HEAD'],
        ['HEAD', ref],
      ] as const)
        await expect(judged(repo, range(from, to))).rejects.toMatchObject({ kind: 'usage' });
    repo.commit({ v1: 'a file with the name of a tag\n' });
    expect((await judged(repo, range('v1', 'v2'))).told).toEqual(changes);
    expect(existsSync(join(repo.root, 'pwn'))).toBe(false);
  });
});
