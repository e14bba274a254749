// No failure of git can pass for an answer: each ends as exit 4 with git's own words. What simple-git makes of the same
// failure is shown beside it, so that a new version is noticed.

import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { describe, expect, it } from 'vitest';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import { errorOf, pathWithGit } from '../support/git-failures.js';
import { tempFolder, tempRepo } from '../support/temp-repo.js';

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
