// From a planned session of an MCP server to a running one: spawned like any server, MCP's handshake, its tools looked at. A tool that
// the configuration names and the server has not is a failed start: it would answer nothing for ever.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { formatDuration } from '../model/duration.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import { exitedFault, quoted } from './faults.js';
import { launch, putDown } from './launch.js';
import { type BackendTool, McpBackend } from './mcp-backend.js';
import { wrongTool } from './mcp-tools.js';
import { type ProcessTransport, transportOver } from './mcp-transport.js';
import type { ServerProcess } from './process.js';
import type { StartDeps, StartLimits } from './start-session.js';

export type BackendStart =
  | { readonly kind: 'started'; readonly backend: McpBackend }
  | { readonly kind: 'failed'; readonly fault: Fault };

export async function startBackend(
  plan: PlannedSession,
  deps: StartDeps,
  limits: StartLimits,
): Promise<BackendStart> {
  const { clock, reaper } = deps;
  const startedAt = clock.now();
  const launched = await launch(plan, deps);
  if (launched.kind === 'failed') return launched;
  const { server } = launched;
  const onGone = () => reaper.forget(server.pid);
  const transport = transportOver(server);
  const client = new Client({ name: 'lspcheck', version: deps.ownVersion });
  const connected = await connect(plan, client, transport, server, deps, limits);
  if (connected.kind === 'failed') {
    await putDown(server, deps);
    return connected;
  }
  const startMs = clock.now() - startedAt;
  const { tools } = connected;
  return {
    kind: 'started',
    backend: new McpBackend({ plan, server, client, transport, clock, startMs, tools, onGone }),
  };
}

type Connected =
  | { readonly kind: 'connected'; readonly tools: readonly BackendTool[] }
  | { readonly kind: 'failed'; readonly fault: Fault };

async function connect(
  { definition }: PlannedSession,
  client: Client,
  transport: ProcessTransport,
  server: ServerProcess,
  { clock }: StartDeps,
  { startTimeoutMs, deadlineAt, signal }: StartLimits,
): Promise<Connected> {
  const { name, mcp = { tools: {} } } = definition;
  const timeoutMs = Math.max(0, Math.min(startTimeoutMs, deadlineAt - clock.now()));
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = new AbortController();
  let late = false;
  void clock.sleep(timeoutMs, timer.signal).then(() => {
    if (timer.signal.aborted) return;
    late = true;
    stop.abort();
  });
  try {
    if (signal.aborted) stop.abort();
    const options = { signal: stop.signal, timeout: 2 ** 31 - 1 };
    await client.connect(transport, options);
    const tools = await allTools(client, options);
    const wrong = wrongTool(mcp, tools);
    return wrong === undefined ? { kind: 'connected', tools } : failed('not-started', `${name} ${wrong}`);
  } catch (error) {
    if (late)
      return failed('start-timeout', `${name} did not answer initialize within ${formatDuration(timeoutMs)}`);
    if (signal.aborted) return failed('interrupted', `interrupted while ${name} was starting`);
    const broken = transport.broken();
    if (broken !== undefined) return failed('protocol-error', `${name} ${broken}`);
    const enough = new AbortController();
    const end = await Promise.race([server.ended, clock.sleep(500, enough.signal).then(() => undefined)]);
    enough.abort();
    if (end !== undefined) return { kind: 'failed', fault: exitedFault(name, end, 1, server.stderrTail()) };
    const why = error instanceof Error ? error.message : String(error);
    return failed('not-started', `${name} refused to initialize: ${quoted(why)}`);
  } finally {
    timer.abort();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Page by page (MCP 2025-06-18, pagination); a server whose pages do not end has as many tools as anybody wants. */
async function allTools(client: Client, options: object): Promise<readonly BackendTool[]> {
  const tools: BackendTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page += 1) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, options);
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

function failed(reason: Fault['reason'], detail: string) {
  return { kind: 'failed' as const, fault: { reason, detail } };
}
