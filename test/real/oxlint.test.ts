// oxlint, settled by publishes: without refreshes it offers no pull, and is silent until it is configured.

import { expect, test } from 'vitest';
import { canObserveIdle, check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['oxlint'] as const;
const cell = `[oxlint: ${canObserveIdle ? 'push-idle' : 'push-quiet'}]`;
const config = { '.oxlintrc.json': '{ "rules": { "no-debugger": "error", "no-var": "warn" } }\n' };

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
    if (kind === 'wrong') return `findings ${cell} 2:1 error oxlint eslint(no-debugger)`;
    return `findings ${cell} 1:8 warning oxlint eslint(no-var)`;
  },
};

test('oxlint: exact places, and a clean file with evidence', async () => {
  const workspace = makeWorkspace(
    {
      ...config,
      'web/clean.ts': 'export const items: string[] = [];\n',
      'web/syntax.ts': 'export const items = ;\n',
      'web/wrong.vue': '<script setup>\ndebugger;\n</script>\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/*']);
  expect(outline(report)).toEqual([
    `web/clean.ts clean ${cell}`,
    `web/syntax.ts findings ${cell} 1:22 error oxlint -`,
    `web/wrong.vue findings ${cell} 2:1 error oxlint eslint(no-debugger)`,
  ]);
  expect(exitCode).toBe(1);
});

test('oxlint: 30 files at once give what each gives alone', async () => {
  const project = thirty(javascriptFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...config, ...project.files }, { packages }), project);
});

test.for([
  ['broken JSON', '{ "rules": \n'],
  ['an unknown plugin', '{ "plugins": ["nowhere"] }\n'],
  ['a plugin that is not installed', '{ "jsPlugins": ["eslint-plugin-nowhere"] }\n'],
] as const)('oxlint: a config with %s leaves the file unknown', async ([, text]) => {
  const workspace = makeWorkspace(
    { '.oxlintrc.json': text, 'web/clean.js': 'export const items = [];\n' },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'web/clean.js']);
  expect(outline(report)).toEqual(['web/clean.js unknown [oxlint: infra]']);
  expect(exitCode).toBe(3);
});

test('oxlint: without a config file of its own it does not run, and says nothing about the file', async () => {
  const workspace = makeWorkspace({ 'web/wrong.js': 'debugger;\n' }, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'web/wrong.js']);
  expect(outline(report)).toEqual(['web/wrong.js skipped no-server']);
  expect(exitCode).toBe(3);
});
