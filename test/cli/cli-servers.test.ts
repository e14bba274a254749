// `lspcheck servers`: the catalogue as people and programs see it, and what of it is found from here.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/catalogue/index.js';
import { runCli } from '../support/run-cli.js';
import { tempFolder, tempRepo } from '../support/temp-repo.js';

interface Listed {
  readonly name: string;
  readonly language: string;
  readonly here: { readonly found: boolean; readonly from: string | null; readonly version: string | null };
}

async function listed(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await runCli(['servers', '--format', 'json', ...args], { cwd, env });
  return (JSON.parse(stdout) as { readonly servers: readonly Listed[] }).servers;
}

test('a line for each entry of the catalogue, in 80 columns, and none is called measured that was not', async () => {
  const { stdout, stderr, exitCode } = await runCli(['servers'], { cwd: tempFolder() });
  const [head = '', ...lines] = stdout.trimEnd().split('\n');
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(head).toMatch(/^NAME +LANGUAGE +HERE +TESTED +SETTLES +OVERLAY +MEASURED$/);
  const rows = lines.slice(0, lines.indexOf(''));
  expect(rows.map((row) => row.split(' ')[0])).toEqual(catalogue.map(({ name }) => name));
  for (const line of [head, ...lines]) expect(line.length).toBeLessThanOrEqual(80);
  for (const [at, { tested, measured }] of catalogue.entries()) {
    expect(rows[at]).toContain(` ${tested} `);
    expect(rows[at]?.endsWith(measured === false ? 'not measured' : measured.date)).toBe(true);
  }
});

test('all that is known of the ones named', async () => {
  const { stdout, exitCode } = await runCli(['servers', 'yaml', 'gopls'], { cwd: tempFolder() });
  const [gopls = '', yaml = ''] = [/gopls {2}Go\n/, /yaml {2}YAML\n/].map(
    (start) => stdout.slice(stdout.search(start)).split('\n\n')[0],
  );
  expect(stdout.startsWith('yaml')).toBe(true);
  expect(gopls).toMatch(/^ {2}needs {7}go$/m);
  expect(gopls).toMatch(/^ {2}settles by {2}nudge$/m);
  expect(gopls).toMatch(/^ {2}install {5}go install golang\.org\/x\/tools\/gopls@latest$/m);
  expect(yaml).toMatch(/^ {2}files {7}\*\.yaml \*\.yml$/m);
  expect(yaml).toMatch(/^ {2}tested {6}deep$/m);
  expect(yaml).toMatch(/^ {2}measured {4}yaml-language-server 1\.25\.0, 2026-\d\d-\d\d: /m);
  expect(yaml).toMatch(/^ {2}overlay {5}self: /m);
  expect(yaml).toMatch(/^ {2}writes {6}no file, but /m);
  expect(yaml).toMatch(/^ {2}runs code {3}no$/m);
  expect(exitCode).toBe(0);
});

describe('JSON', () => {
  test('every entry with the same keys', async () => {
    const servers = await listed([], tempFolder());
    expect(servers.map(({ name }) => name)).toEqual(catalogue.map(({ name }) => name));
    const keys = [
      ...['name', 'language', 'group', 'files', 'interpreters', 'rootMarkers', 'activatesOn', 'tested'],
      ...['measured', 'source'],
      ...['settles', 'overlay', 'writes', 'executesWorkspaceCode', 'install', 'needsPrograms', 'here'],
    ];
    for (const server of servers) expect(Object.keys(server)).toEqual(keys);
  });

  test('where each is found: in the project, from this folder up; on PATH; among our own', async () => {
    const repo = tempRepo();
    const at = (path: string) => join(repo.root, path);
    const package_ = (name: string, version: string) =>
      repo.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
    package_('pyright', '1.1.1');
    package_('typescript', '5.9.3');
    repo.write('node_modules/typescript/lib/tsserver.js', '');
    mkdirSync(at('node_modules/.bin'));
    symlinkSync(process.execPath, at('node_modules/.bin/pyright-langserver'));
    mkdirSync(at('deep/er'), { recursive: true });
    const tools = tempFolder();
    symlinkSync(process.execPath, join(tools, 'gopls'));
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    symlinkSync(git, join(tools, 'git'));
    const env = { ...repo.env, PATH: tools };
    const found = await listed(['pyright', 'typescript', 'ruff', 'gopls'], at('deep/er'), env);
    expect(found.map(({ name, here: { from, version } }) => [name, from, version])).toEqual([
      ['typescript', 'bundled', '5.9.3'],
      ['pyright', 'project', '1.1.1'],
      ['gopls', 'path', null],
      ['ruff', null, null],
    ]);
  });
});

describe('narrowed', () => {
  test.each([
    [['--language', 'PRISMA'], ['prisma']],
    [['--language', 'TypeScriptReact'], catalogue.filter(isForTsx).map(({ name }) => name)],
    [['--language', 'python', 'pyright'], ['pyright']],
  ])('%j', async (args, names) => {
    expect((await listed(args, tempFolder())).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    [['pyrigt'], 'error: there is no server "pyrigt"\n\nhint: did you mean "pyright"?\n'],
    [
      ['--language', 'Pythn'],
      'error: no server is for the language "Pythn"\n\nhint: did you mean "Python"?\n',
    ],
    [['--language', 'Go', 'pyright'], 'error: none of these is for Go\n'],
    [['--format', 'markdown'], 'error: "markdown" is no value of --format\n\nhint: allowed: text, json\n'],
  ])('%j is refused', async (args, stderr) => {
    expect(await runCli(['servers', ...args], { cwd: tempFolder() })).toMatchObject({
      stdout: '',
      stderr,
      exitCode: 2,
    });
  });
});

function isForTsx({ languageId }: (typeof catalogue)[number]): boolean {
  return Object.values(languageId.byExtension).includes('typescriptreact');
}
