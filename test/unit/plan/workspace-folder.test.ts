import { expect, test } from 'vitest';
import { judgedFolders, nearestWith } from '../../../src/plan/folders.js';
import { workspaceFolders } from '../../../src/plan/workspace-folder.js';
import { definition, repoPath } from '../../support/definitions.js';
import { treeOf, workspace } from './workspace.js';

const rootIn = (tree: Parameters<typeof judgedFolders>[0], markers: string[], path: string) =>
  workspaceFolders(definition('x', { rootMarkers: markers }), judgedFolders(tree))(repoPath(path));

test('the nearest folder with a marker wins, else the repository root', async () => {
  const { root } = workspace([
    'tsconfig.json',
    'packages/a/tsconfig.json',
    'packages/a/src/x.fx',
    'other/y.fx',
  ]);
  const tree = treeOf(root);
  expect(await rootIn(tree, ['tsconfig.json'], 'packages/a/src/x.fx')).toBe('packages/a');
  expect(await rootIn(tree, ['tsconfig.json'], 'packages/a/tsconfig.json')).toBe('packages/a');
  expect(await rootIn(tree, ['tsconfig.json'], 'other/y.fx')).toBe('.');
  expect(await rootIn(tree, ['nowhere'], 'packages/a/src/x.fx')).toBe('.');
  expect(await rootIn(tree, [], 'packages/a/src/x.fx')).toBe('.');
});

test('a marker may be a glob, a hidden name, a folder, or a path below', async () => {
  const { root } = workspace(['a/app.myproj', 'b/.hidden', 'c/.git/HEAD', 'd/conf/x.json', 'e/[id].js']);
  const tree = treeOf(root);
  expect(await rootIn(tree, ['*.myproj'], 'a/s/x.fx')).toBe('a');
  expect(await rootIn(tree, ['.hid*'], 'b/s/x.fx')).toBe('b');
  expect(await rootIn(tree, ['.git'], 'c/s/x.fx')).toBe('c');
  expect(await rootIn(tree, ['.git/'], 'c/s/x.fx')).toBe('c');
  expect(await rootIn(tree, ['conf/*.json'], 'd/s/x.fx')).toBe('d');
  expect(await rootIn(tree, ['conf/x.json'], 'd/s/x.fx')).toBe('d');
  expect(await rootIn(tree, ['*.none'], 'e/x.fx')).toBe('.');
});

test('markers are those of the judged text: staged ones count, removed ones do not', async () => {
  const { root } = workspace(['a/tsconfig.json', 'a/x.fx', 'b/x.fx']);
  const tree = treeOf(root, { 'a/tsconfig.json': null, 'b/tsconfig.json': { onDisk: false } });
  expect(await rootIn(tree, ['tsconfig.json'], 'a/x.fx')).toBe('.');
  expect(await rootIn(tree, ['tsconfig.json'], 'b/x.fx')).toBe('b');
});

test('a fixed root takes files below it, and no others', async () => {
  const { root } = workspace(['pkg/a/x.fx']);
  const fixed = workspaceFolders(
    definition('x', { fixedRoot: repoPath('pkg/a'), rootMarkers: ['x.fx'] }),
    judgedFolders(treeOf(root)),
  );
  expect(await fixed(repoPath('pkg/a/s/x.fx'))).toBe('pkg/a');
  expect(await fixed(repoPath('pkg/ab/x.fx'))).toBeUndefined();
  expect(await fixed(repoPath('x.fx'))).toBeUndefined();
  const whole = workspaceFolders(definition('x', { fixedRoot: repoPath('.') }), judgedFolders(treeOf(root)));
  expect(await whole(repoPath('pkg/a/x.fx'))).toBe('.');
});

test('ten thousand files cost one look per folder', async () => {
  const { root } = workspace(['tsconfig.json']);
  const folders = judgedFolders(treeOf(root));
  const asked: string[] = [];
  const counting = {
    ...folders,
    names: (folder: Parameters<typeof folders.names>[0]) => {
      asked.push(folder);
      return folders.names(folder);
    },
  };
  const rootOf = workspaceFolders(definition('x', { rootMarkers: ['tsconfig.json'] }), counting);
  for (let index = 0; index < 10_000; index += 1)
    expect(await rootOf(repoPath(`d${index % 100}/sub/f${index}.fx`))).toBe('.');
  // 100 folders, their 100 `sub`, and the root: each asked once for the one marker.
  expect(asked.length).toBe(201);
});

test('a folder that is not there has no markers', async () => {
  const { root } = workspace(['closed/tsconfig.json']);
  const folders = judgedFolders(treeOf(root));
  expect(await folders.onDisk(repoPath('gone'))).toBe(false);
  expect(await folders.onDisk(repoPath('closed'))).toBe(true);
  expect(await nearestWith(folders, ['tsconfig.json'])(repoPath('gone/deeper'))).toBeUndefined();
});
