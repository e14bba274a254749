import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/catalogue/index.js';
import { findConfigRoot, userConfigFolder } from '../../../src/config/find.js';
import { loadConfig } from '../../../src/config/load.js';
import { absolutePath } from '../../../src/platform/paths.js';
import { failure, load, loadText, mistakeLine, temporaryFolder } from './folders.js';

const names = (servers: readonly { readonly name: string }[]) => servers.map(({ name }) => name);

describe('without a file', () => {
  test('every entry is a candidate, and the defaults hold', async () => {
    const { config, warnings, projectFile } = await load({});
    expect(projectFile).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(config.servers).toEqual(catalogue);
    expect(config).toMatchObject({
      zeroConfig: true,
      onlyServers: [],
      skipServers: [],
      failOn: 'error',
      minSeverity: 'info',
      onUnknown: 'fail',
      onUncovered: 'warn',
      failOnEmpty: false,
      only: 'all',
      deadlineMs: 120_000,
      startTimeoutMs: 60_000,
      requestTimeoutMs: 15_000,
      ignore: [],
      maxFileSizeBytes: 10_000_000,
      daemon: { mode: 'auto', idleTimeoutMs: 600_000 },
      mcp: { edits: 'ask', callDeadlineMs: 30_000 },
    });
    expect(config).not.toHaveProperty('quietPeriodMs');
    expect(config.jobs).toBeGreaterThan(2);
  });

  test('the whole repository has no deadline', async () => {
    expect((await load({ options: { scopeKind: 'all' } })).config.deadlineMs).toBe('none');
  });
});

describe('which files count', () => {
  test.each(['lspcheck.yml', 'lspcheck.yaml', 'lspcheck.json'])('%s at the root', async (name) => {
    const { config, projectFile } = await loadText('{ "check": { "failOn": "hint" } }', name);
    expect([projectFile, config.failOn]).toEqual([name, 'hint']);
  });

  test('two at once are an error', async () => {
    const error = await failure(load({ project: { 'lspcheck.yml': '', 'lspcheck.json': '{}' } }));
    expect(error).toMatchObject({
      kind: 'config',
      message: 'lspcheck.yml and lspcheck.json stand side by side',
      hint: 'keep one of them',
    });
  });

  test('--config names another, from the working folder', async () => {
    const project = {
      'lspcheck.yml': 'check: { failOn: hint }',
      'sub/other.yml': 'check: { failOn: never }',
    };
    const { config, projectFile } = await load({
      project,
      cwd: 'sub',
      options: { configFile: 'other.yml' },
    });
    expect([projectFile, config.failOn]).toEqual(['sub/other.yml', 'never']);
  });

  test('--config for a file that is not there', async () => {
    const error = await failure(load({ options: { configFile: 'nope.yml' } }));
    expect([error.kind, error.message]).toEqual(['config', 'there is no config file nope.yml']);
  });

  test("--no-config leaves out the project's and the user's", async () => {
    const given = { project: { 'lspcheck.yml': 'x: 1' }, user: 'y: 1' };
    const { config, projectFile } = await load({ ...given, options: { noConfig: true } });
    expect([config.zeroConfig, projectFile]).toEqual([true, undefined]);
  });

  test('--config and --no-config contradict each other', async () => {
    const error = await failure(load({ options: { noConfig: true, configFile: 'a.yml' } }));
    expect(error.kind).toBe('usage');
  });

  test('a config file that is a folder is an error, not an absent file', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'lspcheck.yml'));
    const error = await failure(loadConfig({ root, cwd: root, env: { XDG_CONFIG_HOME: root } }));
    expect([error.kind, error.message]).toEqual(['config', 'cannot read lspcheck.yml: EISDIR']);
  });

  test("the user's folder: XDG_CONFIG_HOME when absolute, else .config at home", () => {
    expect(userConfigFolder({ XDG_CONFIG_HOME: '/x/y', HOME: '/h' })).toBe('/x/y');
    expect(userConfigFolder({ XDG_CONFIG_HOME: 'relative', HOME: '/h' })).toBe('/h/.config');
    expect(userConfigFolder({ HOME: '/h' })).toBe('/h/.config');
  });

  test('outside git the nearest folder upward with a config file is the root', async () => {
    const folder = await temporaryFolder();
    const deep = absolutePath('a/b/c', folder);
    await mkdir(deep, { recursive: true });
    expect(await findConfigRoot(deep)).toBe(deep);
    await writeFile(join(folder, 'a/lspcheck.json'), '{}');
    expect(await findConfigRoot(deep)).toBe(join(folder, 'a'));
    await mkdir(join(folder, 'a/b/lspcheck.yml')); // a folder of that name is no config file
    expect(await findConfigRoot(deep)).toBe(join(folder, 'a'));
  });
});

describe('who wins', () => {
  test("the project's servers replace the user's; other maps are laid over, lists replaced", async () => {
    const { config } = await load({
      user: [
        'servers: { yaml: {} }',
        'rules: { "yaml/0": off, "eslint/a": hint }',
        'check: { failOn: hint, onUnknown: warn, ignore: [a, b] }',
        'overrides: [{ files: [u], failOn: never }]',
      ].join('\n'),
      project: {
        'lspcheck.yml': [
          'servers: { eslint: {} }',
          'rules: { "eslint/a": error }',
          'check: { failOn: warning, ignore: [c] }',
        ].join('\n'),
      },
    });
    expect(names(config.servers)).toEqual(['eslint']);
    expect(config.servers[0]?.origin).toBe('project');
    expect(names(config.catalogue)).toEqual(names(catalogue));
    expect(config.rules).toEqual([
      { server: 'yaml', code: '0', severity: 'off' },
      { server: 'eslint', code: 'a', severity: 'error' },
    ]);
    expect([config.failOn, config.onUnknown, config.ignore]).toEqual(['warning', 'warn', ['c']]);
    expect(config.overrides).toEqual([{ files: ['u'], rules: [], failOn: 'never' }]);
  });

  test("the user's servers count when the project names none", async () => {
    const { config } = await load({ user: 'servers: { yaml: }', project: { 'lspcheck.yml': 'check: {}' } });
    expect([config.zeroConfig, names(config.servers), config.servers[0]?.origin]).toEqual([
      false,
      ['yaml'],
      'user',
    ]);
  });

  test("a user's override for servers that this project lacks restricts nothing here", async () => {
    const { config } = await load({
      user: 'servers: { yaml: {} }\noverrides: [{ files: [u], servers: [yaml] }, { files: [v], servers: [yaml, eslint] }]',
      project: { 'lspcheck.yml': 'servers: { eslint: {} }' },
    });
    expect(config.overrides).toEqual([
      { files: ['u'], rules: [] },
      { files: ['v'], rules: [], servers: ['eslint'] },
    ]);
  });

  test('a flag over a variable over a file over the default', async () => {
    const project = { 'lspcheck.yml': 'check: { deadline: 10s }\nmcp: { callDeadline: 10s }\n' };
    const env = { LSPCHECK_DEADLINE: '20s', LSPCHECK_CALL_DEADLINE: '20s' };
    expect((await load({ project })).config.deadlineMs).toBe(10_000);
    expect((await load({ project, options: { scopeKind: 'all' } })).config.deadlineMs).toBe(10_000);
    expect((await load({ project, env })).config).toMatchObject({
      deadlineMs: 20_000,
      mcp: { callDeadlineMs: 20_000 },
    });
    expect((await load({ project, env, options: { deadlineMs: 30_000 } })).config.deadlineMs).toBe(30_000);
    expect((await load({ project, env: { LSPCHECK_DEADLINE: 'none' } })).config.deadlineMs).toBe('none');
  });

  test('lengths given by flag or variable hold for every server, whatever its entry says', async () => {
    const project = {
      'lspcheck.yml': 'servers: { yaml: { startTimeout: 1s, requestTimeout: 2s, quietPeriod: 3s } }\n',
    };
    const server = async (given: object) => (await load({ project, ...given })).config.servers[0];
    const own = { startTimeoutMs: 1000, requestTimeoutMs: 2000, quietPeriodMs: 3000 };
    expect(await server({})).toMatchObject(own);
    expect(await server({ options: { startTimeoutMs: 7 } })).toMatchObject({ ...own, startTimeoutMs: 7 });
    expect(await server({ env: { LSPCHECK_QUIET_PERIOD: '9ms' } })).toMatchObject({
      ...own,
      quietPeriodMs: 9,
    });
  });

  test.each([
    ['LSPCHECK_DEADLINE', '0s'],
    ['LSPCHECK_START_TIMEOUT', '-1s'],
    ['LSPCHECK_REQUEST_TIMEOUT', '15'],
    ['LSPCHECK_QUIET_PERIOD', 'soon'],
    ['LSPCHECK_CALL_DEADLINE', 'none'],
  ])('%s=%s is a warning, then what it would have replaced', async (name, value) => {
    const plain = await load({});
    const { config, warnings } = await load({ env: { [name]: value } });
    expect(warnings).toEqual([`${name}=${value} is no duration (300ms, 15s, 2m) and is ignored`]);
    expect(config).toEqual(plain.config);
  });

  test('an empty variable is not set', async () => {
    expect((await load({ env: { LSPCHECK_DEADLINE: '', LSPCHECK_SKIP: ' , ' } })).warnings).toEqual([]);
  });

  test('what fails the run is shown: a lower level takes the shown one along', async () => {
    const minSeverity = async (text: string, options = {}) =>
      (await load({ project: { 'lspcheck.yml': text }, options })).config.minSeverity;
    expect(await minSeverity('check: { failOn: hint }')).toBe('hint');
    expect(await minSeverity('check: { failOn: warning }', { minSeverity: 'error' })).toBe('warning');
    expect(await minSeverity('check: { failOn: error }', { minSeverity: 'hint' })).toBe('hint');
    expect(await minSeverity('overrides: [{ files: [a], failOn: hint }]')).toBe('hint');
    expect(await minSeverity('overrides: [{ files: [a], failOn: never }]')).toBe('info');
  });
});

describe('names of servers in flags', () => {
  test('--server must be able to run; --skip-server may be any that exists', async () => {
    const project = { 'lspcheck.yml': 'servers: { yaml: {}, my: { command: my, files: ["*.my"] } }\n' };
    const { config } = await load({
      project,
      options: { onlyServers: ['my'], skipServers: ['eslint', 'yaml'] },
    });
    expect([config.onlyServers, config.skipServers]).toEqual([['my'], ['eslint', 'yaml']]);
    const error = await failure(
      load({ project, options: { onlyServers: ['eslint'], skipServers: ['yml'] } }),
    );
    expect(error.kind).toBe('usage');
    expect(error.message).toBe('--server: there is no server "eslint"');
    expect(error.mistakes.map(mistakeLine)).toEqual([
      '--server: there is no server "eslint" | allowed: yaml, my',
      '--skip-server: there is no server "yml" | did you mean "yaml"?',
    ]);
  });

  test('LSPCHECK_SKIP is said aloud; a name nobody knows is a warning', async () => {
    const { config, warnings } = await load({ env: { LSPCHECK_SKIP: 'eslint, yaml,nope,eslint' } });
    expect(config.skipServers).toEqual(['eslint', 'yaml']);
    expect(warnings).toEqual([
      'LSPCHECK_SKIP: eslint, yaml will not run',
      'LSPCHECK_SKIP: there is no server "nope"',
    ]);
  });
});

test('the hash follows what the result depends on, and nothing else', async () => {
  const hash = async (text: string, options = {}) =>
    (await load({ project: { 'lspcheck.yml': text }, options })).hash;
  const plain = await hash('check: { failOn: error }');
  expect(plain).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await hash('# said otherwise\ncheck:\n  failOn: error\n')).toBe(plain);
  expect(await hash('daemon: { mode: on }', { jobs: 9 })).toBe(plain);
  for (const other of ['check: { failOn: hint }', 'rules: { yaml/0: off }', 'servers: { yaml: {} }'])
    expect(await hash(other)).not.toBe(plain);
  expect(await hash('', { skipServers: ['yaml'] })).not.toBe(plain);
});
