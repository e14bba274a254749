// basedpyright, settled by its dynamically registered pull. Its package brings a `pyright-langserver` too: it is not pyright.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { pythonFiles } from './python-files.js';
import { expectAtOnceLikeOneByOne, thirty } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['basedpyright'] as const;

test('basedpyright: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      'clean.py': 'def double(value: int) -> int:\n    return value * 2\n',
      'cross.py': 'from clean import double\n\nquad = double("2")\n',
      'wrong.py': 'count: int = "three"\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.py']);
  expect(outline(report)).toEqual([
    'clean.py clean [basedpyright: pull]',
    'cross.py findings [basedpyright: pull] 3:15 error basedpyright reportArgumentType',
    'wrong.py findings [basedpyright: pull] 1:14 error basedpyright reportAssignmentType',
  ]);
  expect(exitCode).toBe(1);
});

test('basedpyright: 30 files at once give what each gives alone', async () => {
  const project = thirty(pythonFiles('basedpyright'));
  const standard = { 'pyrightconfig.json': '{ "typeCheckingMode": "standard" }\n' };
  const workspace = makeWorkspace({ ...standard, ...project.files }, { packages });
  await expectAtOnceLikeOneByOne(workspace, project);
});

test('basedpyright: a broken configuration leaves the file unknown', async () => {
  const workspace = makeWorkspace({ 'clean.py': 'count: int = 3\n' }, { packages });
  workspace.write('pyrightconfig.json', '{ "typeCheckingMode": \n');
  const { report, exitCode } = await check(workspace, ['files', 'clean.py']);
  expect(outline(report)).toEqual(['clean.py unknown [basedpyright: infra]']);
  expect(exitCode).toBe(3);
});

test('basedpyright: what its baseline lists is no finding, and the baseline is not rewritten', async () => {
  const baseline = JSON.stringify({
    files: {
      './wrong.py': [
        { code: 'reportAssignmentType', range: { startColumn: 13, endColumn: 20, lineCount: 1 } },
        { code: 'reportGone', range: { startColumn: 0, endColumn: 1, lineCount: 1 } },
      ],
    },
  });
  const files = { '.basedpyright/baseline.json': baseline, 'wrong.py': 'count: int = "three"\n' };
  const workspace = makeWorkspace(files, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'wrong.py']);
  expect(outline(report)).toEqual(['wrong.py clean [basedpyright: pull]']);
  expect(exitCode).toBe(0);
  expect(readFileSync(join(workspace.root, '.basedpyright/baseline.json'), 'utf8')).toBe(baseline);
});
