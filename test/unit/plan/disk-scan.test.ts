// What changed on the disk between two looks: whatever tools do to hide it.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/model/base.js';
import { listFolder } from '../../../src/plan/disk-listing.js';
import { type DiskScan, diskDifference, diskScanner } from '../../../src/plan/disk-scan.js';
import { absolutePath } from '../../../src/platform/paths.js';

let root = absolutePath('/', '/');
let scan: DiskScan = () => Promise.reject(new Error('no scanner'));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = absolutePath(realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-scan-'))), '/');
  scan = diskScanner(root, () => listFolder(root));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What a change looks like, as `kind path`. */
async function seen(change: () => void): Promise<readonly string[]> {
  const before = await scan();
  change();
  const { changes, elsewhere } = diskDifference(before, await scan());
  return [...changes.map(({ kind, path }) => `${kind} ${path}`), ...(elsewhere ? ['elsewhere'] : [])];
}

describe('between two scans', () => {
  it('nothing is nothing, however often', async () => {
    write('a', '1');
    expect(await seen(() => {})).toEqual([]);
    expect(await seen(() => {})).toEqual([]);
  });

  it('creation, change, deletion and a new name', async () => {
    write('a', '1');
    write('b', '1');
    write('c', '1');
    const changes = await seen(() => {
      write('a', '22');
      rmSync(join(root, 'b'));
      renameSync(join(root, 'c'), join(root, 'd'));
      write('sub/e', '1');
    });
    expect(changes).toEqual(['changed a', 'deleted b', 'deleted c', 'created d', 'created sub/e']);
  });

  it('the same size and the old times', async () => {
    write('a', 'BAD');
    const { atime, mtime } = statSync(join(root, 'a'));
    const changes = await seen(() => {
      write('a', 'OK_');
      utimesSync(join(root, 'a'), atime, mtime);
    });
    expect(changes).toEqual(['changed a']);
  });

  it('the same size within the grain of the clock: times are not asked, the bytes are', async () => {
    write('a', '00');
    // Within one tick of the kernel both writings have the same time.
    for (const text of ['01', '02', '03', '04', '05', '06', '07', '08'])
      expect(await seen(() => write('a', text))).toEqual(['changed a']);
  });

  it('what a link leads to', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'lspcheck-scan-'));
    writeFileSync(join(outside, 'x'), '1');
    symlinkSync(join(outside, 'x'), join(root, 'link'));
    expect(await seen(() => appendFileSync(join(outside, 'x'), '2'))).toEqual(['changed link']);
    rmSync(outside, { recursive: true });
  });

  it('a package installed or removed, and not what it holds inside', async () => {
    write('node_modules/p/index.js', '1');
    write('node_modules/@s/q/index.js', '1');
    expect(await seen(() => write('node_modules/p/index.js', '2'))).toEqual([]);
    expect(await seen(() => write('node_modules/@s/r/index.js', '1'))).toEqual(['elsewhere']);
    expect(await seen(() => rmSync(join(root, 'node_modules/p'), { recursive: true }))).toEqual([
      'elsewhere',
    ]);
    expect(await seen(() => write('node_modules/.cache/x', '1'))).toEqual([]);
  });

  it('a listing that is cut tells that nothing can be told', async () => {
    const cut = diskScanner(root, async () => ({ files: [], folders: [], cut: true }));
    expect(diskDifference(await cut(), await cut()).elsewhere).toBe(true);
  });
});

it('scans follow each other, and who asks while one runs gets the next', async () => {
  let listings = 0;
  const slow = diskScanner(root, async () => {
    listings += 1;
    return { files: [] as RepoPath[], folders: [] };
  });
  const first = slow();
  await Promise.resolve();
  await Promise.resolve();
  const others = await Promise.all([slow(), slow(), slow()]);
  expect(listings).toBe(2);
  expect((await first).turn).toBe(1);
  expect(others.map(({ turn }) => turn)).toEqual([2, 2, 2]);
});
