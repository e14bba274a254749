// Texts that come from git's objects, by a reader that counts what it is asked for.

import { describe, expect, it } from 'vitest';
import type { Blob } from '../../../src/git/blobs.js';
import type { AbsPath, RepoPath } from '../../../src/model/base.js';
import type { JudgedTree, Overlay } from '../../../src/model/judged-tree.js';
import { firstLineBytes } from '../../../src/plan/interpreter.js';
import { openTextStore } from '../../../src/plan/text-store.js';
import { contentHash } from '../../../src/platform/hash.js';
import { treeOf as treeOnDisk, workspace } from './workspace.js';

const path = (name: string) => name as RepoPath;
const root = '/nowhere' as AbsPath;
const bytes = (text: string): Blob => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) });

function treeOf(overlays: Record<string, Overlay>, blobs: Record<string, string> = {}): JudgedTree {
  const byPath = <T>(values: Record<string, T>) =>
    new Map(Object.entries(values).map(([name, value]) => [path(name), value]));
  return { kind: 'overlay', root, serverRoot: root, overlays: byPath(overlays), blobs: byPath(blobs) };
}

function storeOf(tree: JudgedTree, objects: Record<string, Blob>, keptBytes?: number) {
  const asked: (readonly string[])[] = [];
  const store = openTextStore({
    tree,
    entries: [],
    maxFileSizeBytes: 100,
    ...(keptBytes !== undefined && { keptBytes }),
    async *readObjects(oids) {
      asked.push(oids);
      for (const oid of oids) yield [oid, objects[oid] ?? { kind: 'missing' }] as const;
    },
  });
  return { ...store, asked };
}

const overlay = (oid: string): Overlay => ({ kind: 'text', oid, onDisk: true });

describe('objects', () => {
  it('are read once, all together, however many ask', async () => {
    const tree = treeOf({ 'a.fx': overlay('1'), 'copy.fx': overlay('1') }, { 'b.fx': '2' });
    const store = storeOf(tree, { 1: bytes('one'), 2: bytes('two') });
    const classes = await Promise.all(['a.fx', 'copy.fx', 'b.fx'].map((name) => store.classify(path(name))));
    expect(classes).toEqual([
      { kind: 'text', hash: contentHash('one'), matchesDisk: false },
      { kind: 'text', hash: contentHash('one'), matchesDisk: false },
      { kind: 'text', hash: contentHash('two'), matchesDisk: true },
    ]);
    expect(await store.text(path('copy.fx'))).toEqual({ kind: 'text', text: 'one' });
    expect(store.peek(path('b.fx'))).toBe('two');
    expect(store.asked).toEqual([['2', '1']]);
  });

  it('that are missing or too large are unknown, with the reason', async () => {
    const tree = treeOf({ 'a.fx': overlay('1'), 'b.fx': overlay('2'), 'gone.fx': { kind: 'absent' } });
    const store = storeOf(tree, { 1: { kind: 'too-large', sizeBytes: 101 } });
    expect(await store.classify(path('a.fx'))).toMatchObject({ cause: { reason: 'too-large' } });
    expect(await store.classify(path('b.fx'))).toMatchObject({ cause: { reason: 'read-failed' } });
    expect(await store.classify(path('gone.fx'))).toEqual({ kind: 'skipped', reason: 'deleted' });
    expect(await store.text(path('b.fx'))).toMatchObject({ kind: 'failed' });
  });

  it('beyond the memory kept are read again, one by one', async () => {
    const tree = treeOf({ 'a.fx': overlay('1'), 'b.fx': overlay('2') });
    const objects: Record<string, Blob> = { 1: bytes('one'), 2: bytes('two') };
    const store = storeOf(tree, objects, 4);
    expect(await store.text(path('a.fx'))).toEqual({ kind: 'text', text: 'one' });
    expect(await store.text(path('b.fx'))).toEqual({ kind: 'text', text: 'two' });
    expect(store.asked).toEqual([['1', '2'], ['2']]);
    objects['2'] = { kind: 'missing' };
    expect(await store.text(path('b.fx'))).toMatchObject({ kind: 'failed' });
  });

  it('a failure to read them reaches everyone who asks', async () => {
    const store = openTextStore({
      tree: treeOf({ 'a.fx': overlay('1'), 'b.fx': overlay('2') }),
      entries: [],
      maxFileSizeBytes: 100,
      // biome-ignore lint/correctness/useYield: a reader that fails before its first object
      async *readObjects() {
        throw new Error('git went away');
      },
    });
    for (const name of ['a.fx', 'b.fx'])
      await expect(store.classify(path(name))).rejects.toThrow('git went away');
  });

  it('without a reader are a bug, not an empty text', async () => {
    const store = openTextStore({
      tree: treeOf({ 'a.fx': overlay('1') }),
      entries: [],
      maxFileSizeBytes: 100,
    });
    await expect(store.classify(path('a.fx'))).rejects.toThrow();
  });
});

describe('the beginning of a text', () => {
  it('of a file on the disk is all that is read of it', async () => {
    const space = workspace();
    space.write('run', `#!/bin/sh\n${'x'.repeat(5000)}`);
    space.write('bytes', Buffer.from([0x23, 0x21, 0xff, 0xfe]).toString('latin1'));
    space.link('link', 'run');
    const store = openTextStore({ tree: treeOnDisk(space.root), entries: [], maxFileSizeBytes: 10 });
    expect(await store.head(path('run'))).toBe(`#!/bin/sh\n${'x'.repeat(firstLineBytes - 10)}`);
    expect(await store.head(path('bytes'))).toMatch(/^#!/);
    expect(await store.head(path('link'))).toBeUndefined();
    expect(await store.head(path('gone'))).toBeUndefined();
    expect(store.peek(path('run'))).toBeUndefined();
  });

  it('is the judged one, whatever the disk has', async () => {
    const space = workspace();
    space.write('run', 'no script\n');
    space.write('gone', '#!/bin/sh\n');
    const tree = { ...treeOf({ run: overlay('1'), gone: { kind: 'absent' } }), root: space.root };
    const store = storeOf(tree, { 1: bytes('#!/bin/sh\n') }, 0);
    expect(await store.head(path('run'))).toBe('#!/bin/sh\n');
    expect(await store.head(path('gone'))).toBeUndefined();
  });
});
