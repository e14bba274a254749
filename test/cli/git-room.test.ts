// The git room against real git: which environment and settings reach it, exact bytes, and that no failure of git can pass
// for an answer. What simple-git does on its own is shown beside what we need, so that a new version is noticed.

import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { simpleGit } from 'simple-git';
import { describe, expect, it } from 'vitest';
import { type Blob, readBlobs } from '../../src/git/blobs.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository, type Repository } from '../../src/git/repository.js';
import { UserError } from '../../src/model/user-error.js';
import { type TempRepo, tempFolder, tempRepo } from '../support/temp-repo.js';

async function errorOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, got ${String(error)}`);
  return error;
}

async function blobs(repository: Repository, oids: readonly string[], maxBytes = 1e9) {
  const found = new Map<string, Blob>();
  for await (const [oid, blob] of readBlobs(repository, oids, maxBytes)) found.set(oid, blob);
  return found;
}

/** A `git` on PATH that does `instead` (shell) when its arguments hold `word`, else is the real one. */
function pathWithGit(repo: TempRepo, word: string, instead: string): Record<string, string> {
  const folder = tempFolder();
  const path = repo.env['PATH'] ?? '';
  const script = `#!/bin/sh\ncase " $* " in *" ${word} "*) ${instead};; esac\nPATH='${path}' exec git "$@"\n`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return { PATH: `${folder}${delimiter}${path}` };
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

describe('a failure of git is never an answer', () => {
  it('not a repository, and none with a work tree', async () => {
    const repo = tempRepo();
    const outside = { ...repo.request(), cwd: tempFolder() };
    const error = await errorOf(quickStatus(outside));
    expect(error.kind).toBe('scope');
    expect(error.message).toContain('not a git repository');
    expect(error.hint).toContain('lspcheck files');
    expect((await errorOf(openRepository(outside))).message).toContain('not a git repository');
    expect((await errorOf(openRepository(repo.request('.git')))).message).toContain('work tree');
    const nowhere = { ...repo.request(), cwd: join(repo.root, 'none') };
    expect((await errorOf(quickStatus(nowhere))).message).toContain('does not exist');
  });

  it('dubious ownership: git’s words and its remedy', async () => {
    const repo = tempRepo();
    const owned = pathWithGit(repo, 'rev-parse', 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1');
    const error = await errorOf(openRepository(repo.request('.', owned)));
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('dubious ownership') });
    expect(error.hint).toContain('safe.directory');
  });

  it('a broken index and a broken HEAD', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const head = repo.read('.git/refs/heads/main');
    repo.write('.git/refs/heads/main', 'garbage\n');
    expect((await errorOf(quickStatus(repo.request()))).message).toContain('HEAD');
    repo.write('.git/refs/heads/main', head);
    repo.write('.git/index', 'garbage');
    expect((await errorOf(quickStatus(repo.request()))).message).toContain('index file');
  });

  it('git is not installed', async () => {
    const repo = tempRepo();
    const error = await errorOf(quickStatus(repo.request('.', { PATH: tempFolder() })));
    expect(error).toMatchObject({ kind: 'scope', message: expect.stringContaining('not installed') });
  });

  it('ended by a signal, with half an answer printed', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    const dying = 'printf "H 100644 0123 0\\ta"; kill -KILL $$';
    const status = await errorOf(quickStatus(repo.request('.', pathWithGit(repo, 'status', dying))));
    expect(status).toMatchObject({ kind: 'scope', message: 'git status was ended by SIGKILL' });
    const repository = await openRepository(repo.request('.', pathWithGit(repo, 'ls-files', dying)));
    const error = await errorOf(repository.git(['ls-files']));
    expect(error).toMatchObject({ kind: 'scope', message: 'git ls-files was ended by a signal' });
    // simple-git alone takes the half answer for the whole one.
    const env = { PATH: repository.env['PATH'] ?? '' };
    expect(await simpleGit(repo.root).env(env).raw(['ls-files'])).toContain('H 100644');
  });

  it('a status without a word of explanation', async () => {
    const repo = tempRepo();
    const repository = await openRepository(repo.request('.', pathWithGit(repo, 'ls-files', 'exit 3')));
    expect((await errorOf(repository.git(['ls-files']))).message).toBe('git ls-files failed (exit 3)');
    expect((await errorOf(repository.ask(['ls-files']))).message).toBe('git ls-files failed (exit 3)');
    expect(await repository.ask(['rev-parse', '--verify', '--quiet', 'none'])).toBeUndefined();
  });

  it('an aborted request', async () => {
    const repo = tempRepo();
    const controller = new AbortController();
    const repository = await openRepository({ ...repo.request(), signal: controller.signal });
    controller.abort();
    expect((await errorOf(repository.git(['ls-files']))).kind).toBe('scope');
    expect((await errorOf(quickStatus({ ...repo.request(), signal: controller.signal }))).kind).toBe('scope');
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
