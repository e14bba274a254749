// The text that is judged, from a real index: the blob's bytes for what is staged, overlays wherever git says that the disk
// differs, and nothing else (cases OC-13, OC-15).

import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBlobs } from '../../src/git/blobs.js';
import { resolveChangeSet, type ScopeRequest } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import type { RepoPath } from '../../src/model/base.js';
import { stagedTree, toRepoPath, toServerPath, workingTree } from '../../src/plan/judged-tree.js';
import { openTextStore } from '../../src/plan/text-store.js';
import { contentHash } from '../../src/platform/hash.js';
import { type TempRepo, tempRepo } from '../support/temp-repo.js';

async function judged(repo: TempRepo, request: ScopeRequest = { kind: 'staged', paths: [] }) {
  const { location, status } = await quickStatus(repo.request());
  const repository = await openRepository(repo.request(), location);
  const { entries } = await resolveChangeSet(repository, request, status);
  const tree =
    request.kind === 'staged' ? await stagedTree(repository, status) : workingTree(repository.root);
  const store = openTextStore({
    tree,
    entries,
    maxFileSizeBytes: 1_000_000,
    readObjects: (oids, maxBytes) => readBlobs(repository, oids, maxBytes),
  });
  const overlays = Object.fromEntries(
    [...tree.overlays].map(([path, overlay]) => [
      path,
      overlay.kind === 'absent' ? 'absent' : overlay.onDisk ? 'text' : 'text, not on disk',
    ]),
  );
  const path = (name: string) => name as RepoPath;
  return {
    tree,
    overlays,
    classify: (name: string) => store.classify(path(name)),
    text: (name: string) => store.text(path(name)),
  };
}

describe('staged', () => {
  it('OC-13 the blob is judged, by its own hash, and the files that differ are overlays', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n', 'other.fx': 'ok\n', 'same.fx': 'ok\n' });
    repo.stage('a.fx', 'x\nBAD\n');
    repo.write('a.fx', 'ok\n');
    repo.stage('same.fx', 'staged\n');
    repo.write('other.fx', 'unstaged\n');
    const { overlays, classify, text } = await judged(repo);
    expect(overlays).toEqual({ 'a.fx': 'text', 'other.fx': 'text' });
    const blob = contentHash(repo.git('cat-file', 'blob', ':a.fx'));
    expect(await classify('a.fx')).toEqual({ kind: 'text', hash: blob, matchesDisk: false });
    expect(await text('a.fx')).toEqual({ kind: 'text', text: 'x\nBAD\n' });
    expect(await text('other.fx')).toEqual({ kind: 'text', text: 'ok\n' });
    expect(await classify('same.fx')).toMatchObject({ kind: 'text', matchesDisk: true });
    // Edited meanwhile: what is judged stays what was staged.
    repo.write('same.fx', 'edited\n');
    expect(await text('same.fx')).toEqual({ kind: 'text', text: 'staged\n' });
  });

  it('OC-15 what the disk lacks, and what the index lacks', async () => {
    const repo = tempRepo();
    repo.commit({
      'm.fx': 'ok\n',
      'kept.fx': 'ok\n',
      'ignored.fx': 'ok\n',
      'conf.fx': 'ok\n',
      'd.fx': 'ok\n',
    });
    repo.stage('n.fx', 'BAD n\n');
    repo.stage('m.fx', 'BAD m\n');
    for (const gone of ['n.fx', 'm.fx', 'd.fx']) rmSync(join(repo.root, gone));
    repo.git('rm', '-q', '--cached', 'kept.fx', 'ignored.fx');
    repo.write('.git/info/exclude', 'ignored.fx\n');
    repo.git('rm', '-q', 'conf.fx');
    repo.stage('conf.fx/index.fx', 'in a folder\n');
    repo.write('intent.fx', 'x\n');
    repo.git('add', '-N', 'intent.fx');
    const { overlays, classify, text } = await judged(repo);
    expect(overlays).toEqual({
      'n.fx': 'text, not on disk',
      'm.fx': 'text, not on disk',
      'd.fx': 'text, not on disk',
      'kept.fx': 'absent',
      'ignored.fx': 'absent',
    });
    expect(await text('n.fx')).toEqual({ kind: 'text', text: 'BAD n\n' });
    expect(await text('conf.fx/index.fx')).toEqual({ kind: 'text', text: 'in a folder\n' });
    expect(await classify('kept.fx')).toEqual({ kind: 'skipped', reason: 'deleted' });
  });

  it('line endings that git converts are no difference; the blob is judged', async () => {
    const repo = tempRepo();
    repo.git('config', 'core.autocrlf', 'true');
    repo.commit({ 'a.fx': 'a\r\n' });
    repo.stage('a.fx', 'a\r\nb\r\n');
    utimesSync(join(repo.root, 'a.fx'), 1, 1); // stale stat data: git has to compare the text
    const { overlays, classify, text } = await judged(repo);
    expect(overlays).toEqual({});
    expect(await classify('a.fx')).toMatchObject({ matchesDisk: true, hash: contentHash('a\nb\n') });
    expect(await text('a.fx')).toEqual({ kind: 'text', text: 'a\nb\n' });
  });

  it('an executable bit is no difference of text', async () => {
    const repo = tempRepo();
    repo.commit({ 'mode.fx': 'ok\n', 'both.fx': 'ok\n' });
    for (const name of ['mode.fx', 'both.fx']) chmodSync(join(repo.root, name), 0o755);
    repo.write('both.fx', 'other\n');
    expect((await judged(repo)).overlays).toEqual({ 'both.fx': 'text' });
  });

  it('files that git was told not to look at are compared all the same', async () => {
    const repo = tempRepo();
    repo.commit({ 'local.fx': 'ok\n', 'assumed.fx': 'ok\n', 'equal.fx': 'ok\n', 'far.fx': 'ok\n' });
    repo.git('update-index', '--skip-worktree', 'local.fx', 'far.fx');
    repo.git('update-index', '--assume-unchanged', 'assumed.fx', 'equal.fx');
    repo.write('local.fx', 'my own\n');
    repo.write('assumed.fx', 'my own\n');
    rmSync(join(repo.root, 'far.fx'));
    const { overlays, text } = await judged(repo);
    expect(overlays).toEqual({ 'local.fx': 'text', 'assumed.fx': 'text' });
    expect(await text('local.fx')).toEqual({ kind: 'text', text: 'ok\n' });
  });

  it('links have no text; a file that became one is judged as the index has it', async () => {
    const repo = tempRepo();
    repo.commit({ 'file.fx': 'ok\n', 'target.fx': 'ok\n' });
    symlinkSync('target.fx', join(repo.root, 'link.fx'));
    repo.git('add', 'link.fx');
    repo.git('commit', '-q', '-m', 'link');
    rmSync(join(repo.root, 'link.fx'));
    repo.write('link.fx', 'now a file\n');
    rmSync(join(repo.root, 'file.fx'));
    symlinkSync('target.fx', join(repo.root, 'file.fx'));
    const { overlays, text } = await judged(repo);
    expect(overlays).toEqual({ 'file.fx': 'text', 'link.fx': 'absent' });
    expect(await text('file.fx')).toEqual({ kind: 'text', text: 'ok\n' });
  });

  it('binary, too large and LFS pointers', async () => {
    const repo = tempRepo();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    repo.stage('b.fx', new Uint8Array([1, 0, 2]));
    repo.stage('big.fx', 'x'.repeat(1_000_001));
    repo.stage('lfs.fx', pointer);
    repo.stage('latin.fx', Buffer.from('caf\xe9\n', 'latin1'));
    const { classify } = await judged(repo);
    expect(await classify('b.fx')).toEqual({ kind: 'skipped', reason: 'binary' });
    expect(await classify('big.fx')).toMatchObject({ kind: 'unknown', cause: { reason: 'too-large' } });
    expect(await classify('lfs.fx')).toEqual({ kind: 'skipped', reason: 'lfs-pointer' });
    expect(await classify('latin.fx')).toMatchObject({ kind: 'unknown', cause: { reason: 'read-failed' } });
  });

  it('a name that is not UTF-8 has no text, rather than another file’s', async () => {
    const repo = tempRepo();
    repo.stage('good.fx', 'ok\n');
    const oid = repo.git('rev-parse', ':good.fx').trim();
    const record = Buffer.from(`100644 ${oid} 0\tbad\xff.fx\0`, 'latin1');
    execFileSync('git', ['update-index', '-z', '--index-info'], {
      cwd: repo.root,
      env: repo.env,
      input: record,
    });
    const { classify } = await judged(repo);
    expect(await classify('bad\uFFFD.fx')).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'read-failed', detail: 'the name of the file is not UTF-8' },
    });
  });

  it('nothing unstaged: no overlay at all', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'more\n');
    repo.write('untracked.fx', 'x\n');
    const { tree } = await judged(repo);
    expect(tree.overlays.size).toBe(0);
    expect(tree.blobs?.size).toBe(1);
  });
});

describe('working tree', () => {
  it('the disk is judged; a sparse file is skipped, a vanished one is unknown', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n', 'far.fx': 'ok\n', 'late.fx': 'ok\n' });
    repo.git('update-index', '--skip-worktree', 'far.fx');
    rmSync(join(repo.root, 'far.fx'));
    const { tree, classify, text } = await judged(repo, { kind: 'all' });
    repo.write('a.fx', 'edited\n');
    rmSync(join(repo.root, 'late.fx')); // between listing and opening
    expect(await text('a.fx')).toEqual({ kind: 'text', text: 'edited\n' });
    expect(await classify('far.fx')).toEqual({ kind: 'skipped', reason: 'sparse' });
    expect(await classify('late.fx')).toMatchObject({ kind: 'unknown', cause: { reason: 'read-failed' } });
    expect(toServerPath(tree, 'src/b.fx' as RepoPath)).toBe(join(repo.root, 'src/b.fx'));
    expect(toRepoPath(tree, toServerPath(tree, 'src/b.fx' as RepoPath))).toBe('src/b.fx');
    expect(
      toRepoPath({ ...tree, serverRoot: tree.root }, toServerPath(tree, '../x' as RepoPath)),
    ).toBeUndefined();
  });
});
