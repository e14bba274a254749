// docs/parity.md says what the figures beside this test say.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../workspace.js';

test('the tables of docs/parity.md are those of the figures', () => {
  const script = join(repository, 'scripts', 'parity-table.mjs');
  const { stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
});
