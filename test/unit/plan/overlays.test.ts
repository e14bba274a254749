import { expect, test } from 'vitest';
import type { ContentHash } from '../../../src/model/base.js';
import type { JudgedTree } from '../../../src/model/judged-tree.js';
import type { ServerDefinition } from '../../../src/model/server-definition.js';
import type { FileClass } from '../../../src/plan/file-class.js';
import { overlayViews, seenMixed } from '../../../src/plan/overlays.js';
import { definition, noHead, repoPath } from '../../support/definitions.js';
import { treeOf, workspace } from './workspace.js';

async function viewOf(
  tree: JudgedTree,
  server: ServerDefinition,
  classes: Readonly<Record<string, FileClass>> = {},
  heads: Readonly<Record<string, string>> = {},
) {
  const view = await overlayViews(
    tree,
    {
      classify: async (path) =>
        classes[path] ?? { kind: 'text', hash: `sha256:${path}` as ContentHash, matchesDisk: false },
      head: async (path) => heads[path],
    },
    undefined,
  )(server);
  return {
    obstacleFor: (path: string) => view.obstacleFor(repoPath(path)),
    paths: view.documents.map(({ path }) => path),
    documents: view.documents,
  };
}

const full = definition('full', { overlay: 'full', overlayMissing: 'yes' });

test('without overlays, and in a materialised tree, nothing stands in the way', async () => {
  const { root, at } = workspace();
  const self = definition('self', { overlay: 'self' });
  expect((await viewOf(treeOf(root), self)).obstacleFor('a.fx')).toBeUndefined();
  const materialised = { ...treeOf(root, { 'a.fx': { onDisk: true } }), serverRoot: at('copy') };
  const view = await viewOf(materialised, self);
  expect([view.obstacleFor('a.fx'), view.paths]).toEqual([undefined, []]);
});

test.each([
  ['self', 'reads other files from the disk'],
  ['none', 'reads the disk'],
] as const)('a server with overlay %s cannot judge while any file differs', async (overlay, does) => {
  const { root } = workspace();
  const server = definition('x', { overlay });
  const single = await viewOf(treeOf(root, { 'z.md': { onDisk: true } }), server);
  expect(single.obstacleFor('a.fx')).toBe(`${does}, and the disk differs from the judged text in "z.md"`);
  const several = await viewOf(treeOf(root, { 'z.md': { onDisk: true }, 'b.md': null, c: null }), server);
  expect(several.obstacleFor('a.fx')).toMatch(/in "b\.md" and 2 more$/);
  expect(several.paths).toEqual([]);
});

test('full: every overlay that the globs match is a document, those not on the disk first', async () => {
  const { root, at } = workspace();
  const tree = treeOf(root, {
    'b.fx': { onDisk: true },
    'a.fx': { onDisk: true },
    'z.fx': { onDisk: false },
    'other.md': { onDisk: true },
  });
  const view = await viewOf(tree, full);
  expect(view.paths).toEqual(['z.fx', 'a.fx', 'b.fx']);
  expect(view.documents[1]).toEqual({
    path: 'a.fx',
    uri: `file://${at('a.fx')}`,
    languageId: 'fx',
    contentHash: 'sha256:a.fx',
    matchesDisk: false,
  });
  expect(view.obstacleFor('a.fx')).toBeUndefined();
});

test('a file that only the judged text has: no obstacle to itself, but to the others of a server that does not find it', async () => {
  const { root } = workspace();
  const tree = treeOf(root, { 'new.fx': { onDisk: false }, 'a.fx': { onDisk: true } });
  const blind = await viewOf(tree, definition('blind', { overlay: 'full', overlayMissing: 'no' }));
  expect(blind.obstacleFor('new.fx')).toBeUndefined();
  expect(blind.obstacleFor('a.fx')).toBe('does not find "new.fx", which is not on the disk');
  for (const overlayMissing of ['yes', 'reload'] as const) {
    const seeing = await viewOf(tree, definition('seeing', { overlay: 'full', overlayMissing }));
    expect(seeing.obstacleFor('a.fx')).toBeUndefined();
  }
});

test('a file that only the disk has is an obstacle when the globs match it', async () => {
  const { root } = workspace();
  const matched = await viewOf(treeOf(root, { 'untracked.fx': null }), full);
  expect(matched.obstacleFor('a.fx')).toBe(
    'sees "untracked.fx" on the disk, and the judged text has no such file',
  );
  const unmatched = await viewOf(treeOf(root, { 'untracked.md': null }), full);
  expect(unmatched.obstacleFor('a.fx')).toBeUndefined();
});

test('judged text that cannot be opened is an obstacle; what is no text is none', async () => {
  const { root } = workspace();
  const tree = treeOf(root, { 'big.fx': { onDisk: true } });
  const tooLarge: FileClass = { kind: 'unknown', cause: { reason: 'too-large', detail: '' } };
  const unreadable = await viewOf(tree, full, { 'big.fx': tooLarge });
  expect(unreadable.obstacleFor('a.fx')).toMatch(/^would read "big\.fx" from the disk/);
  const binary = await viewOf(tree, full, { 'big.fx': { kind: 'skipped', reason: 'binary' } });
  expect([binary.obstacleFor('a.fx'), binary.paths]).toEqual([undefined, []]);
  const unnamed = definition('x', {
    overlay: 'full',
    languageId: { byExtension: { '.fy': 'y' }, byName: {} },
  });
  expect((await viewOf(tree, unnamed)).obstacleFor('a.fx')).toMatch(/no language id/);
});

test('what overlays cannot express is judged in a tree of its own; where there is none, as far as they can', async () => {
  const { root, at } = workspace();
  const tree = treeOf(root, { 'gone.fx': null, 'a.fx': { onDisk: true } });
  const copy: JudgedTree = { ...treeOf(root), kind: 'materialised', serverRoot: at('copy') };
  const classify = async () =>
    ({ kind: 'text', hash: 'sha256:x' as ContentHash, matchesDisk: false }) as const;
  const made = overlayViews(tree, { classify, head: noHead }, async () => ({ kind: 'tree', tree: copy }));
  for (const server of [full, definition('self', { overlay: 'self' })]) {
    const view = await made(server);
    expect([view.tree, view.documents, view.obstacleFor(repoPath('a.fx'))]).toEqual([copy, [], undefined]);
  }
  const unfit = overlayViews(tree, { classify, head: noHead }, async () => ({
    kind: 'unfit',
    why: 'it rains',
  }));
  expect((await unfit(full)).obstacleFor(repoPath('a.fx'))).toMatch(/^sees "gone\.fx" on the disk/);
  expect((await unfit(definition('none', { overlay: 'none' }))).obstacleFor(repoPath('a.fx'))).toBe(
    'reads the disk, and it rains',
  );
});

test('overlays that express everything need no tree', async () => {
  const { root } = workspace();
  const tree = treeOf(root, { 'a.fx': { onDisk: true } });
  const classify = async () =>
    ({ kind: 'text', hash: 'sha256:x' as ContentHash, matchesDisk: false }) as const;
  const views = overlayViews(tree, { classify, head: noHead }, () => {
    throw new Error('not needed');
  });
  expect((await views(full)).tree).toBe(tree);
});

test('what no tree expresses counts as soon as one server is rooted in the repository', () => {
  const { root } = workspace();
  const mixed = [{ path: repoPath('x'), why: 'untracked' }] as const;
  const inPlace = { tree: treeOf(root) };
  const apart = { tree: { ...treeOf(root), kind: 'materialised' } as const };
  expect(seenMixed(mixed, [apart, inPlace])).toEqual(mixed);
  expect(seenMixed(mixed, [apart, apart])).toEqual([]);
  expect(seenMixed(mixed, [])).toEqual([]);
});

test('a script that differs from the disk is a document too', async () => {
  const { root } = workspace();
  const tree = treeOf(root, { run: { onDisk: true }, other: { onDisk: true }, gone: null });
  const scripts = definition('scripts', {
    overlay: 'full',
    interpreters: ['sh'],
    languageId: { default: 'sh', byExtension: {}, byName: {} },
  });
  expect((await viewOf(tree, scripts, {}, { run: '#!/bin/sh' })).paths).toEqual(['run']);
});
