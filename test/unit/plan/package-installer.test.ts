import { expect, test } from 'vitest';
import { judgedFolders } from '../../../src/plan/folders.js';
import { packageInstallers } from '../../../src/plan/package-installer.js';
import { repoPath } from '../../support/definitions.js';
import { treeOf, workspace } from './workspace.js';

test.each([
  [['package-lock.json'], 'npm'],
  [['npm-shrinkwrap.json'], 'npm'],
  [['pnpm-lock.yaml'], 'pnpm'],
  [['pnpm-lock.yaml', 'pnpm-workspace.yaml'], 'pnpm-workspace'],
  [['yarn.lock', 'package.json'], 'yarn'],
  [['bun.lock'], 'bun'],
  [['bun.lockb'], 'bun'],
  [['package.json'], 'npm'],
  [['go.mod'], 'none'],
  [['pkg/yarn.lock', 'package-lock.json'], 'yarn'],
])('%j: %s', async (files, expected) => {
  const folders = judgedFolders(treeOf(workspace([...files, 'pkg/a.ts']).root));
  expect(await packageInstallers(folders)(repoPath('pkg'))).toBe(expected);
});
