// The built program as an MCP server, before the official SDK's client: what it offers, what it says, what it leaves behind.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptOf } from '../support/fake-server/presets.js';
import { on, type Script } from '../support/fake-server/script.js';
import { clientOfProgram, type TestClient, trusting } from '../support/mcp-client.js';
import { isAlive } from '../support/processes.js';
import type { ReportFile } from '../support/report.js';
import { cliPath, neutralEnvironment } from '../support/run-cli.js';
import { type Scenario, type ScenarioSetup, scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';

type FileAnswer = ReportFile & {
  readonly positionBase: 1;
  readonly file_path: string;
  readonly total?: number;
};

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

async function serving(setup: ScenarioSetup, args: readonly string[] = []) {
  const one = scenario(setup);
  const env = await trusting(one.root, one.outside);
  const server = await clientOfProgram({ cwd: one.root, env, args: ['--quiet-period', '200ms', ...args] });
  open.push(async () => {
    await server.end();
    await one.expectNobodyLeft(server.stderr());
  });
  return { one, server };
}

async function diagnose({ client }: TestClient, file_path: string, more: object = {}): Promise<FileAnswer> {
  const answer = await client.callTool({
    name: 'get_diagnostics_for_file',
    arguments: { file_path, ...more },
  });
  expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
  return answer.structuredContent as unknown as FileAnswer;
}

const oneBad = { files: { 'a.fx': 'BAD\n' }, server: 'pulls-truth' } as const;
const starts = (one: Scenario) => one.log().received('initialize').length;
const textOf = (answer: { readonly [key: string]: unknown }) =>
  (answer['content'] as [{ text: string }])[0].text;

describe('what it offers', () => {
  it('tools with schemas for what goes in and out, and hints on what they do', async () => {
    const { server } = await serving(oneBad);
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...[
          'check_changed',
          'check_files',
          'get_diagnostics_for_file',
          'get_symbols_overview',
          'find_symbol',
        ],
        ...['find_declaration', 'find_implementations', 'find_referencing_symbols', 'get_hover'],
        ...['get_call_hierarchy', 'server_status', 'restart_server'],
      ]),
    );
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
      expect(description).toBeTruthy();
      expect(annotations).toHaveProperty('readOnlyHint');
      expect(annotations).toHaveProperty('destructiveHint');
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints['get_diagnostics_for_file']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints['restart_server']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', '2025-11-25'],
  ])('asked for protocol %s it speaks %s', async (asked, spoken) => {
    const one = scenario(oneBad);
    const child = spawn(process.execPath, [cliPath, 'mcp'], { cwd: one.root, env: neutralEnvironment() });
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 't', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line] = await new Promise<[Buffer]>((resolve) =>
      child.stdout.once('data', (data) => resolve([data])),
    );
    const { result } = JSON.parse(line.toString('utf8'));
    expect(result).toMatchObject({ protocolVersion: spoken, serverInfo: { name: 'lspcheck' } });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  it('a wrong name is an error with the near one, wrong arguments are an answer that says where', async () => {
    const { server } = await serving(oneBad);
    await expect(server.client.callTool({ name: 'get_hovers', arguments: {} })).rejects.toThrow(
      /there is no tool "get_hovers"; did you mean "get_hover"\?/,
    );
    const wrong = await server.client.callTool({
      name: 'get_diagnostics_for_file',
      arguments: { file_path: 3 },
    });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/wrong arguments for get_diagnostics_for_file\nfile_path: /);
    const slip = await server.client.callTool({
      name: 'check_changed',
      arguments: { staged: true, base: 'x' },
    });
    expect(slip.isError).toBe(true);
    expect(textOf(slip)).toMatch(/exclude each other/);
  });
});

describe('what it says', () => {
  it('the verdict first, the evidence, the file under both names; unknown arguments are nobody’s business', async () => {
    const { one, server } = await serving(oneBad);
    const answer = await diagnose(server, 'a.fx', { query: 'ignored' });
    expect(Object.keys(answer).slice(0, 5)).toEqual([
      'verdict',
      'incomplete',
      'positionBase',
      'path',
      'file_path',
    ]);
    expect(answer).toMatchObject({
      ...{ verdict: 'findings', incomplete: false, positionBase: 1 },
      ...{ path: 'a.fx', file_path: join(one.root, 'a.fx') },
      cells: [{ server: 'fake', verdict: 'findings', via: 'pull' }],
      diagnostics: [{ message: 'BAD is not allowed', range: { start: { line: 1, column: 1 } } }],
    });
    expect(await diagnose(server, join(one.root, 'a.fx'))).toEqual(answer);
    expect(await diagnose(server, `file://${one.root}/a.fx`)).toEqual(answer);
    expect(starts(one)).toBe(1);
  });

  it('no evidence is unknown, in words too', async () => {
    const { server } = await serving({ files: { 'a.fx': 'x\n' }, server: 'silent' }, [
      '--request-timeout',
      '1s',
    ]);
    const answer = await server.client.callTool({
      name: 'get_diagnostics_for_file',
      arguments: { file_path: 'a.fx', deadline: '3s' },
    });
    expect(answer.structuredContent).toMatchObject({ verdict: 'unknown', incomplete: true, diagnostics: [] });
    expect(textOf(answer)).toMatch(
      /incomplete.*\na\.fx: unknown \(fake, no-publish\): fake published nothing/,
    );
  });

  it('a limit cuts, and total says so', async () => {
    const { server } = await serving({
      files: { 'a.fx': 'BAD BAD BAD\n', 'b.fx': 'BAD\n' },
      server: 'pulls-truth',
    });
    const cut = await diagnose(server, 'a.fx', { limit: 2 });
    expect(cut.diagnostics).toHaveLength(2);
    expect(cut.total).toBe(3);
    const whole = await diagnose(server, 'a.fx', { limit: 3 });
    expect(whole.diagnostics).toHaveLength(3);
    expect(whole).not.toHaveProperty('total');
    const run = await server.client.callTool({
      name: 'check_files',
      arguments: { files: ['*.fx'], limit: 1 },
    });
    expect(run.structuredContent).toMatchObject({ verdict: 'findings', total: 4, summary: { error: 4 } });
  });

  it('what changed, by scope, and the index as it is', async () => {
    const { one, server } = await serving({
      files: { 'a.fx': 'ok\n', 'b.fx': 'BAD\n' },
      server: 'pulls-truth',
    });
    const repo = repositoryIn(one);
    const ask = async (input: object) =>
      (await server.client.callTool({ name: 'check_changed', arguments: { ...input } }))
        .structuredContent as {
        verdict: string;
        warnings?: readonly string[];
        files: readonly ReportFile[];
      };
    expect(await ask({})).toMatchObject({ verdict: 'nothing-judged', files: [] });
    repo.stage('a.fx', 'BAD\n');
    repo.write('a.fx', 'fine\n');
    expect(await ask({})).toMatchObject({ verdict: 'clean', files: [{ path: 'a.fx', verdict: 'clean' }] });
    const staged = await ask({ staged: true });
    expect(staged).toMatchObject({ verdict: 'findings', files: [{ path: 'a.fx', verdict: 'findings' }] });
    expect(staged.warnings).toContain(
      'the warm servers are not used: the text to be judged is not what the disk holds',
    );
    expect(await ask({ base: 'main' })).toMatchObject({ verdict: 'clean' });
  });

  it('progress that only grows, to whoever asked for it', async () => {
    const { server } = await serving({ files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' }, server: 'pulls-truth' });
    const steps: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    await server.client.callTool({ name: 'check_files', arguments: { files: ['*.fx'] } }, undefined, {
      onprogress: (step) => void steps.push(step),
    });
    expect(steps.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(steps[0]?.message).toBe('fake@. is asked');
  });
});

describe('OC-21: a warm server and the disk', () => {
  it('five questions, five true answers', async () => {
    const register: Script['handlers'] = [
      on('initialized', '*', {
        do: 'request',
        method: 'client/registerCapability',
        params: {
          registrations: [
            {
              id: 'w',
              method: 'workspace/didChangeWatchedFiles',
              registerOptions: { watchers: [{ globPattern: '**/*.fx' }] },
            },
          ],
        },
      }),
    ];
    const { one, server } = await serving({
      files: { 'a.fx': 'BAD\n' },
      server: { ...scriptOf('pushes-truth'), handlers: register },
    });
    const repo = repositoryIn(one);
    repo.git('checkout', '-q', '-b', 'other');
    repo.git('rm', '-q', 'a.fx');
    repo.git('commit', '-q', '-m', 'other');
    repo.git('checkout', '-q', 'main');
    const file = join(one.root, 'a.fx');
    expect(await diagnose(server, 'a.fx')).toMatchObject({ verdict: 'findings' });
    const { atime, mtime } = statSync(file);
    one.write('a.fx', 'OK_\n');
    expect(await diagnose(server, 'a.fx')).toMatchObject({ verdict: 'clean', diagnostics: [] });
    one.write('a.fx', 'BAD\n');
    utimesSync(file, atime, mtime);
    expect(await diagnose(server, 'a.fx')).toMatchObject({ verdict: 'findings' });
    repo.git('checkout', '-q', 'other');
    expect(await diagnose(server, 'a.fx')).toMatchObject({
      ...{ verdict: 'unknown', reason: 'read-failed', detail: 'the file does not exist', diagnostics: [] },
    });
    one.write('d.fx', 'fine\n');
    expect(await diagnose(server, 'd.fx')).toMatchObject({ verdict: 'clean' });
    const changed = one
      .log()
      .received('workspace/didChangeWatchedFiles')
      .flatMap(({ params }) => params?.['changes']);
    expect(changed).toContainEqual({ uri: `file://${join(one.root, 'd.fx')}`, type: 1 });
    expect(one.log().received('textDocument/didChange', 'a.fx')).toHaveLength(2);
    expect(starts(one)).toBe(1);
  });
});

describe('calls side by side', () => {
  it('ten first calls in one chunk start one server; one is stuck, nine are in time', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `f${index}.fx`);
    const one = scenario({
      files: Object.fromEntries(names.map((name) => [name, 'BAD\n'])),
      server: {
        initialize: { kind: 'result', capabilities: { diagnosticProvider: {} } },
        contentRule: { by: 'pull' },
        handlers: [on('pull', 'f7.fx', { do: 'never' })],
      },
    });
    const child = spawn(process.execPath, [cliPath, 'mcp', '--call-deadline', '4s'], {
      cwd: one.root,
      env: neutralEnvironment(await trusting(one.root, one.outside)),
    });
    const said: { id?: number; at: number; result?: { structuredContent: FileAnswer } }[] = [];
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) said.push({ ...JSON.parse(line), at: performance.now() });
    });
    const message = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', ...(id > 0 && { id }), method, params })}\n`;
    const clientInfo = { name: 't', version: '1' };
    const hello = message(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    const calls = names.map((name, index) =>
      message(index + 1, 'tools/call', { name: 'get_diagnostics_for_file', arguments: { file_path: name } }),
    );
    child.stdin.write([hello, message(0, 'notifications/initialized', {}), ...calls].join(''));
    await expect.poll(() => said.length, { timeout: 60_000, interval: 50 }).toBe(11);
    const answers = said.filter(({ id }) => id !== 100).sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
    expect(answers.map(({ result }) => result?.structuredContent.verdict)).toEqual(
      names.map((name) => (name === 'f7.fx' ? 'unknown' : 'findings')),
    );
    expect(answers[7]?.result?.structuredContent.cells[0]).toMatchObject({ reason: 'deadline' });
    const others = answers.filter((_, index) => index !== 7).map(({ at }) => at);
    expect(Math.max(...others)).toBeLessThan(answers[7]?.at ?? 0);
    expect(starts(one)).toBe(1);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
    await one.expectNobodyLeft();
  });

  it('a call that is cancelled cancels the server’s request, and no other', async () => {
    const { one, server } = await serving({
      files: { 'a.fx': 'BAD\n', 'b.fx': 'BAD\n' },
      server: { ...scriptOf('pulls-truth'), handlers: [on('pull', 'a.fx', { do: 'never' })] },
    });
    const call = new AbortController();
    const stuck = server.client.callTool(
      { name: 'get_diagnostics_for_file', arguments: { file_path: 'a.fx' } },
      undefined,
      { signal: call.signal },
    );
    expect(await diagnose(server, 'b.fx')).toMatchObject({ verdict: 'findings' });
    await expect.poll(() => one.log().received('textDocument/diagnostic', 'a.fx').length).toBe(1);
    call.abort();
    await expect(stuck).rejects.toThrow();
    await expect.poll(() => one.log().received('$/cancelRequest').length).toBe(1);
    expect(await diagnose(server, 'b.fx')).toMatchObject({ verdict: 'findings' });
    expect(starts(one)).toBe(1);
  });

  it('the time of a call stands still while a server starts', async () => {
    const { server } = await serving(
      {
        files: { 'a.fx': 'BAD\n' },
        server: {
          ...scriptOf('pulls-truth'),
          initialize: { kind: 'result', capabilities: { diagnosticProvider: {} }, delayMs: 2500 },
        },
      },
      ['--call-deadline', '2s'],
    );
    expect(await diagnose(server, 'a.fx')).toMatchObject({ verdict: 'findings' });
  });
});

describe('the servers', () => {
  it('are told of, and started anew', async () => {
    const { one, server } = await serving({
      files: { 'a.fx': 'BAD\n' },
      server: {
        ...scriptOf('pulls-truth'),
        handlers: [on('open', '*', { do: 'stderr', text: 'first\nlast words\n' })],
      },
    });
    const status = async () =>
      (await server.client.callTool({ name: 'server_status', arguments: {} })).structuredContent as {
        servers: readonly Record<string, unknown>[];
      };
    expect((await status()).servers).toEqual([]);
    await diagnose(server, 'a.fx');
    const [before] = (await status()).servers;
    expect(before).toMatchObject({
      ...{ name: 'fake', root: '.', state: 'ready', version: '1.2.3', openDocuments: 1 },
      ...{ lastStderrLines: ['first', 'last words'], stderrFile: expect.stringMatching(/fake-.*\.log$/) },
      ...{ pid: expect.any(Number), uptimeMs: expect.any(Number), idleMs: expect.any(Number) },
      memoryBytes: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const restarted = await server.client.callTool({
      name: 'restart_server',
      arguments: { servers: ['fake'] },
    });
    expect(restarted.structuredContent).toMatchObject({ success: true, restarted: ['fake@.'] });
    expect(isAlive(Number(before?.['pid']))).toBe(false);
    expect((await status()).servers).toEqual([]);
    await diagnose(server, 'a.fx');
    expect(starts(one)).toBe(2);
  });

  it('that cannot start are told of with their reason and without their command line', async () => {
    const { server } = await serving({
      files: { 'a.fx': 'BAD\n' },
      servers: { fake: { command: ['sh', '-c', 'echo cannot do >&2; exit 4', 'secret-token'] } },
    });
    expect(await diagnose(server, 'a.fx')).toMatchObject({
      verdict: 'unknown',
      cells: [{ reason: 'exited' }],
    });
    const again = await diagnose(server, 'a.fx');
    expect(again.cells[0]?.detail).toMatch(/fake exited with code 4.*it is not tried again for \d+ s/);
    const status = await server.client.callTool({ name: 'server_status', arguments: {} });
    expect(status.structuredContent).toMatchObject({
      servers: [{ name: 'fake', state: 'failed', lastStderrLines: ['cannot do'] }],
    });
    expect(JSON.stringify([again, status])).not.toContain('secret-token');
  });
});

describe('OC-10 (6): the end of the input ends everything', () => {
  it('with a server that ignores all courtesies and has a child of its own', async () => {
    const one = scenario({
      files: { 'a.fx': 'x\n' },
      servers: {
        fake: {
          script: {
            ignores: ['SIGTERM', 'stdin-eof', 'shutdown', 'exit'],
            handlers: [on('initialized', '*', { do: 'sleeper', detached: true })],
          },
          command: (fake) => ['sh', '-c', `${fake.map((word) => `'${word}'`).join(' ')}; true`],
        },
      },
    });
    const server = await clientOfProgram({ cwd: one.root, env: await trusting(one.root, one.outside) });
    void server.client
      .callTool({ name: 'get_diagnostics_for_file', arguments: { file_path: 'a.fx' } })
      .catch(() => {});
    await expect.poll(() => one.log().received('textDocument/didOpen').length, { timeout: 20_000 }).toBe(1);
    const { pid = 0 } = server;
    const from = performance.now();
    await server.end();
    expect(isAlive(pid)).toBe(false);
    expect(performance.now() - from).toBeLessThan(3000 + 2000);
    await one.expectNobodyLeft(server.stderr());
  });
});

describe('OC-27: nothing outside of the root is read', () => {
  it.each([
    ['../secret.txt', /outside the root/],
    ['/etc/passwd', /outside the root/],
    ['out/x.fx', /outside the root/],
    ['.git/config', /belongs to git/],
    ['link.fx', /outside the root/],
  ])('%s', async (path, why) => {
    const one = scenario(oneBad);
    const elsewhere = join(dirname(one.root), 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'x.fx'), 'TOP SECRET BAD\n');
    writeFileSync(join(dirname(one.root), 'secret.txt'), 'TOP SECRET\n');
    symlinkSync(elsewhere, join(one.root, 'out'));
    symlinkSync(join(elsewhere, 'x.fx'), join(one.root, 'link.fx'));
    repositoryIn(one);
    const server = await clientOfProgram({ cwd: one.root, env: await trusting(one.root, one.outside) });
    const answer = await diagnose(server, path);
    expect(answer).toMatchObject({ verdict: 'unknown', reason: 'read-failed', diagnostics: [] });
    expect(answer.detail).toMatch(why);
    expect(answer.detail).toContain(path);
    const run = await server.client.callTool({ name: 'check_files', arguments: { files: [path] } });
    expect(JSON.stringify(run)).not.toMatch(/SECRET|root:/);
    await server.end();
    expect(JSON.stringify(one.log().entries)).not.toContain('SECRET');
    rmSync(elsewhere, { recursive: true });
  });
});
