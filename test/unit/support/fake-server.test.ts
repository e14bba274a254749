import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';
import { E, on, push, refuse, type Script, times } from '../../support/fake-server/script.js';
import { poll, recordedPids, survivors } from '../../support/processes.js';
import { readServerLog, type ServerLog } from '../../support/server-log.js';

// The oracle is vscode-jsonrpc, which frames independently of the fake server's own code.
interface Client {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly publishes: { uri: string; version?: number; diagnostics: unknown[] }[];
  readonly log: () => ServerLog;
  open(name: string, text: string): Promise<void>;
}

let folder: string;
let clients: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-fake-'));
  clients = [];
});
afterEach(async () => {
  for (const child of clients) child.kill('SIGKILL');
  expect(await survivors(recordedPids(join(folder, 'pids')), 3000)).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function start(script: Script): Promise<Client> {
  const logFile = join(folder, 'log.jsonl');
  const scriptFile = join(folder, 'script.json');
  writeFileSync(scriptFile, JSON.stringify({ ...script, logFile, pidsFile: join(folder, 'pids') }));
  const program = join(import.meta.dirname, '../../support/fake-server/server.mjs');
  const child = spawn(process.execPath, [program, '--script', scriptFile]);
  clients.push(child);
  const connection = createMessageConnection(child.stdout, child.stdin);
  const publishes: Client['publishes'] = [];
  connection.onNotification('textDocument/publishDiagnostics', (params: Client['publishes'][number]) => {
    publishes.push(params);
  });
  connection.onError(() => {});
  connection.listen();
  await connection.sendRequest('initialize', { rootUri: 'file:///w', capabilities: {} });
  await connection.sendNotification('initialized', {});
  const open = (name: string, text: string) =>
    connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: `file:///w/${name}`, languageId: 'fx', version: 1, text },
    });
  return { child, connection, publishes, log: () => readServerLog(logFile), open };
}

async function pull(client: Client, name: string): Promise<unknown> {
  return client.connection.sendRequest('textDocument/diagnostic', {
    textDocument: { uri: `file:///w/${name}` },
  });
}

describe('content rule', () => {
  it('finds every BAD in the text given, in UTF-16 columns, and logs the hash of that text', async () => {
    const client = await start({ contentRule: { by: 'push', version: 'doc' } });
    await client.open('a.fx', '🙂 BAD\nBADGE BAD');
    await poll(() => client.publishes.length === 1, 3000);
    expect(client.publishes[0]).toMatchObject({
      uri: 'file:///w/a.fx',
      version: 1,
      diagnostics: [
        { range: { start: { line: 0, character: 3 }, end: { line: 0, character: 6 } } },
        { range: { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } } },
      ],
    });
    expect(client.log().notes('content-rule')).toMatchObject([
      { sha256: '517af150e006b157ad23f259f734168121eb16dfc728d306e93291f39eb8f76f' },
    ]);
  });
});

describe('handlers', () => {
  it('take turns: the first that matches and has turns left', async () => {
    const client = await start({
      handlers: [
        times(2, on('pull', 'a.fx', refuse(-32802, { retriggerRequest: true }))),
        on('pull', 'a.fx', { do: 'full', items: [] }),
      ],
    });
    await expect(pull(client, 'a.fx')).rejects.toMatchObject({
      code: -32802,
      data: { retriggerRequest: true },
    });
    await expect(pull(client, 'a.fx')).rejects.toMatchObject({ code: -32802 });
    expect(await pull(client, 'a.fx')).toEqual({ kind: 'full', items: [] });
    await expect(pull(client, 'b.fx')).rejects.toMatchObject({ code: -32601 });
  });

  it('wait for a file as a barrier', async () => {
    const barrier = join(folder, 'go');
    const client = await start({
      handlers: [on('open', '*', push([]), { ...push([], 7), whenFile: barrier })],
    });
    await client.open('a.fx', 'ok');
    await poll(() => client.publishes.length === 1, 3000);
    writeFileSync(barrier, '');
    await poll(() => client.publishes.length === 2, 3000);
    expect(client.publishes[1]?.version).toBe(7);
  });

  it('ask the client and publish only if every answer was right, ids with their type', async () => {
    const steps = [
      {
        do: 'request',
        id: 0,
        method: 'x/a',
        params: { uri: '{uri:a b.fx}' },
        expect: { result: [1, { $any: true }] },
      },
      { do: 'push', items: [], onlyIfAnswered: true },
    ] as const;
    const client = await start({ handlers: [on('open', '*', ...steps)] });
    let answer: unknown = [1, {}];
    const seen: unknown[] = [];
    client.connection.onRequest('x/a', (params) => {
      seen.push(params);
      return answer;
    });
    await client.open('a.fx', 'ok');
    await poll(() => client.publishes.length === 1, 3000);
    expect(seen).toEqual([{ uri: 'file:///w/a%20b.fx' }]);
    answer = [2, {}];
    await client.open('b.fx', 'ok');
    await poll(() => client.log().notes('wrong-answer').length === 1, 3000);
    expect(client.publishes).toHaveLength(1);
  });
});

describe('output', () => {
  it.each([
    { chunking: 'byte', header: 'odd' },
    { chunking: 'seven', header: 'plain' },
    { chunking: 'joined', header: 'odd' },
  ] as const)('$chunking with $header headers is still valid framing', async (output) => {
    const message = '变量未定义 🙂 — naïve';
    const client = await start({
      output,
      handlers: [on('open', '*', push([E(0, 0, 0, 1, message)]), push([]))],
    });
    await client.open('a.fx', 'ok');
    await poll(() => client.publishes.length === 2, 3000);
    expect(client.publishes[0]?.diagnostics).toMatchObject([{ message }]);
  });

  it.each([
    ['encode-all', 'file:///w/app/%5bid%5d/%28a%29/caf%c3%a9%20%23.fx'],
    ['encode-least', 'file:///w/app/[id]/(a)/café%20%23.fx'],
    ['echo', 'file:///w/app/[id]/(a)/caf%C3%A9%20%23.fx'],
  ] as const)('spells URIs as %s', async (uriSpelling, expected) => {
    const client = await start({ uriSpelling, contentRule: { by: 'push' } });
    await client.open('app/[id]/(a)/caf%C3%A9%20%23.fx', 'BAD');
    await poll(() => client.publishes.length === 1, 3000);
    expect(client.publishes[0]?.uri).toBe(expected);
  });
});

describe('input', () => {
  it('leaves with 3 when a body is not as long as its header says', async () => {
    const client = await start({});
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: ['—'] });
    client.child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n${body}`); // characters, not bytes
    const code = await new Promise((resolve) => client.child.on('exit', resolve));
    expect(code).toBe(3);
    expect(client.log().notes('garbled-input')).toHaveLength(1);
  });

  it('can be closed while the server lives on: writing to it fails', async () => {
    const client = await start({ handlers: [on('open', 'a.fx', push([]), { do: 'close-stdin' })] });
    await client.open('a.fx', '');
    await poll(() => client.publishes.length === 1, 3000);
    const failed = new Promise<Error>((resolve) => client.child.stdin?.on('error', resolve));
    const write = setInterval(() => client.child.stdin?.write('x'.repeat(100_000)), 20);
    expect(await failed).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    clearInterval(write);
    expect(client.child.exitCode).toBe(null);
  });
});

describe('ends', () => {
  it('with 0 after shutdown and exit, and lists its pid', async () => {
    const client = await start({});
    await client.connection.sendRequest('shutdown');
    await client.connection.sendNotification('exit');
    expect(await new Promise((resolve) => client.child.on('exit', resolve))).toBe(0);
    expect(readFileSync(join(folder, 'pids'), 'utf8')).toBe(`${client.child.pid} server\n`);
  });

  it('not at all when it ignores SIGTERM, the end of its input and exit', async () => {
    const client = await start({ ignores: ['SIGTERM', 'stdin-eof', 'exit', 'shutdown'] });
    client.child.kill('SIGTERM');
    await client.connection.sendNotification('exit');
    client.child.stdin?.end();
    // Which of them it hears of first is not said.
    const heard = () => ['stdin-end', 'signal'].map((kind) => client.log().notes(kind).length);
    await poll(() => heard().every((count) => count === 1), 10_000);
    expect(heard()).toEqual([1, 1]);
    expect(client.child.exitCode).toBe(null);
  });
});
