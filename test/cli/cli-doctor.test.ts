// `lspcheck doctor` as a user runs it: every state with its cause and cure, the three formats, the exit codes, and that
// nothing is written or left behind. Servers are fakes under names of the catalogue, so that they are given its canaries.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { E, full, on, push, type Script } from '../support/fake-server/script.js';
import { type CliOptions, runCli } from '../support/run-cli.js';
import { type Scenario, type ServerSetup, scenario } from '../support/scenario.js';
import { repositoryIn, snapshotOf } from '../support/scenario-repo.js';
import { readServerLog } from '../support/server-log.js';
import { tempFolder, tempRepo } from '../support/temp-repo.js';

const mistake = [E(0, 0, 0, 3, 'not so')];
const pulls = { kind: 'result', capabilities: { diagnosticProvider: {} } } as const;
const objects: Script = { handlers: [on('open', '*', push(mistake))] };
const objectsToPulls: Script = { initialize: pulls, handlers: [on('pull', '*', full(mistake))] };
const contentToPulls: Script = { initialize: pulls, handlers: [on('pull', '*', full([]))] };

interface Health {
  readonly name: string;
  readonly state: string;
  readonly cause: string | null;
  readonly fix: string | null;
  readonly found: string | null;
  readonly via: string | null;
  readonly root: string;
  readonly roots: number;
  readonly files: number;
  readonly notes: readonly { readonly text: string; readonly fix: string | null }[];
}

/** Servers of a repository with one file, `a.fx`, that all of them are for. */
function withServers(servers: Readonly<Record<string, ServerSetup>>): Scenario {
  const one = scenario({ files: { 'a.fx': 'ok' }, servers });
  repositoryIn(one);
  return one;
}

async function doctor(one: Scenario, args: readonly string[] = [], options: Partial<CliOptions> = {}) {
  const done = await runCli(['doctor', ...args], { cwd: one.root, ...options });
  await one.expectNobodyLeft(done.stderr);
  return done;
}

async function healthOf(root: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const done = await runCli(['doctor', '--format', 'json', ...args], { cwd: root, env });
  const { servers } = JSON.parse(done.stdout) as { readonly servers: readonly Health[] };
  const [only] = servers;
  if (only === undefined || servers.length > 1) throw new Error(`not one server: ${done.stdout}`);
  return { ...only, exitCode: done.exitCode };
}

/** A folder for PATH with git, what else is named, and own programs by their text. */
function toolsWith(programs: Readonly<Record<string, string>>, also: readonly string[] = []): string {
  const folder = join(tempFolder(), 'tools');
  mkdirSync(folder);
  for (const name of ['git', ...also]) {
    const found = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(found, join(folder, name));
  }
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const [name, text] of Object.entries(programs)) program(join(folder, name), text);
  return folder;
}

function program(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** A fake server that is started by name, whatever its arguments are. */
function fakeProgram(script: Script): string {
  const file = join(tempFolder(), 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const server = join(import.meta.dirname, '../support/fake-server/server.mjs');
  return `#!${process.execPath}\nprocess.argv.push('--script', '${file}');\nimport('${server}');\n`;
}

/** Ends at once, with these last words. */
function dying(words: string, code = 1): string {
  return `#!${process.execPath}\nprocess.stderr.write(${JSON.stringify(words)}); process.exitCode = ${code};\n`;
}

describe('the report', () => {
  test('every state, problems first, each with its cause and what to do; the last line sums up', async () => {
    const one = withServers({
      yaml: { script: objects },
      eslint: { script: contentToPulls },
      pyright: { script: 'crash-before-initialize' },
      slow: { script: 'never-initializes' },
      nobody: { script: 'silent', command: ['no-such-ls', '--stdio'] },
      mine: { script: { handlers: [on('open', '*', push([]))] }, entry: { role: 'advisory' } },
      proven: { script: objects },
    });
    const config = JSON.parse(readFileSync(join(one.root, 'lspcheck.yml'), 'utf8'));
    one.write('lspcheck.yml', JSON.stringify({ servers: { ...config.servers, typescript: {} } }));
    one.write('package.json', '{}');
    one.write('node_modules/typescript/package.json', '{ "name": "typescript", "version": "7.0.2" }');
    const { stdout, stderr, exitCode } = await doctor(one, ['--start-timeout', '1s']);
    const [machine, repository, blank, ...rest] = stdout.trimEnd().split('\n');
    expect(machine).toMatch(/^lspcheck \d\S*, Node \d\S*, git \d\S*, \w+ \w+$/);
    expect([repository, blank]).toEqual(['lspcheck.yml: 8 servers; hook: none', '']);
    expect(rest.map((line) => line.replace(/ready in \d+\.\d s/, 'ready'))).toEqual([
      '? eslint      mute: starts, but missed a planted mistake',
      '    configured node 1.2.3, ready',
      '✖ pyright     crashed: does not start',
      expect.stringMatching(
        /^ {4}cause: pyright exited with code 7; its last words: "cannot find module x"$/,
      ),
      expect.stringContaining('node'),
      expect.stringContaining('program: '),
      expect.stringMatching(/^ {4}fix: /),
      '? slow        mute: does not answer',
      '    cause: slow did not answer initialize within 1s',
      expect.stringContaining('node'),
      '    fix: raise --start-timeout',
      '✖ nobody      not installed (1 file would be unknown)',
      '    cause: "no-such-ls" was not found; looked in node_modules/.bin, then PATH',
      expect.stringMatching(/^ {4}fix: install "no-such-ls"/),
      '? mine        unproven, advisory: started, not proven',
      '    cause: the entry has no canary',
      '    configured node 1.2.3, ready',
      '✖ typescript  wrong version',
      '    cause: it needs the package typescript (older than 7), and this project has 7.0.2',
      '    fix: npm i -D "typescript@<7"',
      expect.stringMatching(/^✔ yaml {8}alive: found the planted mistake by push-(idle|quiet)$/),
      '    configured node 1.2.3, ready',
      expect.stringMatching(/^✔ proven {6}alive: found the planted mistake by push-(idle|quiet)$/),
      '    configured node 1.2.3, ready',
      '',
      '✖ 2 of 8 servers are alive; 2 mute, 1 crashed, 1 not installed, 1 unproven, 1 wrong version. exit 3',
    ]);
    expect([stderr, exitCode]).toEqual(['', 3]);
  });

  test('all required ones alive: exit 0, also when an advisory one is not', async () => {
    const alone = await doctor(withServers({ yaml: { script: objects } }));
    expect([alone.exitCode, lastLine(alone.stdout)]).toEqual([0, '✔ 1 server alive']);
    const beside = await doctor(
      withServers({ yaml: { script: objects }, eslint: { script: 'silent', entry: { role: 'advisory' } } }),
      ['--deadline', '4s'],
    );
    expect([beside.exitCode, lastLine(beside.stdout)]).toEqual([0, '! 1 of 2 servers is alive; 1 unproven']);
  });

  test('JSON has stable keys, null where there is nothing, and no absolute path', async () => {
    const one = withServers({ yaml: { script: objects } });
    const { stdout, exitCode } = await doctor(one, ['--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      tool: { name: 'lspcheck', version: expect.any(String) },
      healthy: true,
      exitCode: 0,
      machine: {
        node: process.versions.node,
        git: expect.stringMatching(/^\d/),
        system: `${process.platform} ${process.arch}`,
      },
      config: { file: 'lspcheck.yml', zeroConfig: false },
      hook: { calling: [], manager: null },
      servers: [
        {
          name: 'yaml',
          language: 'YAML',
          role: 'required',
          state: 'alive',
          root: '.',
          roots: 1,
          files: 1,
          from: 'absolute',
          found: 'configured node 1.2.3',
          version: '1.2.3',
          startMs: expect.any(Number),
          answerMs: expect.any(Number),
          settles: 'push',
          via: expect.stringMatching(/^push-/),
          cause: null,
          fix: null,
          notes: [],
        },
      ],
      advice: [],
    });
    expect(stdout).not.toContain(one.root);
    expect(exitCode).toBe(0);
  });

  test('Markdown names no folder of this machine and no value of the environment, and quotes no markup', async () => {
    const one = withServers({ pyright: { script: 'silent' } });
    const words = `token s3cret-v4lue at ${one.root}/x and /var/lib/other/y, <b>**bold**</b> \u001b[31m`;
    program(join(one.root, 'broken.js'), dying(words, 7));
    const config = { servers: { pyright: { command: ['./broken.js'] } } };
    one.write('lspcheck.yml', JSON.stringify(config));
    const env = { SOME_TOKEN: 's3cret-v4lue' };
    const { stdout, exitCode } = await doctor(one, ['--format', 'markdown'], { env });
    expect(stdout).toMatch(/^### ✖ lspcheck doctor: no server is alive; 1 crashed\. exit 3\n/);
    expect(stdout).toMatch(/token &#36;SOME&#95;TOKEN at (\.\/)?x and …\/y/);
    for (const leak of ['s3cret', one.root, '/var/lib', '<b>', '**bold', '\u001b'])
      expect(stdout).not.toContain(leak);
    expect(exitCode).toBe(3);
  });

  test("what a server says cannot steer the terminal or speak to a CI's runner", async () => {
    const one = withServers({ pyright: { script: 'silent' } });
    program(join(one.root, 'broken.js'), dying('\u001b]0;x\u0007\r::error::no\n##[error]no'));
    one.write('lspcheck.yml', JSON.stringify({ servers: { pyright: { command: ['./broken.js'] } } }));
    for (const format of ['text', 'json', 'markdown']) {
      const { stdout } = await doctor(one, ['--format', format]);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|^\s*::|##\[/m);
    }
  });
});

describe('servers that are missing', () => {
  const tools = () => toolsWith({});

  test.each([
    ['package-lock.json', 'npm i -D pyright'],
    ['pnpm-lock.yaml', 'pnpm add -D pyright'],
    ['yarn.lock', 'yarn add -D pyright'],
    ['bun.lock', 'bun add -d pyright'],
    ['nothing.txt', 'pip install pyright'],
  ])('with %s: %s', async (lockFile, fix) => {
    const repo = tempRepo();
    repo.commit({ 'a.py': 'x = 1\n', 'lib/b.py': '', [lockFile]: '' });
    const health = await healthOf(repo.root, { ...repo.env, PATH: tools() }, ['--server', 'pyright']);
    expect(health).toMatchObject({ name: 'pyright', state: 'not-installed', fix, files: 2, exitCode: 3 });
  });

  test('one that is installed where no shell looks: the folder is named', async () => {
    const repo = tempRepo();
    repo.commit({ 'main.go': 'package main\n', 'go.mod': 'module x\n' });
    program(join(repo.env['HOME'] ?? '', 'go/bin/gopls'), '#!/bin/sh\n');
    const health = await healthOf(repo.root, { ...repo.env, PATH: tools() });
    expect(health).toMatchObject({
      state: 'not-installed',
      cause: 'it is in $HOME/go/bin, which is not on PATH',
      fix: 'export PATH="$PATH:$HOME/go/bin"',
    });
  });

  test('no TypeScript that could be driven', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.ts': '', 'package.json': '{}' });
    const health = await healthOf(repo.root, { ...repo.env, PATH: tools() }, ['--server', 'typescript']);
    expect(health).toMatchObject({
      name: 'typescript',
      state: 'not-installed',
      cause: 'it needs the package typescript (older than 7), and this project has none',
      fix: 'npm i -D typescript',
    });
  });

  test('without a configuration only what tracked files need, an entry with its own config file too', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.js': '', 'eslint.config.js': '', '.gitignore': 'b.py\n', 'c.py': '' });
    repo.commit({ '.gitattributes': 'c.py linguist-generated\n' });
    repo.write('b.py', '');
    const { stdout } = await runCli(['doctor'], { cwd: repo.root, env: { ...repo.env, PATH: tools() } });
    expect(stdout).toMatch(/^no configuration file: \d servers? by the files that are tracked; hook: none$/m);
    expect(stdout).toMatch(/^✖ eslint +not installed \(2 files would be skipped\)$/m);
    expect(stdout).not.toContain('pyright');
  });

  test('a repository that needs no server: said in words, exit 0', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.unknown': '' });
    const done = await runCli(['doctor'], { cwd: repo.root, env: repo.env });
    expect(lastLine(done.stdout)).toMatch(/^– no server to look at/);
    expect(done.exitCode).toBe(0);
  });

  test('packages with the same installation are one look, in the one with the most files', async () => {
    const repo = tempRepo();
    const project = { 'tsconfig.json': '{}', 'a.ts': '' };
    const below = (folder: string) =>
      Object.fromEntries(Object.entries(project).map(([name, text]) => [`${folder}/${name}`, text]));
    repo.commit({ ...below('p/one'), ...below('p/two'), 'p/two/b.ts': '', ...below('p/three') });
    const env = { ...repo.env, PATH: tools() };
    const { name, root, roots, files } = await healthOf(repo.root, env, ['--server', 'typescript']);
    expect({ name, root, roots, files }).toEqual({ name: 'typescript', root: 'p/two', roots: 3, files: 4 });
  });
});

describe('commands that are there and do not run', () => {
  const yamlRepository = () => {
    const repo = tempRepo();
    repo.commit({ 'a.yaml': 'a: 1\n' });
    return repo;
  };

  test.each([
    [
      'a proxy of rustup without its component',
      "error: Unknown binary 'yaml-language-server' in official toolchain 'stable-x'.\n",
      'the command is a proxy of rustup, and the toolchain in use has no "yaml-language-server"',
      'rustup component add yaml-language-server',
    ],
    [
      'a shim of a version manager',
      'pyenv: yaml-language-server: command not found\n',
      'the command is a shim of pyenv, and the version in use has no such program',
      'npm i -g yaml-language-server',
    ],
    [
      'a package that is not whole',
      "Error: Cannot find module '/x/y'\n",
      'its installation is not whole: a module that it needs is not there',
      'npm i -g yaml-language-server',
    ],
  ])('%s', async (_, words, cause, fix) => {
    const repo = yamlRepository();
    const PATH = toolsWith({ 'yaml-language-server': dying(words) });
    expect(await healthOf(repo.root, { ...repo.env, PATH })).toMatchObject({ state: 'crashed', cause, fix });
  });

  test('an interpreter that does not exist', async () => {
    const repo = yamlRepository();
    const direct = toolsWith({ 'yaml-language-server': '#!/no/such/interpreter\n' });
    expect(await healthOf(repo.root, { ...repo.env, PATH: direct })).toMatchObject({
      state: 'crashed',
      cause: 'yaml could not be started: the command does not exist, or its interpreter does not',
    });
    const looked = toolsWith({ 'yaml-language-server': '#!/usr/bin/env no-such-node\n' }, ['env']);
    expect(await healthOf(repo.root, { ...repo.env, PATH: looked })).toMatchObject({
      state: 'crashed',
      cause: 'the command needs "no-such-node", which is not on PATH',
      fix: 'install no-such-node, or put it on PATH',
    });
  });

  test.each([
    ['>=99', process.versions.node, undefined],
    // Another Node on PATH than the one that runs lspcheck: it is the one that counts.
    ['>=19', '18.1.0', `#!${process.execPath}\nconsole.log('v18.1.0');\n`],
  ])('a package that needs Node %s, run by Node %s', async (range, node, onPath) => {
    const repo = yamlRepository();
    const home = 'node_modules/yaml-language-server';
    const manifest = { name: 'yaml-language-server', version: '2.0.0', engines: { node: range } };
    repo.write(`${home}/package.json`, JSON.stringify(manifest));
    program(join(repo.root, home, 'server.js'), dying('SyntaxError'));
    mkdirSync(join(repo.root, 'node_modules/.bin'));
    symlinkSync(
      '../yaml-language-server/server.js',
      join(repo.root, 'node_modules/.bin/yaml-language-server'),
    );
    repo.write('package.json', '{}');
    const PATH = toolsWith(onPath === undefined ? {} : { node: onPath });
    expect(await healthOf(repo.root, { ...repo.env, PATH })).toMatchObject({
      state: 'crashed',
      cause: `yaml-language-server 2.0.0 needs Node ${range}, and this is ${node}`,
      fix: 'npm i -D yaml-language-server@1.25.0',
      found: "this project's yaml-language-server 2.0.0",
    });
  });
});

describe('servers that run and judge less than they should', () => {
  const goRepository = () => {
    const repo = tempRepo();
    repo.commit({ 'main.go': 'package main\n', 'go.mod': 'module x\n' });
    return repo;
  };

  test('without a program that the entry needs it is mute, or not believed', async () => {
    const repo = goRepository();
    const missing = { cause: '"go" is not on PATH', fix: 'install Go (https://go.dev/dl)', exitCode: 3 };
    const still: Script = {
      handlers: [on('open', '*', push([], 'doc')), on('change', '*', push([], 'doc'))],
    };
    const mute = toolsWith({ gopls: fakeProgram(still) });
    expect(await healthOf(repo.root, { ...repo.env, PATH: mute })).toMatchObject({
      state: 'mute',
      ...missing,
    });
    const loud: Script = {
      handlers: [on('open', '*', push(mistake, 'doc')), on('change', '*', push(mistake, 'doc'))],
    };
    const heard = toolsWith({ gopls: fakeProgram(loud) });
    expect(await healthOf(repo.root, { ...repo.env, PATH: heard })).toMatchObject({
      state: 'unproven',
      ...missing,
    });
  });

  test('an objection that only says "I could not analyse this" is none', async () => {
    const one = withServers({
      yaml: { script: { handlers: [on('open', '*', push([E(0, 0, 0, 1, 'Unable to load schema x')]))] } },
    });
    const { stdout, exitCode } = await doctor(one);
    expect(stdout).toMatch(/^\? yaml {2}mute: starts, but missed a planted mistake$/m);
    expect(exitCode).toBe(3);
  });

  test('one that objects and says that it cannot judge is not alive', async () => {
    const distress = { uri: '{uri:lspcheck-canary.js}', state: 3 };
    const script: Script = {
      initialize: pulls,
      handlers: [
        on('open', '*', { do: 'notify', method: 'eslint/status', params: distress }),
        on('pull', '*', full(mistake)),
      ],
    };
    const { stdout } = await doctor(withServers({ eslint: { script } }));
    expect(stdout).toMatch(/^\? eslint {2}unproven: started, not proven$/m);
    expect(stdout).toContain('cause: eslint: eslint failed on this file');
    expect(stdout).toContain('fix: run npx eslint on the file');
  });

  test('what it misses without harm to its verdicts is a note', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.py': '' });
    const PATH = toolsWith({ 'pyright-langserver': fakeProgram(objectsToPulls) });
    expect(await healthOf(repo.root, { ...repo.env, PATH })).toMatchObject({
      state: 'alive',
      via: 'pull',
      notes: [
        {
          text: 'no Python interpreter is on PATH, so imports of installed packages are not found',
          fix: 'apt-get install python3',
        },
      ],
      exitCode: 0,
    });
  });

  test('one that takes only files of the project is asked about one of these, by its name alone', async () => {
    const one = withServers({ yaml: { script: { handlers: [on('open', 'a.fx', push(mistake))] } } });
    const { stdout, exitCode } = await doctor(one);
    expect(stdout).toMatch(/^✔ yaml {2}alive/m);
    expect(exitCode).toBe(0);
    const [first, second] = one
      .log('yaml')
      .received('textDocument/didOpen')
      .map((message) => JSON.stringify(message));
    expect(first).toContain('/lspcheck-canary.yaml"');
    // The log has the text's hash: the same text under the other name.
    expect(second).toBe(first?.replace('lspcheck-canary.yaml', 'a.fx'));
    expect(readFileSync(join(one.root, 'a.fx'), 'utf8')).toBe('ok');
  });

  test('one that reads the disk alone is given a private folder, which is gone afterwards', async () => {
    const repo = tempRepo();
    repo.commit({ 'a.f90': '' });
    const logFile = join(tempFolder(), 'log');
    const PATH = toolsWith({ fortls: fakeProgram({ ...objects, logFile } as Script) });
    expect(await healthOf(repo.root, { ...repo.env, PATH })).toMatchObject({ state: 'alive', exitCode: 0 });
    const [opened] = readServerLog(logFile).received('textDocument/didOpen');
    const uri = /"uri":"(file:[^"]+)"/.exec(JSON.stringify(opened))?.[1] ?? '';
    expect(uri).toMatch(/\/lspcheck_canary\.f90$/);
    expect(uri).not.toContain(repo.root);
    expect(existsSync(new URL(uri))).toBe(false);
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('');
  });

  test('what only cannot be told is let through on request', async () => {
    const one = withServers({ mine: { script: { handlers: [on('open', '*', push([]))] } } });
    expect((await doctor(one)).exitCode).toBe(3);
    const warned = await doctor(one, ['--on-unknown', 'warn']);
    expect([warned.exitCode, lastLine(warned.stdout)]).toEqual([0, '! no server is alive; 1 unproven']);
    const dead = await doctor(withServers({ mine: { script: 'exits-zero-at-once' } }), [
      '--on-unknown',
      'warn',
    ]);
    expect(dead.exitCode).toBe(3);
  });

  test('one that never answers ends at the deadline, unproven', async () => {
    const one = withServers({ yaml: { script: 'freezes-after-empty' }, eslint: { script: objectsToPulls } });
    const { stdout, exitCode, wallMs } = await doctor(one, ['--deadline', '3s']);
    expect(stdout).toMatch(/^\? yaml {4}unproven: started, not proven$/m);
    expect(stdout).toMatch(/^✔ eslint {2}alive/m);
    expect([exitCode, wallMs < 8000]).toEqual([3, true]);
  });
});

describe('around the servers', () => {
  test('the hook that calls lspcheck is named; one that git passes over is a note', async () => {
    const one = withServers({ yaml: { script: objects } });
    const hook = join(one.root, '.git/hooks/pre-commit');
    program(hook, '#!/bin/sh\nexec lspcheck changed --staged\n');
    expect((await doctor(one)).stdout).toContain('lspcheck.yml: 1 server; hook: pre-commit\n');
    chmodSync(hook, 0o644);
    const { stdout, exitCode } = await doctor(one);
    expect(stdout).toContain('hook: none');
    expect(stdout).toContain('fix: chmod +x .git/hooks/pre-commit\n');
    expect(exitCode).toBe(0);
  });

  test('a language that no configured server is for is a note', async () => {
    const one = scenario({ files: { 'a.fx': 'ok', 'a.py': '' }, servers: { yaml: { script: objects } } });
    repositoryIn(one);
    const { stdout, exitCode } = await doctor(one);
    expect(stdout).toContain('note: 1 file of Python without a configured server\n');
    expect(stdout).toContain('fix: add "pyright: {}" to servers in the configuration\n');
    expect(exitCode).toBe(0);
  });

  test('nothing in the repository is touched', async () => {
    const one = scenario({ files: { 'a.fx': 'ok' }, servers: { yaml: { script: objects } } });
    const repo = repositoryIn(one);
    const before = snapshotOf(repo);
    await doctor(one);
    expect(snapshotOf(repo)).toEqual(before);
  });

  test('interrupted: what is known is reported, exit 130, nobody is left', async () => {
    const one = withServers({ eslint: { script: objectsToPulls }, yaml: { script: 'silent' } });
    const done = await doctor(one, [], {
      whileRunning: async (child) => {
        while (one.log('yaml').received('textDocument/didOpen').length === 0) await delay(20);
        child.kill('SIGINT');
      },
    });
    expect(done.exitCode).toBe(130);
    expect(lastLine(done.stdout)).toMatch(/^✖ interrupted by SIGINT, (no server is|1 of 2 servers is) alive/);
  });

  test('only the servers named; a name that there is not is refused', async () => {
    const one = withServers({ yaml: { script: objects }, eslint: { script: 'silent' } });
    const { stdout, exitCode } = await doctor(one, ['--server', 'yaml']);
    expect([lastLine(stdout), exitCode]).toEqual(['✔ 1 server alive', 0]);
    const refused = await doctor(one, ['--server', 'yml']);
    expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
    expect(refused.stderr).toContain('did you mean "yaml"?');
  });

  test('a broken configuration is exit 2, no repository exit 4, both without a report', async () => {
    const one = withServers({ yaml: { script: objects } });
    one.write('lspcheck.yml', 'servers: { yaml: { comand: [x] } }\n');
    const broken = await doctor(one);
    expect(broken).toMatchObject({ stdout: '', exitCode: 2 });
    expect(broken.stderr).toContain('did you mean "command"?');
    const outside = await runCli(['doctor'], { cwd: tempFolder() });
    expect(outside).toMatchObject({ stdout: '', exitCode: 4 });
    expect(outside.stderr).toMatch(/^error: not a git repository/);
  });

  test.each([
    [['doctor', 'pyright'], 'did you mean `lspcheck doctor --server pyright`?'],
    [['doctor', '--format', 'sarif'], 'allowed: text, json, markdown'],
    [['doctor', '--staged'], 'it belongs to `lspcheck changed`'],
  ])('%j is refused', async (args, hint) => {
    const done = await runCli(args, { cwd: tempFolder() });
    expect(done).toMatchObject({ stdout: '', exitCode: 2 });
    expect(done.stderr).toContain(hint);
  });
});

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
