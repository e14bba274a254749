// TypeScript 7's own server, `tsc --lsp`, settled by announced pull.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, thirty } from './thirty.js';
import { crossFile, tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

test('typescript-native: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(crossFile, { packages: ['typescript7'] });
  const { report, exitCode } = await check(workspace, ['files', 'src/**']);
  expect(outline(report)).toEqual([
    'src/clean.ts clean [typescript-native: pull]',
    'src/cross.ts findings [typescript-native: pull] 3:28 error typescript-native 2345',
    'src/wrong.ts findings [typescript-native: pull] 2:14 error typescript-native 2322',
  ]);
  expect(exitCode).toBe(1);
});

test('typescript-native: columns are UTF-16 whatever encoding the server chose', async () => {
  const workspace = makeWorkspace(
    { ...tsconfig, 'src/emoji.ts': "export const face = '🎯é'; export const count: number = 'three';\n" },
    { packages: ['typescript7'] },
  );
  const { report } = await check(workspace, ['files', 'src/emoji.ts']);
  expect(outline(report)).toEqual([
    'src/emoji.ts findings [typescript-native: pull] 1:41 error typescript-native 2322',
  ]);
});

test('typescript-native: what the options of a project forbid is an error, as tsc says', async () => {
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    noUnusedLocals: true,
    allowUnreachableCode: false,
  };
  const workspace = makeWorkspace(
    {
      'tsconfig.json': JSON.stringify({ compilerOptions: options }),
      'forbidden.ts': 'export function one(): number {\n  const two = 2;\n  return 1;\n  one();\n}\n',
    },
    { packages: ['typescript7'] },
  );
  const { report } = await check(workspace, ['files', 'forbidden.ts']);
  expect(outline(report)).toEqual([
    'forbidden.ts findings [typescript-native: pull] 2:9 error typescript-native 6133 4:3 error typescript-native 7027',
  ]);
});

test('typescript-native: 30 files at once give what each gives alone', async () => {
  const project = thirty(typescriptFiles('typescript-native: pull', 'typescript-native'));
  const workspace = makeWorkspace({ ...tsconfig, ...project.files }, { packages: ['typescript7'] });
  await expectAtOnceLikeOneByOne(workspace, project);
});

test('typescript-native: asked for by name in a project with TypeScript 5, it is not started and nothing is clean', async () => {
  const workspace = makeWorkspace(crossFile, { packages: ['typescript'] });
  workspace.write('lspcheck.yml', 'servers:\n  typescript-native: {}\n');
  const { report, exitCode } = await check(workspace, ['files', 'src/clean.ts']);
  expect(outline(report)).toEqual(['src/clean.ts unknown [typescript-native: not-started]']);
  expect(exitCode).toBe(3);
});
