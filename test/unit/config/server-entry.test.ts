import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/catalogue/index.js';
import type { ServerDefinition } from '../../../src/model/server-definition.js';
import { loadText } from './folders.js';

/** The definition that a server's text comes to. */
async function server(name: string, entry: object): Promise<ServerDefinition> {
  const { config } = await loadText(JSON.stringify({ servers: { [name]: entry } }), 'lspcheck.json');
  const [definition] = config.servers;
  if (definition === undefined) throw new Error('no server');
  return definition;
}

function builtIn(name: string): ServerDefinition {
  const definition = catalogue.find((entry) => entry.name === name);
  if (definition === undefined) throw new Error(`no entry ${name}`);
  return definition;
}

describe('over an entry of the catalogue', () => {
  test('nothing given: the entry as it is', async () => {
    expect(await server('typescript', {})).toEqual({ ...builtIn('typescript'), origin: 'project' });
  });

  test('a key overrides that key at its depth, the rest stays, the settle rule too', async () => {
    const eslint = await server('eslint', {
      settings: { problems: { shortenToSingleLine: true }, options: { fix: false } },
    });
    const { settings, settle } = builtIn('eslint');
    expect(eslint.settings).toEqual({
      ...settings,
      problems: { shortenToSingleLine: true },
      options: { fix: false },
    });
    expect(eslint.settle).toEqual(settle);
    const typescript = await server('typescript', {
      initializationOptions: { tsserver: { useSyntaxServer: 'auto' }, more: [1] },
    });
    expect(typescript.initializationOptions).toMatchObject({
      disableAutomaticTypingAcquisition: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
      tsserver: { path: '${package:typescript}/lib/tsserver.js', useSyntaxServer: 'auto' },
      more: [1],
    });
  });

  test('language ids are added to, patterns are added, variables are laid over', async () => {
    const typescript = await server('typescript', { languageId: { '.vue': 'vue', Tsfile: 'typescript' } });
    expect(typescript.languageId.byExtension).toMatchObject({ '.ts': 'typescript', '.vue': 'vue' });
    expect(typescript.languageId.byName).toEqual({ Tsfile: 'typescript' });
    const globs = await server('typescript', { languageId: { '.env.*': 'dotenv', '*.in': 'template' } });
    expect(globs.languageId.byName).toEqual({ '.env.*': 'dotenv', '*.in': 'template' });
    const gopls = await server('gopls', {
      infraPatterns: ['x', { regex: '^y' }],
      env: { GOPROXY: 'direct' },
    });
    expect(gopls.infraPatterns).toEqual([
      ...builtIn('gopls').infraPatterns,
      { kind: 'substring', text: 'x' },
      { kind: 'regex', source: '^y' },
    ]);
    expect(gopls.env).toEqual({ ...builtIn('gopls').env, GOPROXY: 'direct' });
  });

  test('one language id stands for every file', async () => {
    const { languageId } = await server('typescript', { languageId: 'typescript' });
    expect(languageId).toEqual({ default: 'typescript', byExtension: {}, byName: {} });
  });

  test('whoever says which files a server takes says it of scripts too', async () => {
    const taken = async (entry: object) => (await server('bash', entry)).interpreters;
    expect(await taken({})).toEqual(builtIn('bash').interpreters);
    expect(await taken({ files: ['ci/*'] })).toEqual([]);
    expect(await taken({ files: ['ci/*'], interpreters: ['sh'] })).toEqual(['sh']);
    expect(await taken({ interpreters: [] })).toEqual([]);
  });

  test('lists are replaced', async () => {
    const { files, rootMarkers } = await server('yaml', { files: ['a/*.yml'], rootMarkers: [] });
    expect([files, rootMarkers]).toEqual([['a/*.yml'], []]);
  });
});

describe('completion', () => {
  test.each([
    ['auto', { kind: 'auto' }],
    ['push', { kind: 'push' }],
    ['barrier', { kind: 'barrier', request: 'document-symbol' }],
    [
      'pull',
      { kind: 'pull', announced: 'static', refresh: 'voids', progress: 'voids', afterConfiguration: false },
    ],
  ])('%s, as a user declares it', async (completion, expected) => {
    expect((await server('gopls', { completion })).settle).toEqual(expected);
  });

  test('an entry whose rule is of that kind keeps its own', async () => {
    expect((await server('pyright', { completion: 'pull' })).settle).toEqual(builtIn('pyright').settle);
    expect((await server('typescript', { completion: 'barrier' })).settle).toEqual({
      kind: 'barrier',
      request: 'tsserver-sync',
    });
  });
});

describe('a server that only the config knows', () => {
  test('stands on the defaults', async () => {
    const mine = await server('mine', { command: ['my-ls', '--stdio'], files: ['*.my'] });
    expect(mine).toMatchObject({
      name: 'mine',
      origin: 'project',
      type: 'lsp',
      launch: { kind: 'command', command: ['my-ls', '--stdio'] },
      files: ['*.my'],
      settle: { kind: 'auto' },
      overlay: 'full',
      overlayMissing: 'no',
      role: 'required',
      maxOpenDocuments: 200,
      absentSeverity: 'error',
      executesWorkspaceCode: true,
      measured: false,
      installHint: 'install "my-ls", or correct servers.mine.command',
    });
  });

  test('every key has its place', async () => {
    const mine = await server('mine', {
      command: 'my-ls --stdio "two words"',
      files: ['*.my', './lib/**/*.{a,b}'],
      languageId: { '.myx': 'myreact', Myfile: 'my' },
      rootMarkers: ['my.toml'],
      root: './packages/a/',
      env: { FOO: 'bar' },
      initializationOptions: { a: 1 },
      settings: { my: { b: 2 } },
      overlay: 'none',
      quietPeriod: '400ms',
      startTimeout: '1m',
      requestTimeout: '1.5s',
      idleTimeout: '15m',
      maxOpenDocuments: 3,
      role: 'advisory',
      infraPatterns: ['timed out after'],
      stopOnNewFile: true,
    });
    expect(mine).toMatchObject({
      launch: { kind: 'command', command: ['my-ls', '--stdio', 'two words'] },
      languageId: { byExtension: { '.myx': 'myreact' }, byName: { Myfile: 'my' } },
      rootMarkers: ['my.toml'],
      fixedRoot: 'packages/a',
      env: { FOO: 'bar' },
      initializationOptions: { a: 1 },
      settings: { my: { b: 2 } },
      overlay: 'none',
      quietPeriodMs: 400,
      startTimeoutMs: 60_000,
      requestTimeoutMs: 1500,
      idleTimeoutMs: 900_000,
      maxOpenDocuments: 3,
      role: 'advisory',
      infraPatterns: [{ kind: 'substring', text: 'timed out after' }],
      stopOnNewFile: true,
    });
  });

  test('an MCP server, even under the name of an entry', async () => {
    const graph = await server('yaml', {
      type: 'mcp',
      command: ['g'],
      files: ['*.graphql'],
      tools: { diag: 'get_diagnostics', hover: 'h' },
      match: '^(?<message>.*)$',
    });
    expect(graph).toMatchObject({
      type: 'mcp',
      files: ['*.graphql'],
      settings: {},
      mcp: { tools: { diag: 'get_diagnostics', hover: 'h' }, match: '^(?<message>.*)$' },
    });
  });
});

test('servers come in the order of declaration', async () => {
  const { config } = await loadText('servers: { yaml: , eslint: , pyright: }\n');
  expect(config.servers.map(({ name }) => name)).toEqual(['yaml', 'eslint', 'pyright']);
});
