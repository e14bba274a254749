// OC-26: a repository that nobody chose runs nothing of its own: not what its configuration names, not what it puts in front of the
// user's programs, not what servers would run in it by themselves. Trust is for one content.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptOf } from '../support/fake-server/presets.js';
import { clientOfProgram } from '../support/mcp-client.js';
import { fileOf, parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { tempFolder, tempRepo } from '../support/temp-repo.js';

const fakeServer = join(import.meta.dirname, '../support/fake-server/server.mjs');

function put(folder: string, name: string, text: string, mode = 0o644): void {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

/** Everything in it that is run leaves a marker outside. */
function hostile(files: Readonly<Record<string, string>>) {
  const outside = tempFolder();
  const repo = tempRepo();
  const evil = (marker: string) => `#!/bin/sh\necho >'${join(outside, marker)}'\nexit 1\n`;
  put(repo.root, 'tools/evil.sh', evil('marker-command'), 0o755);
  put(repo.root, 'node_modules/.bin/fake-ls', evil('marker-shadow'), 0o755);
  put(repo.root, 'node_modules/.bin/pyright-langserver', evil('marker-bin'), 0o755);
  put(repo.root, '.gitignore', 'node_modules\n');
  for (const [name, text] of Object.entries(files)) put(repo.root, name, text);
  repo.git('add', '-A');
  // The user's own: a server on PATH.
  put(outside, 'script.json', JSON.stringify(scriptOf('pushes-truth')));
  put(
    outside,
    'bin/fake-ls',
    `#!/bin/sh\nexec '${process.execPath}' '${fakeServer}' --script '${join(outside, 'script.json')}'\n`,
    0o755,
  );
  const env = {
    PATH: `${join(repo.root, 'tools')}:${join(outside, 'bin')}:/usr/bin:/bin`,
    XDG_CONFIG_HOME: join(outside, 'config'),
    XDG_STATE_HOME: join(outside, 'state'),
  };
  const run = (...args: string[]) => runCli(args, { cwd: repo.root, env });
  const check = async (...flags: string[]) => {
    const done = await run(
      'changed',
      '--staged',
      '--untrusted',
      '--format',
      'json',
      '--deadline',
      '20s',
      ...flags,
    );
    return { ...done, report: parseReport(done.stdout, done.stderr) };
  };
  const markers = () =>
    ['command', 'shadow', 'bin'].filter((name) => existsSync(join(outside, `marker-${name}`)));
  const tools = async () => {
    const server = await clientOfProgram({ cwd: repo.root, env });
    const call = async (name: string, input: object) =>
      (await server.client.callTool({ name, arguments: { ...input } })).structuredContent as never;
    return { call, end: server.end };
  };
  return { repo, outside, run, check, tools, markers };
}

const configuration = 'servers:\n  evil:\n    command: [./tools/evil.sh]\n    files: ["*.fx"]\n';

describe('OC-26', () => {
  it('without trust nothing of the repository runs, and the file is unknown, with what would have run', async () => {
    const { check, markers } = hostile({ 'lspcheck.yml': configuration, 'a.fx': 'BAD\n' });
    const { report, exitCode, stderr } = await check();
    expect(fileOf(report, 'a.fx').cells).toMatchObject([
      {
        server: 'evil',
        verdict: 'unknown',
        reason: 'untrusted',
        hint: expect.stringContaining('lspcheck trust add'),
      },
    ]);
    expect(fileOf(report, 'a.fx').cells[0]?.detail).toContain('tools/evil.sh');
    expect(stderr).toContain('this repository is not trusted');
    expect(exitCode).toBe(3);
    expect(markers()).toEqual([]);
  });

  it('what is trusted runs; after a change of the configuration or of a program it is refused again', async () => {
    const { repo, run, check, markers } = hostile({ 'lspcheck.yml': configuration, 'a.fx': 'BAD\n' });
    const added = await run('trust', 'add');
    expect(added.stdout).toContain('tools/evil.sh');
    expect((await run('trust', 'status')).exitCode).toBe(0);
    expect(markers()).toEqual([]);
    const trusted = await check();
    expect(fileOf(trusted.report, 'a.fx').cells[0]).toMatchObject({ verdict: 'unknown', reason: 'exited' });
    expect(markers()).toEqual(['command']);

    writeFileSync(
      join(repo.root, 'tools/evil.sh'),
      `${readFileSync(join(repo.root, 'tools/evil.sh'), 'utf8')}#\n`,
    );
    const program = await check();
    expect(fileOf(program.report, 'a.fx').cells[0]).toMatchObject({ reason: 'untrusted' });
    expect(fileOf(program.report, 'a.fx').cells[0]?.detail).toContain('not as it was');
    const status = await run('trust', 'status');
    expect([status.exitCode, status.stdout]).toEqual([3, expect.stringContaining('tools/evil.sh')]);

    await run('trust', 'add');
    writeFileSync(join(repo.root, 'lspcheck.yml'), `${configuration}    env: { X: y }\n`);
    repo.git('add', '-A');
    const config = await check();
    expect(fileOf(config.report, 'a.fx').cells[0]).toMatchObject({ reason: 'untrusted' });

    await run('trust', 'add');
    await run('trust', 'remove');
    expect(fileOf((await check()).report, 'a.fx').cells[0]).toMatchObject({ reason: 'untrusted' });
  });

  it('a server of the user runs from outside, whatever the repository puts in front of it', async () => {
    const { check, markers, outside } = hostile({ 'a.fx': 'BAD\n', 'b.fx': 'ok\n' });
    put(
      outside,
      'config/lspcheck/config.yml',
      'servers:\n  mine: { command: [fake-ls], files: ["*.fx"], completion: push }\n',
    );
    const { report, exitCode } = await check();
    expect(fileOf(report, 'a.fx').verdict).toBe('findings');
    expect(fileOf(report, 'b.fx').verdict).toBe('clean');
    expect(exitCode).toBe(1);
    expect(markers()).toEqual([]);
  });

  it('without any configuration the programs of node_modules do not run', async () => {
    const { check, markers } = hostile({ 'a.py': 'x: int = ""\n' });
    const { report, exitCode } = await check('--server', 'pyright');
    expect(fileOf(report, 'a.py').cells).toMatchObject([{ server: 'pyright', reason: 'untrusted' }]);
    expect(exitCode).toBe(3);
    expect(markers()).toEqual([]);
  });

  it('what the repository says about severities and ignored files counts for nothing', async () => {
    const lax = `${configuration}rules: { "evil/*": off }\ncheck: { ignore: ["**"], onUnknown: warn, failOn: never }\n`;
    const { check } = hostile({ 'lspcheck.yml': lax, 'a.fx': 'BAD\n' });
    const { exitCode, report } = await check();
    expect(fileOf(report, 'a.fx').verdict).toBe('unknown');
    expect(exitCode).toBe(3);
  });

  it('tools of an agent: refused, then trusted, then refused again, in one life of the server', async () => {
    const { repo, run, tools, markers } = hostile({ 'lspcheck.yml': configuration, 'a.fx': 'BAD\n' });
    const { call, end } = await tools();
    const judge = () => call('get_diagnostics_for_file', { file_path: 'a.fx' });
    const refused = {
      verdict: 'unknown',
      cells: [{ server: 'evil', reason: 'untrusted', detail: expect.stringContaining('tools/evil.sh') }],
    };
    expect(await judge()).toMatchObject(refused);
    expect(await call('find_symbol', { query: 'x' })).toMatchObject({
      note: 'request-failed',
      warnings: [
        { server: 'evil', reason: 'untrusted', hint: expect.stringContaining('lspcheck trust add') },
      ],
    });
    expect(await call('get_hover', { file_path: 'a.fx', symbol: 'BAD' })).toMatchObject({
      note: 'request-failed',
    });
    expect(markers()).toEqual([]);
    await run('trust', 'add');
    expect(await judge()).toMatchObject({ cells: [{ server: 'evil', reason: 'exited' }] });
    expect(markers()).toEqual(['command']);
    writeFileSync(join(repo.root, 'lspcheck.yml'), `${configuration}    env: { X: y }\n`);
    expect(await judge()).toMatchObject(refused);
    await end();
  });

  it('what a server of the user starts by its bare name is not looked up in the repository either', async () => {
    const { repo, check, outside, markers } = hostile({ 'a.fx': 'BAD\n' });
    put(repo.root, 'tools/helper', `#!/bin/sh\necho >'${join(outside, 'marker-command')}'\n`, 0o755);
    put(outside, 'bin/asks-helper', `#!/bin/sh\nhelper\nexec fake-ls\n`, 0o755);
    put(
      outside,
      'config/lspcheck/config.yml',
      'servers:\n  mine: { command: [asks-helper], files: ["*.fx"], completion: push }\n',
    );
    expect(fileOf((await check()).report, 'a.fx').verdict).toBe('findings');
    expect(markers()).toEqual([]);
  });

  it('trust that others may write counts for nothing', async () => {
    const { run, check, outside } = hostile({ 'lspcheck.yml': configuration, 'a.fx': 'BAD\n' });
    await run('trust', 'add');
    chmodSync(join(outside, 'state/lspcheck/trust.json'), 0o666);
    expect(fileOf((await check()).report, 'a.fx').cells[0]).toMatchObject({ reason: 'untrusted' });
  });

  it('every root has its own programs, and a folder without git can be trusted too', async () => {
    const { repo, run } = hostile({
      'a/package.json': '{}',
      'b/package.json': '{}',
      'a/x.py': '',
      'b/x.py': '',
    });
    rmSync(join(repo.root, '.git'), { recursive: true });
    for (const root of ['a', 'b']) {
      put(repo.root, `${root}/pyproject.toml`, '');
      put(repo.root, `${root}/node_modules/.bin/pyright-langserver`, `#!/bin/sh\n# ${root}\n`, 0o755);
    }
    const { stdout, exitCode } = await run('trust', 'add');
    expect(exitCode).toBe(0);
    for (const root of ['a', 'b']) expect(stdout).toContain(`${root}/node_modules/.bin/pyright-langserver`);
  });

  it('trust that lies inside the repository is the repository’s own word', async () => {
    const { repo, outside } = hostile({ 'lspcheck.yml': configuration, 'a.fx': 'BAD\n' });
    const env = { PATH: '/usr/bin:/bin', XDG_STATE_HOME: join(repo.root, 'state'), XDG_CONFIG_HOME: outside };
    const { exitCode, stderr } = await runCli(['trust', 'add'], { cwd: repo.root, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('lies inside this repository');
  });
});
