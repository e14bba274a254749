// One row per server: a known error at its place, and a clean file with evidence. In CI, or with LSPCHECK_SMOKE=1.

import { expect, test } from 'vitest';
import { check, lspcheck, outline, parseReport } from './lspcheck.js';
import { needSmoke, needTools } from './need.js';
import { type SmokeRow, smokeRows } from './smoke-rows.js';
import { workspaceOf } from './smoke-workspace.js';

test.for(smokeRows.map((row) => [row.server, row] as const))(
  '%s: a known error at its place, and a clean file with evidence',
  async ([, row], context) => {
    needSmoke(context);
    const { tools = [], install = '', files, expected } = row;
    needTools(context, tools, install);
    const paths = Object.keys(files);
    const { report, stderr } = await check(workspaceOf(row), ['files', ...paths]);
    expect(outline(report), stderr).toEqual(paths.map((path, index) => `${path} ${expected[index]}`));
  },
);

/** What is taken away from, or broken in, a row above; the right file of it must not be called clean. */
const deprivations: readonly (readonly [string, string, (row: SmokeRow) => SmokeRow, string])[] = [
  [
    'stylelint',
    'its configuration cannot be read',
    besides({ '.stylelintrc.json': '{ "plugins": ["none"] }' }),
    'unknown infra',
  ],
  [
    'ast-grep',
    'a rule cannot be read',
    besides({ 'rules/no-eval.yml': 'id: no-eval\nrule: 3\n' }),
    'unknown infra',
  ],
  [
    'graphql',
    'its schema is not there',
    besides({ '.graphqlrc.json': '{ "schema": "./none.graphql" }' }),
    'unknown infra',
  ],
  [
    'astro',
    'Astro is not installed',
    besides({ 'node_modules/astro/package.json': '{}' }),
    'unknown not-started',
  ],
  ['tailwind', 'no stylesheet takes Tailwind in', besides({ 'app.css': 'p {}\n' }), 'unknown infra'],
  [
    'tailwind',
    'its configuration cannot be read',
    besides({ 'tailwind.config.js': 'module.exports = {' }),
    'unknown infra',
  ],
  ['angular', 'Angular is not installed', without('@angular/core'), 'unknown not-started'],
  ['fish', 'fish is not installed', (row) => ({ ...row, tools: [] }), 'unknown not-started'],
];

test.for(deprivations)('%s: when %s, no file is clean', async ([server, , deprive, expected], context) => {
  needSmoke(context);
  const row = smokeRows.find((one) => one.server === server);
  if (row === undefined) throw new Error(`no row ${server}`);
  const deprived = deprive(row);
  const [path] = Object.keys(row.files).filter((_, index) => row.expected[index]?.startsWith('clean'));
  // What servers say of a broken configuration names it by its absolute path: not `check`, which forbids that.
  const args = ['files', path ?? '', '--server', server, '--format', 'json'];
  const [file] = parseReport(await lspcheck(workspaceOf(deprived), args)).files;
  expect(`${file?.verdict} ${file?.reason ?? file?.cells?.[0]?.reason}`).toBe(expected);
});

function besides(files: Readonly<Record<string, string>>): (row: SmokeRow) => SmokeRow {
  return (row) => ({ ...row, beside: { ...row.beside, ...files } });
}

function without(name: string): (row: SmokeRow) => SmokeRow {
  return (row) => ({ ...row, packages: (row.packages ?? []).filter((one) => one !== name) });
}
