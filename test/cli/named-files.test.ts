// `lspcheck files` on a real disk: names are literal when they exist, patterns otherwise, and what is named but cannot be read
// stays listed and has no text (case OC-17 and the bad input of files).

import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../src/model/base.js';
import type { JudgedTree } from '../../src/model/judged-tree.js';
import { workingTree } from '../../src/plan/judged-tree.js';
import { resolveNamedFiles } from '../../src/plan/named-files.js';
import { openTextStore } from '../../src/plan/text-store.js';
import { contentHash } from '../../src/platform/hash.js';
import { absolutePath } from '../../src/platform/paths.js';
import { tempFolder } from '../support/temp-repo.js';

interface Folder {
  readonly root: string;
  write(path: string, content: string | Uint8Array): void;
}

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const root = join(tempFolder(), 'root');
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { root, write };
}

async function named(
  { root }: Folder,
  names: readonly string[],
  from = '.',
  literal = false,
): Promise<readonly string[]> {
  const cwd = absolutePath(from, root);
  const set = await resolveNamedFiles({ root: absolutePath('.', root), cwd, names, literal, head: null });
  expect(set.scope).toMatchObject({ kind: 'files', base: null, head: null, mixed: [] });
  return set.entries.map(
    ({ path, named, mode }) => `${path}${named ? '' : ' (matched)'}${mode === 'file' ? '' : ` (${mode})`}`,
  );
}

describe('names', () => {
  it('count from the caller’s folder, absolute or not, once each, in order', async () => {
    const folder = folderWith({ 'a.fx': '', 'web/b.fx': '' });
    expect(await named(folder, ['b.fx', '../a.fx', './b.fx', join(folder.root, 'a.fx')], 'web')).toEqual([
      'a.fx',
      'web/b.fx',
    ]);
  });

  it('OC-17 that exist are literal, whatever they look like', async () => {
    const names = ['app/[id]/p.fx', 'a*.fx', '{x,y}.fx', '!not.fx', '--output=pwn.fx', 'nl\nn.fx'];
    const folder = folderWith(Object.fromEntries([...names, 'ab.fx'].map((name) => [name, ''])));
    expect(await named(folder, names)).toEqual([...names].sort());
  });

  it('that are missing or outside stay listed; a folder stands for what is in it', async () => {
    const folder = folderWith({ 'src/a.fx': '' });
    expect(await named(folder, ['none.fx', 'src', '../out.fx'])).toEqual([
      '../out.fx',
      'none.fx',
      'src/a.fx (matched)',
    ]);
  });

  it('from a program are never patterns', async () => {
    const folder = folderWith({ 'a.fx': '' });
    expect(await named(folder, ['*.fx'], '.', true)).toEqual(['*.fx']);
  });

  it('through a link to the folder are the same files', async () => {
    const folder = folderWith({ 'a.fx': '' });
    symlinkSync(folder.root, join(folder.root, '../link'));
    expect(await named(folder, [join(folder.root, '../link/a.fx')])).toEqual(['a.fx']);
  });
});

describe('patterns', () => {
  it('see dot files, but neither .git nor installed packages nor what is behind links', async () => {
    const folder = folderWith({
      'a.fx': '',
      '.hidden/b.fx': '',
      '.git/c.fx': '',
      'web/node_modules/p/d.fx': '',
      'a.txt': '',
    });
    symlinkSync('a.fx', join(folder.root, 'link.fx'));
    symlinkSync('/', join(folder.root, 'everything'));
    expect(await named(folder, ['**/*.fx', 'a.fx'])).toEqual([
      '.hidden/b.fx (matched)',
      'a.fx',
      'link.fx (matched) (symlink)',
    ]);
    expect(await named(folder, ['web/node_modules/**'])).toEqual(['web/node_modules/p/d.fx (matched)']);
    expect(await named(folder, ['../*.fx'], 'web')).toEqual([
      'a.fx (matched)',
      'link.fx (matched) (symlink)',
    ]);
  });

  it('that match nothing are a usage error', async () => {
    await expect(named(folderWith({ 'a.fx': '' }), ['**/*.none'])).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe('texts of the disk', () => {
  const storeOf = ({ root }: Folder, more: { keptBytes?: number; tree?: JudgedTree } = {}) => {
    const tree = workingTree(absolutePath('.', root));
    const store = openTextStore({ tree, entries: [], maxFileSizeBytes: 100_000, ...more });
    return {
      classify: (path: string) => store.classify(path as RepoPath),
      text: (path: string) => store.text(path as RepoPath),
      peek: (path: string) => store.peek(path as RepoPath),
    };
  };
  const reason = (reason: string, detail: string) => ({
    kind: 'unknown',
    cause: { reason, detail: expect.stringContaining(detail) },
  });

  it('a text, its hash over all bytes, its byte order mark left out', async () => {
    const folder = folderWith({ 'a.fx': '\uFEFFok\n', 'empty.fx': '' });
    const { classify, text, peek } = storeOf(folder);
    expect(peek('a.fx')).toBeUndefined();
    const hash = contentHash('\uFEFFok\n');
    expect(await classify('a.fx')).toEqual({ kind: 'text', hash, matchesDisk: true });
    expect(await text('a.fx')).toEqual({ kind: 'text', text: 'ok\n' });
    expect(peek('a.fx')).toBe('ok\n');
    expect(await text('empty.fx')).toEqual({ kind: 'text', text: '' });
  });

  it('what has none says why', async () => {
    const folder = folderWith({ 'src/a.fx': '', 'latin.fx': Buffer.from('caf\xe9', 'latin1') });
    folder.write('utf16.fx', Buffer.from('\uFEFFok', 'utf16le'));
    folder.write('picture.fx', new Uint8Array([1, 2, 0, 3]));
    folder.write('big.fx', 'x');
    truncateSync(join(folder.root, 'big.fx'), 50_000_000);
    writeFileSync(join(folder.root, 'long.fx'), 'x'.repeat(100_001));
    symlinkSync('latin.fx', join(folder.root, 'link.fx'));
    symlinkSync('..', join(folder.root, 'up'));
    writeFileSync(join(folder.root, '../out.fx'), 'secret');
    const { classify, text } = storeOf(folder);
    expect(await classify('none.fx')).toEqual(reason('read-failed', 'does not exist'));
    expect(await classify('src/a.fx/b.fx')).toEqual(reason('read-failed', 'does not exist'));
    expect(await classify('src')).toMatchObject(reason('read-failed', 'folder'));
    expect(await classify('../out.fx')).toMatchObject(reason('read-failed', 'outside'));
    expect(await classify('up/out.fx')).toMatchObject(reason('read-failed', 'outside'));
    expect(await classify('latin.fx')).toMatchObject(reason('read-failed', 'UTF-8'));
    expect(await classify('utf16.fx')).toMatchObject(reason('read-failed', 'UTF-16'));
    expect(await classify('long.fx')).toMatchObject(reason('too-large', '100001'));
    expect(await classify('big.fx')).toEqual({ kind: 'skipped', reason: 'binary' });
    expect(await classify('picture.fx')).toEqual({ kind: 'skipped', reason: 'binary' });
    expect(await classify('link.fx')).toEqual({ kind: 'skipped', reason: 'symlink' });
    expect(await text('none.fx')).toEqual({ kind: 'failed', detail: 'the file does not exist' });
    expect(await text('link.fx')).toEqual({ kind: 'failed', detail: 'the file is skipped (symlink)' });
  });

  it('an unreadable file, and a name that the disk refuses', async () => {
    const folder = folderWith({ 'a.fx': 'ok\n' });
    chmodSync(join(folder.root, 'a.fx'), 0);
    const { classify } = storeOf(folder);
    const refused = reason('read-failed', 'not permitted');
    // The system lets root read everything.
    expect(await classify('a.fx')).toMatchObject(process.getuid?.() === 0 ? { kind: 'text' } : refused);
    expect(await classify('x'.repeat(300))).toMatchObject(reason('read-failed', 'ENAMETOOLONG'));
  });

  it('beyond the memory kept, a text is read again: the same bytes, or a failure', async () => {
    const folder = folderWith({ 'a.fx': '1234', 'b.fx': '1234', 'c.fx': '1234', 'd.fx': '1234' });
    const { classify, text, peek } = storeOf(folder, { keptBytes: 6 });
    for (const name of ['a.fx', 'b.fx', 'c.fx', 'd.fx']) await classify(name);
    for (const name of ['a.fx', 'b.fx', 'c.fx']) folder.write(name, '5678');
    rmSync(join(folder.root, 'c.fx'));
    expect([peek('a.fx'), peek('b.fx')]).toEqual(['1234', undefined]);
    expect(await text('a.fx')).toEqual({ kind: 'text', text: '1234' });
    const changed = { kind: 'failed', detail: 'the file changed while it was judged' };
    expect(await text('b.fx')).toEqual(changed);
    expect(await text('c.fx')).toEqual(changed);
    expect(await text('d.fx')).toEqual({ kind: 'text', text: '1234' });
  });
});
