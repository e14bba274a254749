// The first command in a repository that never heard of lspcheck: a true answer, or the exact next step.

import { expect, test } from 'vitest';
import { check, lspcheck, outline } from './lspcheck.js';
import { tsconfig } from './typescript-files.js';
import { makeWorkspace, type PackageName, type Workspace } from './workspace.js';

const right = 'export const count: number = 3;\n';
const wrong = "export const count: number = 'three';\n";

function typescriptRepository(packages: readonly PackageName[]): Workspace {
  return makeWorkspace({ ...tsconfig, 'src/a.ts': right, 'src/b.ts': right }, { packages });
}

test('only typescript@5: the bundled adapter drives the project’s own compiler', async () => {
  const workspace = typescriptRepository(['typescript']);
  workspace.write('src/a.ts', `${right}// changed\n`);
  const clean = await lspcheck(workspace, ['changed']);
  expect(clean.stderr).toContain(
    "bundled typescript-language-server 5.3.0 drives this project's typescript 5.9.3",
  );
  expect(lastLine(clean.stdout)).toBe('✔ clean: 1 file (typescript 1)');
  expect(clean.exitCode).toBe(0);

  workspace.write('src/b.ts', wrong);
  const { report, exitCode } = await check(workspace, ['changed']);
  expect(outline(report)).toEqual([
    'src/a.ts clean [typescript: barrier]',
    'src/b.ts findings [typescript: barrier] 1:14 error typescript 2322',
  ]);
  expect(exitCode).toBe(1);
});

test('only typescript@7: its own server is used', async () => {
  const workspace = typescriptRepository(['typescript7']);
  workspace.write('src/a.ts', `${right}// changed\n`);
  const clean = await lspcheck(workspace, ['changed']);
  expect(lastLine(clean.stdout)).toBe('✔ clean: 1 file (typescript-native 1)');
  expect(clean.exitCode).toBe(0);

  workspace.write('src/b.ts', wrong);
  const { report, exitCode } = await check(workspace, ['changed']);
  expect(outline(report)).toEqual([
    'src/a.ts clean [typescript-native: pull]',
    'src/b.ts findings [typescript-native: pull] 1:14 error typescript-native 2322',
  ]);
  expect(report.servers).toMatchObject([{ name: 'typescript-native', version: '7.0.2', state: 'ok' }]);
  expect(exitCode).toBe(1);
});

test('pyright as a devDependency: it is used', async () => {
  const workspace = makeWorkspace({ 'app/a.py': 'count: int = 3\n' }, { packages: ['pyright'] });
  workspace.write('app/a.py', 'count: int = 4\n');
  const clean = await lspcheck(workspace, ['changed']);
  expect(lastLine(clean.stdout)).toBe('✔ clean: 1 file (pyright 1)');
  expect(clean.exitCode).toBe(0);

  workspace.write('app/a.py', 'count: int = "four"\n');
  const { report, exitCode } = await check(workspace, ['changed']);
  expect(outline(report)).toEqual([
    'app/a.py findings [pyright: pull] 1:14 error pyright reportAssignmentType',
  ]);
  expect(exitCode).toBe(1);
});

test('nothing installed: nothing is judged, the exit code says so, and the next command is named', async () => {
  const workspace = makeWorkspace({ ...tsconfig, 'src/a.ts': right, 'app/a.py': 'count: int = 3\n' });
  workspace.write('src/a.ts', wrong);
  workspace.write('app/a.py', 'count: int = "four"\n');
  const run = await lspcheck(workspace, ['changed']);
  expect(run.stdout).toMatch(/^skipped {2}no-server: /m);
  expect(run.stdout).toContain('fix: npm i -D pyright');
  expect(run.stdout).toContain('fix: npm i -D typescript');
  expect(run.stdout).not.toMatch(/clean/);
  expect(lastLine(run.stdout)).toBe('– nothing judged: 2 of 2 files skipped (no-server). exit 3');
  expect(run.exitCode).toBe(3);
});

test('a monorepo: one session per project, and a language without server hides none of the others', async () => {
  const workspace = makeWorkspace(
    {
      'packages/a/tsconfig.json': tsconfig['tsconfig.json'] ?? '',
      'packages/a/src/a.ts': right,
      'packages/b/tsconfig.json': tsconfig['tsconfig.json'] ?? '',
      'packages/b/src/b.ts': right,
      'tools/run.rst': 'Run\n',
    },
    { packages: ['typescript'] },
  );
  workspace.write('packages/a/src/a.ts', wrong);
  workspace.write('packages/b/src/b.ts', `${right}// changed\n`);
  workspace.write('tools/run.rst', 'Run!\n');
  const { report, exitCode } = await check(workspace, ['changed']);
  expect(outline(report)).toEqual([
    'packages/a/src/a.ts findings [typescript: barrier] 1:14 error typescript 2322',
    'packages/b/src/b.ts clean [typescript: barrier]',
    'tools/run.rst skipped no-server',
  ]);
  expect(report.servers.map(({ name, root }) => `${name} ${root}`)).toEqual([
    'typescript packages/a',
    'typescript packages/b',
  ]);
  expect(exitCode).toBe(1);
});

test('nothing changed: said in words, exit 0', async () => {
  const workspace = typescriptRepository(['typescript']);
  const run = await lspcheck(workspace, ['changed']);
  expect(lastLine(run.stdout)).toMatch(/^– nothing to check: 0 files .*HEAD [0-9a-f]{7,}/);
  expect(run.exitCode).toBe(0);
});

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
