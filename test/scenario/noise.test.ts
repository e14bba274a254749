// Noise of the environment: complaints that only say what is not installed or not configured. They are told once per cause, make
// their files unknown, and never hide a real finding. Decided so: a relative import is a slip always, and so is a package that
// no package.json names; what it names and nobody installed is the environment's.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { E, type Item, on, push, type Script, W } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { fileOf } from '../support/report.js';
import { type ScenarioSetup, scenario } from '../support/scenario.js';

/** The entry of the catalogue with the fake server in place of its own. */
function entryOf(name: string, glob: string, handlers: Script['handlers'], files: ScenarioSetup['files']) {
  const script: Script = { handlers: handlers ?? [] };
  const servers = { [name]: { script, files: [glob], entry: { completion: 'push' } } };
  return scenario({ files, servers });
}

const cannotFind = (name: string): Item => ({
  ...E(0, 0, 0, 3, `Cannot find module '${name}' or its corresponding type declarations.`),
  code: 2307,
});
const manifest = { 'package.json': '{ "dependencies": { "lodash": "4" } }' };
const detail = 'typescript: packages that package.json names are not installed';
const paths = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'];
const sources = Object.fromEntries(paths.map((path) => [path, 'import\n']));

const importers = [
  on('open', 'a.ts', push([cannotFind('lodash')])),
  on('open', 'b.ts', push([cannotFind('lodash'), E(0, 0, 0, 6, 'real error')])),
  on('open', 'c.ts', push([cannotFind('./nope')])),
  on('open', 'd.ts', push([cannotFind('undeclared')])),
  on('open', 'e.ts', push([cannotFind('lodash/fp')])),
];

describe.concurrent.each(hosts)('dependencies that are not installed (%s)', (host) => {
  it('make files unknown in the same words; slips and real errors stay findings', async () => {
    const one = entryOf('typescript', '*.ts', importers, { ...sources, ...manifest });
    const run = await one.check({ host, paths });
    for (const path of ['a.ts', 'e.ts']) {
      expectFile(run, path).unknown('infra', /./, []);
      expect(fileOf(run.report, path).cells[0]).toMatchObject({ detail, hint: 'npm install' });
    }
    expectFile(run, 'b.ts').findings([{ line: 1, column: 1, message: 'real error' }], { incomplete: true });
    expectFile(run, 'c.ts').findings([{ line: 1, column: 1 }]);
    expectFile(run, 'd.ts').findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('are no excuse once they are there', async () => {
    const installed = { 'node_modules/lodash/package.json': '{}' };
    const one = entryOf('typescript', '*.ts', importers, { ...sources, ...manifest, ...installed });
    const run = await one.check({ host, paths: ['a.ts', 'e.ts'] });
    expectFile(run, 'a.ts').findings([{ line: 1, column: 1 }]);
    expectFile(run, 'e.ts').findings([{ line: 1, column: 1 }]);
    expectRun(run).complete();
  });

  it('the remedy speaks of the package manager that the lock file is of', async () => {
    const lock = { 'pnpm-lock.yaml': '' };
    const one = entryOf('typescript', '*.ts', importers, { ...sources, ...manifest, ...lock });
    const run = await one.check({ host, paths: ['a.ts'] });
    expect(fileOf(run.report, 'a.ts').cells[0]).toMatchObject({ detail, hint: 'pnpm install' });
  });
});

it('a hundred files with one cause are one block, with their number', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `f${index}.ts`);
  const files = Object.fromEntries(names.map((name) => [name, 'import\n']));
  const handlers = [on('open', '*', push([cannotFind('lodash')]))];
  const one = entryOf('typescript', '*.ts', handlers, { ...files, ...manifest });
  const { stdout, exitCode } = await one.print('text', { paths: names });
  expect(exitCode).toBe(3);
  expect(stdout.split(detail)).toHaveLength(2);
  expect(stdout).toMatch(/^unknown {2}typescript, infra: f0\.ts, .*, and 90 more$/m);
  expect(stdout).toMatch(/^infra {4}typescript, diagnostic in 100 files: Cannot find module 'lodash'/m);
});

describe.concurrent.each(hosts)('Python without its packages (%s)', (host) => {
  const unresolved = (name: string): Item => ({
    ...E(0, 7, 0, 10, `Import "${name}" could not be resolved`),
    code: 'reportMissingImports',
  });
  const stubOnly: Item = {
    ...W(0, 7, 0, 10, 'Import "yaml" could not be resolved from source'),
    code: 'reportMissingModuleSource',
  };
  const handlers = [
    on('open', 'a.py', push([unresolved('numpy.linalg')])),
    on('open', 'b.py', push([stubOnly])),
    on('open', 'c.py', push([unresolved('.nope')])),
    on('open', 'd.py', push([unresolved('undeclared')])),
  ];
  const names = ['a.py', 'b.py', 'c.py', 'd.py'];
  const files = {
    ...Object.fromEntries(names.map((name) => [name, 'import x\n'])),
    'requirements.txt': 'numpy\nPyYAML>=6\n',
  };

  it('what requirements.txt names is the environment’s, all else a finding', async () => {
    const one = entryOf('pyright', '*.py', handlers, files);
    const run = await one.check({ host, paths: names, env: { VIRTUAL_ENV: '/nonexistent' } });
    expectFile(run, 'a.py').unknown('infra', /^pyright: packages that the project names are not in the/, []);
    expectFile(run, 'b.py').unknown('infra', /^pyright: packages that the project names are not in the/, []);
    expectFile(run, 'c.py').findings([{ line: 1, column: 8 }]);
    expectFile(run, 'd.py').findings([{ line: 1, column: 8 }]);
  });
});

describe.concurrent.each(hosts)('headers without compile commands (%s)', (host) => {
  const notFound = (name: string): Item => ({
    ...E(0, 9, 0, 12, `'${name}' file not found`),
    source: 'clang',
    code: 'pp_file_not_found',
  });
  const handlers = [
    on('open', 'a.c', push([notFound('lib/x.h')])),
    on('open', 'b.c', push([notFound('./nope.h')])),
  ];
  const names = ['a.c', 'b.c'];
  const check = (more: ScenarioSetup['files']) => {
    const files = { 'a.c': '#include "x"\n', 'b.c': '#include "x"\n', ...more };
    return entryOf('clangd', '*.c', handlers, files).check({ host, paths: names });
  };

  it('are noise where nothing says where headers are, but for one beside the file', async () => {
    const run = await check({});
    expectFile(run, 'a.c').unknown('infra', /^clangd: there are no compile commands/, []);
    expectFile(run, 'b.c').findings([{ line: 1, column: 10 }]);
  });

  it('are findings where there are compile commands', async () => {
    const run = await check({ 'compile_flags.txt': '-Wall\n' });
    expectFile(run, 'a.c').findings([{ line: 1, column: 10 }]);
    expectRun(run).complete();
  });
});
