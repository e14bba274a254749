// OC-27, reading: what is asked about lies inside the root and outside of git's own folder, whatever it is called; nothing of
// any other file is read, sent or told.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import { readTextInside } from '../../../src/query/read-inside.js';
import { targetFile } from '../../../src/query/target-file.js';
import { repoPath } from '../../support/definitions.js';

function world() {
  const w = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-query-')));
  onTestFinished(() => rmSync(w, { recursive: true, force: true }));
  for (const folder of ['root/src', 'root/.git', 'root/sub/.git', 'root-evil', 'elsewhere'])
    mkdirSync(join(w, folder), { recursive: true });
  for (const file of [
    'root/a.fx',
    'root/src/b.fx',
    'root/.git/config',
    'root/sub/.git/c.fx',
    'root-evil/x.fx',
  ])
    writeFileSync(join(w, file), 'x');
  for (const file of ['elsewhere/x.fx', 'secret.txt']) writeFileSync(join(w, file), 'secret');
  symlinkSync('../elsewhere', join(w, 'root/out'));
  symlinkSync('src', join(w, 'root/alias'));
  symlinkSync('../secret.txt', join(w, 'root/link.fx'));
  symlinkSync('src/b.fx', join(w, 'root/good.fx'));
  symlinkSync('.git', join(w, 'root/gitlink'));
  symlinkSync('root', join(w, 'other-name'));
  symlinkSync('nowhere', join(w, 'root/broken.fx'));
  return { w, root: join(w, 'root') as AbsPath };
}

describe('refused', () => {
  it.each([
    ['../secret.txt', 'it is outside the root'],
    ['src/../../secret.txt', 'it is outside the root'],
    ['/etc/passwd', 'it is outside the root'],
    ['/', 'it is outside the root'],
    ['{w}/root-evil/x.fx', 'it is outside the root'],
    ['out/x.fx', 'it is outside the root'],
    ['out/new.fx', 'it is outside the root'],
    ['alias/../out/x.fx', 'it is outside the root'],
    ['link.fx', 'it is outside the root'],
    ['file:///etc/passwd', 'it is outside the root'],
    ['.git/config', 'it belongs to git'],
    ['.GIT/config', 'it belongs to git'],
    ['.git /config', 'it belongs to git'],
    ['.git\u200d/config', 'it belongs to git'],
    ['.git::$INDEX_ALLOCATION/config', 'it belongs to git'],
    ['git~1/config', 'it belongs to git'],
    ['sub/.git/c.fx', 'it belongs to git'],
    ['gitlink/config', 'it belongs to git'],
    ['src', 'it is a folder'],
    ['.', 'it is a folder'],
    ['', 'it is a folder'],
    ['missing.fx', 'it does not exist'],
    ['broken.fx', 'it does not exist'],
    ['a.fx/b', 'it does not exist'],
    ['a.fx\0', 'it is no path'],
  ])('%j: %s', async (given, why) => {
    const { w, root } = world();
    const name = given.replace('{w}', w);
    const target = await targetFile({ root }, name);
    expect(target).toMatchObject({
      kind: 'refused',
      answer: { note: 'refused', message: `${JSON.stringify(name)} cannot be used: ${why}.` },
    });
    expect(JSON.stringify(target)).not.toContain('"secret"');
  });
});

describe('taken, under its one true name', () => {
  it.each([
    ['a.fx', 'a.fx'],
    ['./src/../a.fx', 'a.fx'],
    ['{w}/root/a.fx', 'a.fx'],
    ['{w}/other-name/a.fx', 'a.fx'],
    ['../root/a.fx', 'a.fx'],
    ['file://{w}/root/src/b.fx', 'src/b.fx'],
    ['alias/b.fx', 'src/b.fx'],
    ['good.fx', 'src/b.fx'],
  ])('%s is %s', async (given, path) => {
    const { w, root } = world();
    const target = await targetFile({ root }, given.replace('{w}', w));
    expect(target).toEqual({ kind: 'file', file: { path, file_path: join(root, path) } });
  });
});

describe('reading', () => {
  it.each([
    ['out/x.fx', 'it is outside the root'],
    ['../secret.txt', 'it is outside the root'],
    ['.git/config', 'it belongs to git'],
    ['gitlink/config', 'it belongs to git'],
    ['link.fx', 'it is a link'],
    ['good.fx', 'it is a link'],
    ['src', 'it is no regular file'],
    ['missing.fx', 'it does not exist'],
  ])('%s: %s', async (path, why) => {
    const { root } = world();
    expect(await readTextInside(root, repoPath(path), 100)).toEqual({ kind: 'refused', why });
  });

  it('keeps to its limit and to UTF-8, and takes the mark off', async () => {
    const { root } = world();
    writeFileSync(join(root, 'big.fx'), 'x'.repeat(101));
    writeFileSync(join(root, 'wrong.fx'), Buffer.from([0x78, 0xff]));
    writeFileSync(join(root, 'bom.fx'), '\uFEFFx');
    const read = (path: string) => readTextInside(root, repoPath(path), 100);
    expect(await read('big.fx')).toMatchObject({ why: 'it has 101 bytes, more than the limit of 100' });
    expect(await read('wrong.fx')).toMatchObject({ why: 'it is not UTF-8' });
    expect(await read('bom.fx')).toMatchObject({ text: 'x', hasBom: true });
    expect(await read('alias/b.fx')).toMatchObject({ text: 'x', hasBom: false });
  });
});
