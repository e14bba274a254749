import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  makePrivateFolder,
  removePrivateFolder,
  systemFailure,
  withoutPrivateFolders,
} from '../../../src/platform/private-folder.js';

let temp = '';
beforeEach(() => {
  temp = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck test (1) ')));
  vi.stubEnv('TMPDIR', temp);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temp, { recursive: true, force: true });
});

test('the guard knows the folder before it is there; only we may enter it', async () => {
  const seen: [string, boolean][] = [];
  const folder = await makePrivateFolder('run', (name) => seen.push([name, existsSync(name)]));
  expect(seen).toEqual([[folder, false]]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await removePrivateFolder(folder);
  expect(existsSync(folder)).toBe(false);
  await removePrivateFolder(folder);
});

test('a temporary folder that cannot be written is a failure of the system, in its words, without a path', async () => {
  vi.stubEnv('TMPDIR', '/proc');
  const failure = await makePrivateFolder('tree', () => {}).catch(systemFailure);
  expect(failure).toMatch(/^E[A-Z]+: [a-z ]+$/);
  vi.stubEnv('TMPDIR', join(temp, 'missing'));
  expect(await makePrivateFolder('tree', () => {}).catch(systemFailure)).toBe(
    'ENOENT: no such file or directory',
  );
  expect(systemFailure(new TypeError('a bug'))).toBeUndefined();
});

describe('names of private folders in texts', () => {
  const hex = '0123456789abcdef0123456789abcdef';
  const tree = () => `${temp}/lspcheck-tree-${hex}`;
  const run = () => `${temp}/lspcheck-run-${hex}`;

  test('a mirror is as if it were not there', () => {
    expect(withoutPrivateFolders(`in ${tree()}/home/u/w/a.ts: see '${tree()}/home/u'`)).toBe(
      "in /home/u/w/a.ts: see '/home/u'",
    );
    expect(withoutPrivateFolders(`from ${tree()}`)).toBe('from /');
  });

  test('percent-encoded, as URIs have it', () => {
    const uri = encodeURI(`file://${tree()}/home/u/w/a.ts`);
    expect(withoutPrivateFolders(`see ${uri}`)).toBe('see file:///home/u/w/a.ts');
  });

  test("the run's folder is called as entries call it", () => {
    expect(withoutPrivateFolders(`${run()}/cache, ${run()}`)).toBe(`\${temp}/cache, \${temp}`);
  });

  test('an end that was cut is recognised; similar names are not', () => {
    expect(withoutPrivateFolders(tree().slice(0, -20))).toBe('/');
    for (const other of [`${temp}/lspcheck-tree-x`, `${temp}/lspcheck-trees/a`, `/x/lspcheck-tree-${hex}`])
      expect(withoutPrivateFolders(other)).toBe(other);
  });
});
