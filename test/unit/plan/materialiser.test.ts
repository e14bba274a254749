import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Repository } from '../../../src/git/repository.js';
import type { AbsPath } from '../../../src/model/base.js';
import { UserError } from '../../../src/model/user-error.js';
import { treeMaterialiser } from '../../../src/plan/materialiser.js';
import { definition } from '../../support/definitions.js';

let temp = '';
beforeEach(() => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-unit-')));
  temp = mkdtempSync(join(top, 'temp-'));
  vi.stubEnv('TMPDIR', temp);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(top, { recursive: true, force: true });
  });
});

/** Whatever the contents are asked for, this is thrown. */
function failing(error: Error, cancelled = false) {
  const guarded: string[] = [];
  const made = treeMaterialiser({
    // Nothing but its root is looked at before the contents.
    repository: { root: '/nowhere/w' as AbsPath, env: {} } as unknown as Repository,
    contents: () => Promise.reject(error),
    readObjects: async function* () {},
    env: {},
    guard: (folder) => guarded.push(folder),
    cancelled: () => cancelled,
  });
  return { ...made, guarded, ask: () => made.materialise(definition('any')) };
}

const theirs = new UserError('scope', 'git ls-files failed (exit 128): bad object in /nowhere/w/.git');

test('a bug in the making of a tree ends the run, and leaves nothing', async () => {
  const { ask, dispose, guarded } = failing(new TypeError('a bug'));
  await expect(ask()).rejects.toThrow('a bug');
  expect(readdirSync(temp)).toHaveLength(1);
  await dispose();
  expect(guarded.map((folder) => existsSync(folder))).toEqual([false]);
});

test('a failure of git is a reason, without the path of the repository; it is asked once', async () => {
  const { ask, dispose, guarded } = failing(theirs);
  const why = 'git does not give the whole judged text (git ls-files failed (exit 128): bad object in .git)';
  expect(await ask()).toEqual({ kind: 'unfit', why });
  expect(await ask()).toEqual({ kind: 'unfit', why });
  expect(guarded).toHaveLength(1);
  await dispose();
  expect(readdirSync(temp)).toEqual([]);
});

test('after a cancellation a failure is no reason: no server will be started', async () => {
  const { ask, dispose, guarded } = failing(theirs, true);
  expect(await ask()).toMatchObject({
    kind: 'tree',
    tree: { kind: 'materialised', root: '/nowhere/w', serverRoot: join(guarded[0] ?? '', 'nowhere/w') },
  });
  await dispose();
});

test('without a need there is no folder, and nothing to remove', async () => {
  const { dispose, guarded } = failing(theirs);
  await dispose();
  expect(guarded).toEqual([]);
});
