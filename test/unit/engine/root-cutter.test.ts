import { expect, test } from 'vitest';
import { rootCutter } from '../../../src/engine/root-cutter.js';
import type { AbsPath } from '../../../src/model/base.js';

const cut = rootCutter(['/home/u/my repo' as AbsPath, '/tmp/tree' as AbsPath]);

test.each([
  ['Cannot read /home/u/my repo/src/a.ts: gone', 'Cannot read src/a.ts: gone'],
  ['yaml-schema: file:///home/u/my%20repo/s.json', 'yaml-schema: s.json'],
  ["from 'file:///tmp/tree/s.json'", "from 's.json'"],
  ['in /tmp/tree', 'in .'],
  ['in /tmp/tree, and /tmp/tree/x', 'in ., and x'],
  ['/tmp/tree-evil/x and /tmp/trees', '/tmp/tree-evil/x and /tmp/trees'],
  ['nothing of it', 'nothing of it'],
])('%j', (given, expected) => {
  expect(cut.text(given)).toBe(expected);
});

test('the root of the file system is never cut', () => {
  expect(rootCutter(['/' as AbsPath]).text('/etc/x')).toBe('/etc/x');
});
