// pyright, settled by its dynamically registered pull.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { pythonFiles } from './python-files.js';
import { expectAtOnceLikeOneByOne, thirty } from './thirty.js';
import { makeWorkspace } from './workspace.js';

test('pyright: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      'clean.py': 'def double(value: int) -> int:\n    return value * 2\n',
      'cross.py': 'from clean import double\n\nquad = double("2")\n',
      'wrong.py': 'count: int = "three"\n',
    },
    { packages: ['pyright'] },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.py']);
  expect(outline(report)).toEqual([
    'clean.py clean [pyright: pull]',
    'cross.py findings [pyright: pull] 3:15 error pyright reportArgumentType',
    'wrong.py findings [pyright: pull] 1:14 error pyright reportAssignmentType',
  ]);
  expect(exitCode).toBe(1);
});

test('pyright: 30 files at once give what each gives alone', async () => {
  const project = thirty(pythonFiles('pyright'));
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages: ['pyright'] }), project);
});

test('pyright: a command that is there but does not run leaves the file unknown', async () => {
  const workspace = makeWorkspace({ 'clean.py': 'count: int = 3\n' });
  workspace.write('broken.mjs', 'process.exitCode = 7;\n');
  workspace.write('lspcheck.yml', 'servers:\n  pyright: { command: [node, broken.mjs] }\n');
  const { report, exitCode } = await check(workspace, ['files', 'clean.py']);
  expect(outline(report)).toEqual(['clean.py unknown [pyright: exited]']);
  expect(exitCode).toBe(3);
});
