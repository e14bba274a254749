// What the program loads before it knows that it is needed: looked up in the bundler's own list of what went where,
// and in Node's list of the scripts that really ran.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cliPath, runCli } from '../support/run-cli.js';
import { tempRepo } from '../support/temp-repo.js';

const root = join(import.meta.dirname, '../..');
const manifest = z
  .object({
    version: z.string(),
    bin: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const { outputs } = z
  .object({
    outputs: z.record(
      z.string(),
      z.object({
        imports: z.array(z.object({ path: z.string(), kind: z.string() })),
        inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, '.tmp/metafile.json'), 'utf8')));

/** Libraries in a set of built files. */
function librariesIn(files: Iterable<string>): readonly string[] {
  const inputs = [...files].flatMap((file) =>
    Object.entries(outputs[file]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** A built file and everything that it imports without being asked. */
function staticClosure(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' && path in outputs) staticClosure(path, seen);
  }
  return seen;
}

/** The built files that one run of the program loaded, by Node's own account. */
async function loadedBy(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'lspcheck-loaded-'));
  const done = await runCli(args, { cwd, env: { ...env, NODE_V8_COVERAGE: folder } });
  const scripts = z.object({ result: z.array(z.object({ url: z.string() })) });
  const loaded = readdirSync(folder).flatMap((file) =>
    scripts
      .parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      .result.filter(({ url }) => url.startsWith('file:'))
      .map(({ url }) => relative(root, fileURLToPath(url))),
  );
  rmSync(folder, { recursive: true });
  expect(loaded).toContain('dist/cli.js');
  return { done, loaded };
}

const late = ['yargs', 'zod', 'yaml', 'simple-git', 'vscode-jsonrpc', 'fast-glob'];

describe('the start', () => {
  test('imports no library', () => {
    expect(librariesIn(staticClosure('dist/cli.js'))).toEqual([]);
  });

  test('--version prints the bare number and loads next to nothing', async () => {
    const { done, loaded } = await loadedBy(['--version'], root, {});
    expect(done).toMatchObject({ stdout: `${manifest.version}\n`, stderr: '', exitCode: 0 });
    expect(librariesIn(loaded)).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(4);
  });

  test.each([[['changed']], [['changed', '--staged', '--color', 'never']]])(
    'nothing changed: %j loads neither engine nor library',
    async (args) => {
      const repo = tempRepo();
      repo.commit({ 'a.txt': 'text\n' });
      const { done, loaded } = await loadedBy(args, repo.root, repo.env);
      expect(done.stdout).toMatch(/nothing to check/);
      expect(done.exitCode).toBe(0);
      expect(librariesIn(loaded).filter((name) => late.includes(name))).toEqual([]);
      const sources = loaded.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
      expect(sources.filter((path) => /^src\/(engine|session|collect|catalogue)\//.test(path))).toEqual([]);
    },
  );

  test('a run that is not over so soon does load what these leave out', async () => {
    const repo = tempRepo();
    repo.write('a.txt', 'text\n');
    const { loaded } = await loadedBy(['changed'], repo.root, repo.env);
    expect(librariesIn(loaded)).toEqual(expect.arrayContaining(['simple-git', 'vscode-jsonrpc']));
    expect(librariesIn(loaded)).not.toContain('yargs');
  });

  test('an error in the command line loads the parser library', async () => {
    const { done, loaded } = await loadedBy(['changed', '--stagd'], root, {});
    expect(done.exitCode).toBe(2);
    expect(librariesIn(loaded)).toContain('yargs');
  });
});

describe('what is loaded late is there', () => {
  test.each([
    ['lspcheck.yml', 'servers: { typescript: {} } # yaml\n'],
    ['lspcheck.yaml', 'servers:\n  typescript: {}\n'],
    ['lspcheck.json', '{ "servers": { "typescript": {}, }, /* with comments */ }\n'],
  ])('the reader of %s', async (name, text) => {
    const repo = tempRepo();
    repo.write(name, text);
    repo.write('a.txt', 'text\n');
    const done = await runCli(['files', 'a.txt', '--explain'], { cwd: repo.root, env: repo.env });
    expect(done).toMatchObject({ stderr: '', exitCode: 0 });
    expect(done.stdout).toContain('skipped  no-server: 1');
  });

  test('every module of the API entry', () => {
    const names = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `console.log(Object.keys(await import(${JSON.stringify(join(root, 'dist/index.js'))})).sort().join())`,
      ],
      { encoding: 'utf8' },
    );
    expect(names).toBe('UserError,check,exitCodeOf,isComplete,runVerdict,summarize\n');
  });
});

describe('the package', () => {
  test('its program can be executed as it is', () => {
    expect(join(root, manifest.bin['lspcheck'] ?? '')).toBe(cliPath);
    expect(statSync(cliPath).mode & 0o777).toBe(0o755);
    expect(readFileSync(cliPath, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const printed = execFileSync(cliPath, ['--version'], { encoding: 'utf8' });
    expect(printed).toBe(`${manifest.version}\n`);
  });

  test('runs nothing when it is installed or packed', () => {
    const hooks = /^(pre|post)?(install|prepare|pack|publish|prepublish|uninstall)$|^prepublishOnly$/;
    expect(Object.keys(manifest.scripts).filter((name) => hooks.test(name))).toEqual([]);
  });

  test('carries the notice of every library that it contains', () => {
    const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    const noted = [...notices.matchAll(/^## (\S+) \d\S*$/gm)].map((match) => match[1] ?? '');
    expect([...new Set(noted)].sort()).toEqual(librariesIn(Object.keys(outputs)));
  });
});
