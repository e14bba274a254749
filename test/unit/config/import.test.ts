// Files of other tools, as those tools write them: what is carried over is read back by lspcheck itself, and what is not is named.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { importConfig } from '../../../src/config/import/import-config.js';
import type { ImportSource } from '../../../src/config/import/imported.js';
import { loadConfig } from '../../../src/config/load.js';
import { configText } from '../../../src/config/write-config.js';
import type { AbsPath } from '../../../src/model/base.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Imported, written, and loaded as a project's configuration. */
async function carried(source: ImportSource, file: unknown) {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const { servers, lost } = await importConfig(source, text, 'given');
  const root = mkdtempSync(join(tmpdir(), 'lspcheck-import-')) as AbsPath;
  folders.push(root);
  writeFileSync(join(root, 'lspcheck.yml'), configText({ servers, missing: [], remarks: lost }));
  const env = { XDG_CONFIG_HOME: join(root, 'none') };
  const { config } = await loadConfig({ root, cwd: root, env });
  return { lost, servers: new Map(config.servers.map((server) => [server.name, server])) };
}

describe('cclsp', () => {
  test('known commands become catalogue entries, whoever starts them; others stay what they are', async () => {
    const { servers, lost } = await carried('cclsp', {
      servers: [
        {
          extensions: ['ts', 'tsx'],
          command: ['npx', '--', 'typescript-language-server', '--stdio'],
          rootDir: '.',
        },
        { extensions: ['.py'], command: ['uvx', '--from', 'python-lsp-server', 'pylsp'] },
        { extensions: ['go'], command: ['/usr/bin/gopls'], initializationOptions: { a: [1, null] } },
        { extensions: ['c'], command: ['clangd', '--background-index', '-j=3'] },
        { extensions: ['my'], command: ['my-ls', '--x=$HOME'], rootDir: './packages/a/' },
      ],
    });
    expect(lost).toEqual([]);
    expect([...servers.keys()]).toEqual(['typescript', 'pylsp', 'gopls', 'clangd', 'my-ls']);
    expect(servers.get('typescript')).toMatchObject({
      files: ['*.ts', '*.tsx'],
      launch: { kind: 'candidates' },
      settle: { kind: 'barrier' },
    });
    expect(servers.get('pylsp')?.launch.kind).toBe('candidates');
    expect(servers.get('gopls')?.initializationOptions).toMatchObject({ a: [1, null] });
    expect(servers.get('clangd')?.launch).toEqual({
      kind: 'command',
      command: ['clangd', '--background-index', '-j=3'],
    });
    expect(servers.get('my-ls')).toMatchObject({
      launch: { command: ['my-ls', '--x=$HOME'] },
      files: ['*.my'],
      fixedRoot: 'packages/a',
    });
  });

  test('what has no place here is named', async () => {
    const { lost } = await carried('cclsp', {
      servers: [{ extensions: ['ts'], command: ['x-ls'], rootDir: '../other', restartInterval: 5 }],
      theme: 'dark',
    });
    expect(lost).toEqual([
      'servers[0]: "restartInterval" has no counterpart here',
      'servers[0]: rootDir ../other is no folder of the repository; the root is found by markers instead',
      'the file: "theme" has no counterpart here',
    ]);
  });

  test('two servers of one program keep their own names', async () => {
    const one = { extensions: ['ts'], command: ['npx', 'typescript-language-server', '--stdio'] };
    const { servers } = await carried('cclsp', { servers: [one, { ...one, extensions: ['js'] }] });
    expect([...servers].map(([name, { files }]) => [name, files])).toEqual([
      ['typescript', ['*.ts']],
      ['typescript-2', ['*.js']],
    ]);
  });
});

test('lsp-mcp: handlers from glob to servers become files of each server', async () => {
  const { servers, lost } = await carried(
    'lsp-mcp',
    [
      'servers:',
      '  basedpyright: { command: [basedpyright-langserver, --stdio] }',
      '  mine: { command: [mine-ls], initialization_options: { deep: { x: 1 } }, lifespan: 3 }',
      '  idle: { command: [idle-ls] }',
      'file_handlers:',
      '  "*.py": [{ server: basedpyright }, { server: mine }]',
      '  "docs/**/*.md": [{ server: mine }, { server: ghost }]',
    ].join('\n'),
  );
  expect([...servers].map(([name, { files }]) => [name, files])).toEqual([
    ['basedpyright', ['*.py']],
    ['mine', ['*.py', 'docs/**/*.md']],
  ]);
  expect(servers.get('mine')?.initializationOptions).toEqual({ deep: { x: 1 } });
  expect(lost).toEqual([
    'servers.mine: "lifespan" has no counterpart here',
    'file_handlers "docs/**/*.md": there is no server "ghost"',
    'idle: no file is for it, so it would never run',
  ]);
});

test('titah: language servers come over, MCP servers cannot be guessed', async () => {
  const { servers, lost } = await carried('titah', {
    lsp: { php: { command: 'intelephense', args: ['--stdio'], extensions: ['.php'] } },
    mcp: { files: { command: 'npx', args: ['files-mcp'] } },
    permission: { mcp: 'ask' },
  });
  expect(servers.get('php')?.launch.kind).toBe('candidates');
  expect(lost).toEqual([
    'mcp.files: which of its tools gives diagnostics is not said; add tools: { diag: … } by hand',
    'the file: "permission" has no counterpart here',
  ]);
});

test('supertool: an MCP server with its tools, patterns and times', async () => {
  const { servers, lost } = await carried('supertool', {
    presets: ['mcp'],
    mcp: {
      'php/cclsp': {
        cmd: "npx -y 'cclsp@latest'",
        match: '*.{php,class.php}',
        env: { CCLSP_CONFIG_PATH: 'cclsp.json' },
        tools: { diag: 'get_diagnostics', refs: 'find_references', symbols: 'list' },
        timeout: 120,
        idle_timeout: 0.5,
        infra_patterns: ['orchestrator timeout'],
        stopOnNewFile: true,
      },
      nothing: { cmd: ['x'], tools: { hover: 'h' } },
    },
  });
  expect(servers.get('php-cclsp')).toMatchObject({
    type: 'mcp',
    launch: { command: ['npx', '-y', 'cclsp@latest'] },
    files: ['*.{php,class.php}'],
    env: { CCLSP_CONFIG_PATH: 'cclsp.json' },
    mcp: { tools: { diag: 'get_diagnostics', refs: 'find_references' } },
    requestTimeoutMs: 120_000,
    idleTimeoutMs: 500,
    stopOnNewFile: true,
  });
  expect(lost).toEqual([
    'mcp.php/cclsp.tools: "symbols" has no counterpart here',
    'mcp.nothing: without a diag tool there is nothing that it could judge files with',
  ]);
});

describe('refused, with the place', () => {
  test.each([
    ['cclsp', '{"servers": [}', /given is no JSON: ValueExpected at line 1, column 14/],
    [
      'cclsp',
      '{"servers": [{"extensions": "ts", "command": ["x"]}]}',
      /given is no cclsp file: servers\.0\.extensions/,
    ],
    ['cclsp', '{}', /given is no cclsp file: servers/],
    ['lsp-mcp', 'servers: [a: b', /given is no YAML/],
    ['titah', '{"lsp": {"a": {}}}', /no titah file: lsp\.a\.command/],
    ['supertool', '{"mcp": {"a": {"cmd": 3}}}', /no supertool file: mcp\.a\.cmd/],
  ] as const)('%s: %s', async (source, text, message) => {
    await expect(importConfig(source, text, 'given')).rejects.toThrow(message);
  });
});

test('a name of the file cannot write lines of its own', async () => {
  const { lost } = await carried('cclsp', { servers: [], 'x\nservers: { evil: { command: [sh] } }': 1 });
  expect(lost).toHaveLength(1);
});
