// The git room against real git: which environment and settings reach it, no foreign program, exact bytes.
// What simple-git does on its own is shown beside what we need, so that a new version is noticed.

import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { describe, expect, it } from 'vitest';
import { type Blob, readBlobs } from '../../src/git/blobs.js';
import { resolveChangeSet } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository, type Repository } from '../../src/git/repository.js';
import { stagedTree } from '../../src/plan/judged-tree.js';
import { errorOf } from '../support/git-failures.js';
import { tempRepo } from '../support/temp-repo.js';

async function blobs(repository: Repository, oids: readonly string[], maxBytes = 1e9) {
  const found = new Map<string, Blob>();
  for await (const [oid, blob] of readBlobs(repository, oids, maxBytes)) found.set(oid, blob);
  return found;
}

describe('OC-14 environment', () => {
  it('an inherited GIT_INDEX_FILE is read; simple-git alone drops it', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const index = join(repo.root, '.git/other-index');
    repo.stage('other.fx', 'x\n');
    copyFileSync(join(repo.root, '.git/index'), index);
    repo.git('reset', '-q');
    const request = repo.request('.', { GIT_INDEX_FILE: index });

    const ours = await openRepository(request);
    expect(await ours.git(['ls-files'])).toBe('a.fx\nother.fx\n');

    const inherited = process.env['GIT_INDEX_FILE'];
    process.env['GIT_INDEX_FILE'] = index;
    try {
      expect(await simpleGit(repo.root).raw(['ls-files'])).toBe('a.fx\n');
    } finally {
      if (inherited === undefined) delete process.env['GIT_INDEX_FILE'];
      else process.env['GIT_INDEX_FILE'] = inherited;
    }
  });

  it('settings of the environment count, whatever they name', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const pairs = {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'url.https://token@example.test/.insteadOf',
      GIT_CONFIG_VALUE_0: 'https://example.test/',
      GIT_CONFIG_KEY_1: 'lspcheck.test',
      GIT_CONFIG_VALUE_1: 'seen',
    };
    const repository = await openRepository(repo.request('.', pairs));
    expect(await repository.git(['config', '--get', 'lspcheck.test'])).toBe('seen\n');

    const given = { GIT_CONFIG_PARAMETERS: "'lspcheck.test'='given'" }; // as git hands `-c` to a hook
    const inHook = await openRepository(repo.request('.', given));
    expect(await inHook.git(['config', '--get', 'lspcheck.test'])).toBe('given\n');
  });

  it('variables that start programs do not reach git', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const hostile = { GIT_EXTERNAL_DIFF: 'false', GIT_TRACE: '1', EDITOR: 'false', PREFIX: '/nowhere' };
    const repository = await openRepository(repo.request('.', hostile));
    expect(await repository.git(['rev-parse', '--show-prefix'])).toBe('\n');
  });

  it('an inherited index that is not there is an error, not an empty index', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const error = await errorOf(quickStatus(repo.request('.', { GIT_INDEX_FILE: '.git/none' })));
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('GIT_INDEX_FILE') });
  });
});

describe('programs that a repository names', () => {
  it('no fsmonitor is started; git on its own starts it', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const ran = join(repo.root, '../ran');
    const monitor = join(repo.root, '../monitor');
    writeFileSync(monitor, `#!/bin/sh\ntouch '${ran}'\nexit 1\n`);
    chmodSync(monitor, 0o755);
    repo.git('config', 'core.fsmonitor', monitor);

    const { location } = await quickStatus(repo.request());
    const repository = await openRepository(repo.request(), location);
    await repository.git(['ls-files', '-s', '-v', '-z']);
    await repository.git(['status', '--porcelain']);
    expect(existsSync(ran)).toBe(false);

    repo.git('status');
    expect(existsSync(ran)).toBe(true);
  });

  it('no external diff and no text conversion is started; git diff starts both', async () => {
    const repo = tempRepo();
    const program = join(repo.root, '../program');
    writeFileSync(program, `#!/bin/sh\ntouch '${join(repo.root, '../ran')}-'$1\n`);
    chmodSync(program, 0o755);
    repo.git('config', 'diff.external', `${program} external`);
    repo.git('config', 'diff.fx.textconv', `${program} convert`);
    repo.commit({ 'a.fx': 'ok\n', '.gitattributes': '*.fx diff=fx\n' });
    repo.git('branch', 'base');
    repo.commit({ 'a.fx': 'more\n' });
    chmodSync(join(repo.root, 'a.fx'), 0o755);
    const ran = () => ['external', 'convert'].filter((name) => existsSync(join(repo.root, `../ran-${name}`)));

    const { location, status } = await quickStatus(repo.request());
    const repository = await openRepository(repo.request(), location);
    await resolveChangeSet(repository, { kind: 'base', ref: 'base', paths: [] }, status);
    await stagedTree(repository, status);
    expect(ran()).toEqual([]);

    repo.git('diff', 'base');
    repo.git('diff', '--no-ext-diff', 'base');
    expect(ran()).toEqual(['external', 'convert']);
  });

  it('simple-git refuses our own safe setting unless it is allowed', async () => {
    const repo = tempRepo();
    const settings = ['core.fsmonitor=false'];
    const refused = simpleGit({ baseDir: repo.root, config: settings }).raw(['rev-parse', '--git-dir']);
    await expect(refused).rejects.toThrow(/core\.fsmonitor/);
    const repository = await openRepository(repo.request());
    expect(await repository.git(['rev-parse', '--git-dir'])).toBe('.git\n');
  });
});

describe('blobs through cat-file --batch', () => {
  it('are exact bytes, whatever they are', async () => {
    const repo = tempRepo();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 256));
    const contents = [bytes, Buffer.from(''), Buffer.from('a\r\nb\n'), Buffer.from([0xff, 0x0a, 0x00, 0xc3])];
    for (const [at, content] of contents.entries()) repo.stage(`f${at}.fx`, content);
    const oids = contents.map((_, at) => repo.git('rev-parse', `:f${at}.fx`).trim());
    const found = await blobs(await openRepository(repo.request()), [...oids, ...oids]);
    expect(found.size).toBe(4);
    for (const [at, content] of contents.entries()) {
      const blob = found.get(oids[at] ?? '');
      expect(blob?.kind === 'bytes' && Buffer.compare(blob.bytes, content)).toBe(0);
    }
  });

  it('too large is not read, what git lacks is missing, nothing asked is nothing run', async () => {
    const repo = tempRepo();
    repo.stage('a.fx', 'x'.repeat(11));
    const oid = repo.git('rev-parse', ':a.fx').trim();
    const none = '1'.repeat(40);
    const repository = await openRepository(repo.request());
    expect([...(await blobs(repository, [none, oid], 10))]).toEqual([
      [none, { kind: 'missing' }],
      [oid, { kind: 'too-large', sizeBytes: 11 }],
    ]);
    expect((await blobs(repository, [])).size).toBe(0);
  });

  it('a partial clone fetches nothing: git says what it lacks', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.git('config', 'uploadpack.allowFilter', 'true');
    const url = `file://${repo.root}`;
    repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', url, '../partial');
    const oid = repo.git('rev-parse', 'HEAD:a.fx').trim();
    const partial = await openRepository({ ...repo.request(), cwd: join(repo.root, '../partial') });
    const error = await errorOf(blobs(partial, [oid]));
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('cat-file') });
  });
});

it('the top folder and names survive links, spaces and newlines on the way', async () => {
  const repo = tempRepo();
  const folder = join(repo.root, 'a b\nc');
  mkdirSync(folder);
  const inner = { ...repo.request(), cwd: folder };
  repo.git('init', '-q', 'a b\nc');
  const { location } = await quickStatus(inner);
  expect(location).toMatchObject({ root: folder, cwd: folder });
});
