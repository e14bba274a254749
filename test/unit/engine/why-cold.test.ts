import { expect, test } from 'vitest';
import { whyCold } from '../../../src/engine/session-source.js';
import { workingTree } from '../../../src/plan/judged-tree.js';
import { absolutePath } from '../../../src/platform/paths.js';

const tree = workingTree(absolutePath('/work', '/'));

test('shared servers are shown no text before the change: such a run has its own', () => {
  expect(whyCold(tree, { only: 'all', affected: false })).toBeUndefined();
  expect(whyCold(tree, { only: 'changed-lines', affected: false })).toBeUndefined();
  expect(whyCold(tree, { only: 'new', affected: false })).toMatch(/before the change/);
  expect(whyCold(tree, { only: 'all', affected: true })).toMatch(/depends on the change/);
});
