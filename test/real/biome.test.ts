// Biome, settled by publishes: two or three equal ones for each file, now and then with an empty one before them.

import { expect, test } from 'vitest';
import { canObserveIdle, check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['@biomejs/biome'] as const;

const cell = `[biome: ${canObserveIdle ? 'push-idle' : 'push-quiet'}]`;
const config = {
  'biome.json': JSON.stringify({
    linter: {
      rules: {
        suspicious: { noDebugger: 'error', noVar: 'warn' },
        correctness: { noUnusedVariables: 'off' },
      },
    },
    files: { includes: ['**', '!left-out'] },
  }),
};

/** It sees one file at a time: the third kind breaks another rule. */
const javascriptFiles: Language = {
  path: (index) => `web/f${twoDigits(index)}.js`,
  text: (index, kind) => {
    if (kind === 'right') return `export const value${index} = ${index};\n`;
    if (kind === 'wrong') return `export const value${index} = ${index};\ndebugger;\n`;
    return `export var value${index} = ${index};\n`;
  },
  verdict: (_, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    if (kind === 'wrong') return `findings ${cell} 2:1 error biome lint/suspicious/noDebugger`;
    return `findings ${cell} 1:8 warning biome lint/suspicious/noVar`;
  },
};

test('biome: exact places, and a clean file with evidence', async () => {
  const workspace = makeWorkspace(
    {
      ...config,
      'web/clean.ts': 'export const items: string[] = [];\n',
      'web/syntax.ts': 'export const items = ;\n',
      'web/twice.json': '{ "name": 1, "name": 2 }\n',
      'web/wrong.css': 'a {\n  colour: red;\n}\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/*']);
  expect(outline(report)).toEqual([
    `web/clean.ts clean ${cell}`,
    `web/syntax.ts findings ${cell} 1:22 error biome parse`,
    `web/twice.json findings ${cell} 1:3 error biome lint/suspicious/noDuplicateObjectKeys`,
    `web/wrong.css findings ${cell} 2:3 error biome lint/correctness/noUnknownProperty`,
  ]);
  expect(exitCode).toBe(1);
});

test('biome: 30 files at once give what each gives alone', async () => {
  const project = thirty(javascriptFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...config, ...project.files }, { packages }), project);
});

test('biome: two projects in one repository do not share a daemon', async () => {
  const workspace = makeWorkspace(
    {
      'packages/a/biome.json': config['biome.json'],
      'packages/a/wrong.js': 'debugger;\n',
      'packages/b/biome.json': config['biome.json'],
      'packages/b/wrong.js': 'debugger;\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'packages/*/*.js']);
  expect(outline(report)).toEqual([
    `packages/a/wrong.js findings ${cell} 1:1 error biome lint/suspicious/noDebugger`,
    `packages/b/wrong.js findings ${cell} 1:1 error biome lint/suspicious/noDebugger`,
  ]);
  expect(report.servers.map(({ root, state }) => `${root} ${state}`)).toEqual([
    'packages/a ok',
    'packages/b ok',
  ]);
  expect(exitCode).toBe(1);
});

test('biome: under a broken config it publishes nothing, and nothing is clean', async () => {
  const workspace = makeWorkspace(
    { 'biome.json': '{ "linter": \n', 'web/clean.js': 'export const items = [];\n' },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/clean.js', '--request-timeout', '2s']);
  expect(outline(report)).toEqual(['web/clean.js unknown [biome: no-publish]']);
  expect(exitCode).toBe(3);
});

test('biome: a file that its config leaves out is not called clean, and takes nothing from the others', async () => {
  const workspace = makeWorkspace(
    { ...config, 'left-out/wrong.js': 'debugger;\n', 'web/clean.js': 'export const items = [];\n' },
    { packages },
  );
  const paths = ['left-out/wrong.js', 'web/clean.js'];
  const { report, exitCode } = await check(workspace, ['files', ...paths, '--request-timeout', '2s']);
  expect(outline(report)).toEqual([
    'left-out/wrong.js unknown [biome: no-publish]',
    `web/clean.js clean ${cell}`,
  ]);
  expect(exitCode).toBe(3);
});

test('biome: without a config file of its own it does not run, and says nothing about the file', async () => {
  const workspace = makeWorkspace({ 'web/wrong.js': 'debugger;\n' }, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'web/wrong.js']);
  expect(outline(report)).toEqual(['web/wrong.js skipped no-server']);
  expect(exitCode).toBe(3);
});
