// `lspcheck doctor` with real servers: each one objects to its planted mistake, and without what it needs it is not alive.

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/catalogue/index.js';
import { lspcheck } from './lspcheck.js';
import { needSmoke, needTools } from './need.js';
import { smokeRows } from './smoke-rows.js';
import { workspaceOf } from './smoke-workspace.js';
import { findTool, makeWorkspace, type PackageName, type Workspace } from './workspace.js';

interface Row {
  readonly server: string;
  readonly files: Readonly<Record<string, string>>;
  readonly packages?: readonly PackageName[];
  /** Programs of Debian's packages, and the command that installs them. */
  readonly tools?: readonly string[];
  readonly install?: string;
}

const tsconfig = { 'tsconfig.json': '{ "compilerOptions": { "strict": true }, "include": ["src"] }\n' };
const module = { 'go.mod': 'module shop\n\ngo 1.19\n', 'main.go': 'package main\n\nfunc main() {\n}\n' };
const crate = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': 'pub const VALUE: i32 = 1;\n',
};

const rows: readonly Row[] = [
  { server: 'typescript', files: { ...tsconfig, 'src/a.ts': '' }, packages: ['typescript'] },
  { server: 'typescript-native', files: { ...tsconfig, 'src/a.ts': '' }, packages: ['typescript7'] },
  {
    server: 'vtsls',
    files: { ...tsconfig, 'src/a.ts': '' },
    packages: ['@vtsls/language-server', 'typescript'],
  },
  { server: 'pyright', files: { 'app/a.py': '' }, packages: ['pyright'] },
  { server: 'basedpyright', files: { 'app/a.py': '' }, packages: ['basedpyright'] },
  {
    server: 'eslint',
    // No rule, and files of its own: a syntax error is told all the same.
    files: { 'eslint.config.js': 'export default [{ files: ["src/*.ts"], rules: {} }];\n', 'src/a.js': '' },
    packages: ['eslint', 'vscode-langservers-extracted'],
  },
  { server: 'oxlint', files: { '.oxlintrc.json': '{}', 'a.js': '' }, packages: ['oxlint'] },
  { server: 'biome', files: { 'biome.json': '{}', 'a.js': '' }, packages: ['@biomejs/biome'] },
  { server: 'json', files: { 'a.json': '{}' }, packages: ['vscode-langservers-extracted'] },
  { server: 'css', files: { 'a.css': '' }, packages: ['vscode-langservers-extracted'] },
  { server: 'html', files: { 'a.html': '' }, packages: ['vscode-langservers-extracted'] },
  { server: 'yaml', files: { 'a.yaml': 'a: 1\n' }, packages: ['yaml-language-server'] },
  {
    server: 'bash',
    files: { 'a.sh': '#!/bin/sh\n' },
    packages: ['bash-language-server'],
    tools: ['shellcheck'],
    install: 'apt-get install shellcheck',
  },
  { server: 'gopls', files: module, tools: ['gopls', 'go'], install: 'apt-get install gopls golang-go' },
  {
    server: 'rust-analyzer',
    files: crate,
    tools: ['cargo', 'rustc'],
    install: 'apt-get install rust-web-analyzer, and cargo',
  },
  {
    server: 'clangd',
    files: { 'a.c': 'int a;\n' },
    tools: ['clangd-19'],
    install: 'apt-get install clangd-19',
  },
  {
    server: 'pylsp',
    files: { 'a.py': '' },
    tools: ['pylsp', 'mypy'],
    install: 'apt-get install python3-pylsp python3-pyflakes python3-pylsp-mypy',
  },
  { server: 'php', files: { 'a.php': '<?php\n' }, packages: ['intelephense'] },
  {
    server: 'svelte',
    files: { 'a.svelte': '', 'package.json': '{}' },
    packages: ['svelte', 'svelte-language-server', 'typescript'],
  },
  {
    server: 'vue',
    files: { ...tsconfig, 'src/a.vue': '<template></template>\n', 'package.json': '{}' },
    packages: ['@vue/language-server', '@vue/typescript-plugin', 'typescript', 'vue'],
  },
];

test('every server that is tested deeply has its row', () => {
  const deep = catalogue.flatMap(({ name, tested }) => (tested === 'deep' ? [name] : []));
  expect(rows.map(({ server }) => server).sort()).toEqual([...deep].sort());
});

test.for(rows.map((row) => [row.server, row] as const))(
  '%s objects to its planted mistake',
  async ([server, row], context) => {
    needTools(context, row.tools ?? [], row.install ?? '');
    const workspace = workspaceWith(row);
    const { health, exitCode, stdout } = await doctor(workspace, server);
    expect(health, stdout).toMatchObject({ name: server, state: 'alive', cause: null, fix: null });
    expect(exitCode).toBe(0);
    // The planted document was never on disk here.
    expect(workspace.git(['status', '--porcelain', '--untracked-files=all'])).not.toContain('canary');
  },
);

test.for(smokeRows.map((row) => [row.server, row] as const))(
  '%s objects to its planted mistake, where there is one that it must object to',
  async ([server, row], context) => {
    needSmoke(context);
    needTools(context, row.tools ?? [], row.install ?? '');
    const { health, stdout } = await doctor(workspaceOf(row), server);
    const { canary } = catalogue.find(({ name }) => name === server) ?? {};
    // Without a canary an objection to nonsense is as good, but nobody need object to that.
    if (canary === undefined && health.state !== 'alive')
      expect(health, stdout).toMatchObject({ state: 'unproven', cause: 'the entry has no canary' });
    else expect(health, stdout).toMatchObject({ state: 'alive' });
  },
);

test('a configuration that leaves out the top folder: biome is asked about a file that it takes', async () => {
  const config = { 'biome.json': '{ "files": { "includes": ["src/**"] } }', 'src/a.js': '' };
  const { health } = await doctor(makeWorkspace(config, { packages: ['@biomejs/biome'] }), 'biome');
  expect(health).toMatchObject({ state: 'alive' });
});

test('without shellcheck bash is mute', async (context) => {
  const row = rows.find(({ server }) => server === 'bash');
  if (row === undefined) throw new Error('no row');
  needTools(context, row.tools ?? [], row.install ?? '');
  const { health, exitCode } = await doctor(workspaceWith({ ...row, tools: [] }), 'bash');
  expect(health).toMatchObject({
    state: 'mute',
    cause: '"shellcheck" is not on PATH',
    fix: 'apt-get install shellcheck',
  });
  expect(exitCode).toBe(3);
});

test('without its library eslint is mute, by its own words', async () => {
  const files = { 'eslint.config.js': 'export default [];\n', 'package.json': '{}' };
  const workspace = makeWorkspace(files, { packages: ['vscode-langservers-extracted'] });
  const { health } = await doctor(workspace, 'eslint');
  expect(health).toMatchObject({
    state: 'mute',
    cause: 'eslint: eslint found no ESLint library for this file',
    fix: 'npm i -D eslint',
  });
});

test('without go, gopls is not alive, whatever it says', async (context) => {
  needTools(context, ['gopls'], 'apt-get install gopls');
  const { health } = await doctor(makeWorkspace(module, { tools: ['gopls'] }), 'gopls');
  expect(health).toMatchObject({ cause: '"go" is not on PATH', fix: 'install Go (https://go.dev/dl)' });
  expect(health.state).not.toBe('alive');
});

test('a configuration that cannot be read: pyright objects, and is not called alive', async () => {
  const workspace = makeWorkspace(
    { 'a.py': '', 'pyrightconfig.json': '{ broken' },
    { packages: ['pyright'] },
  );
  const { health } = await doctor(workspace, 'pyright');
  expect(health).toMatchObject({ state: 'unproven', cause: expect.stringContaining('could not be parsed') });
});

test('zero config: a repository of several languages, one of them without a server', async () => {
  const workspace = makeWorkspace(
    { ...tsconfig, 'src/a.ts': '', 'app/a.py': '', 'bin/a.sh': '#!/bin/sh\n', 'package-lock.json': '{}' },
    { packages: ['typescript', 'pyright', 'vscode-langservers-extracted'] },
  );
  const { stdout, exitCode } = await lspcheck(workspace, ['doctor']);
  expect(stdout).toMatch(
    /^✖ bash +not installed \(1 file would be skipped\)\n(.*\n)+? {4}fix: npm i -D bash-language-server$/m,
  );
  expect(stdout).toMatch(/^✔ typescript +alive: found the planted 2322 by barrier$/m);
  expect(stdout).toMatch(/^✔ pyright +alive: found the planted mistake by pull$/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^✖ \d of \d servers are alive; 1 not installed\. exit 3$/,
  );
  expect(exitCode).toBe(3);
});

interface Health {
  readonly name: string;
  readonly state: string;
  readonly cause: string | null;
  readonly fix: string | null;
}

/** rustup's shim of rust-analyzer comes first on some PATHs and runs nothing there: Debian's own is taken. */
function workspaceWith({ server, files, packages = [], tools = [] }: Row): Workspace {
  const workspace = makeWorkspace(files, { packages, tools });
  if (server !== 'rust-analyzer') return workspace;
  const debian = '/usr/bin/rust-analyzer';
  const program = existsSync(debian) ? debian : (findTool('rust-analyzer') ?? debian);
  symlinkSync(program, join(workspace.env['PATH'] ?? '', 'rust-analyzer'));
  return workspace;
}

async function doctor(workspace: Workspace, server: string) {
  const run = await lspcheck(workspace, ['doctor', '--server', server, '--format', 'json']);
  const { servers } = JSON.parse(run.stdout) as { readonly servers: readonly Health[] };
  const [health] = servers;
  if (health === undefined || servers.length > 1) throw new Error(`not one server: ${run.stdout}`);
  return { ...run, health };
}
