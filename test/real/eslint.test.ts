// vscode-eslint-language-server with the project's ESLint, settled by announced pull with real settings.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const config = {
  'eslint.config.mjs':
    "export default [{ files: ['web/**/*.js'], rules: { 'no-undef': 'error', 'no-var': 'warn' } }];\n",
};

/** ESLint sees one file at a time: the neighbour's part is a warning here. */
const javascriptFiles: Language = {
  path: (index) => `web/f${twoDigits(index)}.js`,
  text: (index, kind) => {
    if (kind === 'right') return `export const value${index} = ${index};\n`;
    if (kind === 'wrong') return `export const value${index} = nowhere;\n`;
    return `export var value${index} = ${index};\n`;
  },
  verdict: (index, kind) => {
    if (kind === 'right') return 'clean [eslint: pull]';
    if (kind === 'wrong') {
      return `findings [eslint: pull] 1:${`export const value${index} = `.length + 1} error eslint no-undef`;
    }
    return 'findings [eslint: pull] 1:8 warning eslint no-var';
  },
};

test('eslint: exact places, and a clean file with evidence', async () => {
  const workspace = makeWorkspace(
    {
      ...config,
      'web/clean.js': 'export const items = [];\n',
      'web/wrong.js': 'export function open(items) {\n  return itmes.length;\n}\n',
    },
    { packages: ['eslint', 'vscode-langservers-extracted'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/*.js']);
  expect(outline(report)).toEqual([
    'web/clean.js clean [eslint: pull]',
    'web/wrong.js findings [eslint: pull] 2:10 error eslint no-undef',
  ]);
  expect(exitCode).toBe(1);
});

test('eslint: 30 files at once give what each gives alone', async () => {
  const project = thirty(javascriptFiles);
  const packages = ['eslint', 'vscode-langservers-extracted'] as const;
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...config, ...project.files }, { packages }), project);
});

test('eslint: the server without the ESLint library answers every pull empty, and the file is unknown', async () => {
  const workspace = makeWorkspace(
    { ...config, 'web/wrong.js': 'nowhere();\n' },
    { packages: ['vscode-langservers-extracted'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/wrong.js']);
  expect(outline(report)).toEqual(['web/wrong.js unknown [eslint: infra]']);
  expect(exitCode).toBe(3);
});

test('eslint: without a config file of its own it does not run, and says nothing about the file', async () => {
  const workspace = makeWorkspace(
    { 'web/wrong.js': 'nowhere();\n' },
    { packages: ['eslint', 'vscode-langservers-extracted'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/wrong.js']);
  expect(outline(report)).toEqual(['web/wrong.js skipped no-server']);
  expect(exitCode).toBe(3);
});

test('eslint: a broken config makes the file unknown', async () => {
  const workspace = makeWorkspace(
    { 'eslint.config.mjs': 'export default [{ rules: }];\n', 'web/wrong.js': 'nowhere();\n' },
    { packages: ['eslint', 'vscode-langservers-extracted'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/wrong.js']);
  expect(report.files[0]?.verdict).toBe('unknown');
  expect(exitCode).toBe(3);
});
