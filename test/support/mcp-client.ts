// The official SDK's client before our MCP server: in this process, over a pair of pipes, or the built program over stdio.

import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { ConfigOptions } from '../../src/config/options.js';
import { serveMcp } from '../../src/mcp/server.js';
import { openWorkspace } from '../../src/mcp/workspace.js';
import { systemClock } from '../../src/platform/clock.js';
import { spawnServer } from '../../src/session/process.js';
import { cliPath, neutralEnvironment, runCli } from './run-cli.js';

export interface ClientSettings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** In process only. */
  readonly options?: ConfigOptions;
  /** Of the program only. */
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
}

export interface TestClient {
  readonly client: Client;
  /** Of the program; undefined in process. */
  readonly pid: number | undefined;
  stderr(): string;
  /** Closes our end; resolves when the server is through. */
  end(): Promise<void>;
}

export type CallResult = Awaited<ReturnType<Client['callTool']>>;

function newClient(capabilities: ClientCapabilities = {}): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { capabilities });
}

export async function clientInProcess(settings: ClientSettings): Promise<TestClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const said: string[] = [];
  const log = (_: string, message: string) => void said.push(message);
  const workspace = await openWorkspace({
    cwd: settings.cwd,
    env: neutralEnvironment(settings.env),
    rootDir: undefined,
    untrusted: false,
    options: settings.options ?? {},
    ...{ clock: systemClock, log, spawn: spawnServer },
  });
  const signal = new AbortController().signal;
  const served = serveMcp(workspace, { stdin: toServer, stdout: toClient, log, signal });
  const client = newClient(settings.capabilities);
  await client.connect(new StdioServerTransport(toClient, toServer));
  return {
    client,
    pid: undefined,
    stderr: () => said.join('\n'),
    end: async () => {
      toServer.end();
      await served;
      await client.close();
    },
  };
}

/** As somebody does who has read what would be run. Returns where that is kept. */
export async function trusting(cwd: string, stateHome: string): Promise<Readonly<Record<string, string>>> {
  const env = { XDG_STATE_HOME: stateHome };
  const done = await runCli(['trust', 'add'], { cwd, env });
  if (done.exitCode !== 0) throw new Error(done.stderr);
  return env;
}

export async function clientOfProgram(settings: ClientSettings): Promise<TestClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath, 'mcp', ...(settings.args ?? [])],
    cwd: settings.cwd,
    env: neutralEnvironment(settings.env),
    stderr: 'pipe',
  });
  const said: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const client = newClient(settings.capabilities);
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? undefined,
    stderr: () => said.join(''),
    end: () => client.close(),
  };
}
