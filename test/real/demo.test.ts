// `npm run demo` on the built command: its own plan is the assertion (fixtures/demo.plan.json), and the README shows its output.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './workspace.js';

test('the demo shows what it is planned to show, and what the README says it shows', () => {
  const done = spawnSync(process.execPath, [join(repository, 'scripts', 'demo.mjs'), '--no-setup'], {
    encoding: 'utf8',
  });
  expect(done.stdout + done.stderr).not.toContain('Not as planned');
  expect(done.status).toBe(0);
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const [, shown] = /```console\n(.*?)```/s.exec(readme) ?? [];
  // When this differs: node scripts/demo.mjs --update-readme
  expect(done.stdout).toContain(shown);
});
