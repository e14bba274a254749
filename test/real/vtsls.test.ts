// vtsls with the project's TypeScript 5, settled by the tsserver command barrier; for a clean file it publishes nothing.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, thirty } from './thirty.js';
import { crossFile, tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

const packages = ['@vtsls/language-server', 'typescript'] as const;

test('vtsls: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(crossFile, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'src/**']);
  expect(outline(report)).toEqual([
    'src/clean.ts clean [vtsls: barrier]',
    'src/cross.ts findings [vtsls: barrier] 3:28 error vtsls 2345',
    'src/wrong.ts findings [vtsls: barrier] 2:14 error vtsls 2322',
  ]);
  expect(report.servers).toMatchObject([{ name: 'vtsls', version: '5.9.3', state: 'ok' }]);
  expect(exitCode).toBe(1);
});

test('vtsls: 30 files at once give what each gives alone', async () => {
  const project = thirty(typescriptFiles('vtsls: barrier', 'vtsls'));
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...tsconfig, ...project.files }, { packages }), project);
});

test('vtsls: without TypeScript in the project nothing is clean', async () => {
  const workspace = makeWorkspace(crossFile, { packages: ['@vtsls/language-server'] });
  workspace.write('lspcheck.yml', 'servers:\n  vtsls: {}\n');
  const { report, exitCode } = await check(workspace, ['files', 'src/clean.ts']);
  expect(outline(report)).toEqual(['src/clean.ts unknown [vtsls: not-started]']);
  expect(report.files[0]?.cells?.[0]?.hint).toBe('npm i -D @vtsls/language-server typescript');
  expect(exitCode).toBe(3);
});

test('vtsls: a broken tsconfig.json leaves the file unknown', async () => {
  const workspace = makeWorkspace(crossFile, { packages });
  workspace.write('tsconfig.json', '{ "compilerOptions": { "strict": maybe } }\n');
  const { report, exitCode } = await check(workspace, ['files', 'src/clean.ts']);
  expect(outline(report)).toEqual(['src/clean.ts unknown [vtsls: infra]']);
  expect(exitCode).toBe(3);
});
