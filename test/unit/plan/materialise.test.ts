import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import { materialise } from '../../../src/plan/materialise.js';
import type { ReadObjects } from '../../../src/plan/text-store.js';
import { treeContents } from '../../../src/plan/tree-contents.js';
import { repoPath } from '../../support/definitions.js';

const bytes = (text: string) => ({ kind: 'bytes' as const, bytes: Buffer.from(text) });

/** Entries `path` or `path → link target`, written into a folder of their own beside nothing else. */
async function made(paths: readonly string[], read?: ReadObjects, cancelled = false) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-unit-')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const entries = paths.map((path) => {
    const [name = '', target] = path.split(' → ');
    return { path: repoPath(name), mode: target === undefined ? '100644' : '120000', oid: target ?? name };
  });
  const outcome = await materialise({
    root: '/nowhere/w' as AbsPath,
    tree: join(top, 'tree') as AbsPath,
    contents: treeContents(entries),
    readObjects:
      read ??
      async function* (oids) {
        for (const oid of oids) yield [oid, bytes(oid)] as const;
      },
    cancelled: () => cancelled,
  }).catch((error: unknown) => ({ why: String(error) }));
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).sort();
  return { why: outcome?.why, files };
}

test('files and links, with their folders', async () => {
  expect(await made(['a', 'b/c/d', 'l → nowhere'])).toEqual({
    why: undefined,
    files: ['tree', 'tree/a', 'tree/b', 'tree/b/c', 'tree/b/c/d', 'tree/l'],
  });
});

test.each([
  '../a',
  'b/../../a',
  '/etc/a',
  '.git/config',
  'b/.git/hooks/x',
  'GIT~1/config',
  '.Git./x',
  'a//b',
  './a',
])('nothing at all is written for %j', async (path) => {
  const { why, files } = await made(['fine', path]);
  expect(why).toBe(`the index holds "${path}", which may not be written anywhere`);
  expect(files).toEqual([]);
});

test('names that only look like these are names', async () => {
  const names = ['.gitignore', '.github/x', '..a/b', 'a..b', 'git~1x', '...'];
  expect((await made(names)).why).toBeUndefined();
});

test('nothing is written through a link', async () => {
  const { why, files } = await made(['d → /tmp', 'd/evil']);
  expect(why).toMatch(/EEXIST/);
  expect(files).toContain('tree/d/evil');
});

test('a blob that git does not have is no tree; one that is too large is left out', async () => {
  const missing = await made(['a', 'b'], async function* (oids) {
    for (const oid of oids) yield [oid, oid === 'b' ? { kind: 'missing' } : bytes(oid)] as const;
  });
  expect(missing.why).toBe('git does not have the text of "b"');
  const large = await made(['a', 'b'], async function* (oids) {
    for (const oid of oids)
      yield [oid, oid === 'b' ? { kind: 'too-large', sizeBytes: 9e9 } : bytes(oid)] as const;
  });
  expect(large).toMatchObject({ why: undefined, files: ['tree', 'tree/a'] });
});

test('what git throws is thrown; after a cancellation nothing more is written', async () => {
  const broken = await made(['a'], async function* () {
    yield ['a', bytes('a')] as const;
    throw new Error('git is gone');
  });
  expect(broken.why).toBe('Error: git is gone');
  expect((await made(['a'], undefined, true)).files).toEqual(['tree']);
});
