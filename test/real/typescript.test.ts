// typescript-language-server with the project's TypeScript 5, settled by the tsserver command barrier.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, thirty } from './thirty.js';
import { crossFile, tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

test('typescript: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(crossFile, { packages: ['typescript'] });
  const { report, exitCode } = await check(workspace, ['files', 'src/**']);
  expect(outline(report)).toEqual([
    'src/clean.ts clean [typescript: barrier]',
    'src/cross.ts findings [typescript: barrier] 3:28 error typescript 2345',
    'src/wrong.ts findings [typescript: barrier] 2:14 error typescript 2322',
  ]);
  expect(report.complete).toBe(true);
  expect(exitCode).toBe(1);
});

test('typescript: 30 files at once give what each gives alone', async () => {
  const project = thirty(typescriptFiles('typescript: barrier', 'typescript'));
  const workspace = makeWorkspace({ ...tsconfig, ...project.files }, { packages: ['typescript'] });
  await expectAtOnceLikeOneByOne(workspace, project);
});

test('typescript: without TypeScript in the project nothing is clean', async () => {
  const workspace = makeWorkspace(crossFile);
  const zeroConfig = await check(workspace, ['files', 'src/clean.ts']);
  expect(outline(zeroConfig.report)).toEqual(['src/clean.ts skipped no-server']);
  expect(zeroConfig.exitCode).toBe(3);

  workspace.write('lspcheck.yml', 'servers:\n  typescript: {}\n');
  const configured = await check(workspace, ['files', 'src/clean.ts']);
  expect(outline(configured.report)).toEqual(['src/clean.ts unknown [typescript: not-started]']);
  expect(configured.exitCode).toBe(3);
});
