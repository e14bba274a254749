// A running MCP server as a source of diagnostics: started like any server, its tools compared with the configuration at once, and
// asked file by file. One of the places that make a Settlement (`tool-result`): only from a list that the tool gave for the
// text that is on its disk. A server that fails, lies in text or is not sure is a cause, never an empty list.

import { readFile } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { formatDuration } from '../model/duration.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { McpTools } from '../model/server-definition.js';
import { type CellOutcome, settlement } from '../model/settlement.js';
import type { Clock } from '../platform/clock.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf } from '../platform/paths.js';
import { exitedFault, quoted } from './faults.js';
import { fileArgument } from './mcp-tools.js';
import type { ProcessTransport } from './mcp-transport.js';
import type { ServerProcess } from './process.js';
import { killTree, observeTree } from './process-tree.js';
import { readToolAnswer } from './tool-answer.js';
import type { ReadingContext } from './wire-diagnostic.js';

/** A tool as the server describes it. */
export interface BackendTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

export interface BackendParts {
  readonly plan: PlannedSession;
  readonly server: ServerProcess;
  readonly client: Client;
  readonly transport: ProcessTransport;
  readonly clock: Clock;
  readonly startMs: number;
  readonly tools: readonly BackendTool[];
  readonly onGone: () => void;
}

export interface Diagnosed {
  readonly outcome: CellOutcome;
  readonly malformed: readonly string[];
}

export interface CallLimits {
  readonly timeoutMs: number;
  /** Aborted: the call is withdrawn. */
  readonly signal: AbortSignal;
}

export class McpBackend {
  readonly plan: PlannedSession;
  readonly tools: readonly BackendTool[];
  readonly startMs: number;
  readonly version: string | undefined;
  readonly #parts: BackendParts;
  #lost: Fault | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: BackendParts) {
    const { plan, server, client } = parts;
    this.#parts = parts;
    this.plan = plan;
    this.tools = parts.tools;
    this.startMs = parts.startMs;
    this.version = client.getServerVersion()?.version;
    void server.ended.then((end) => {
      if (this.#closing === undefined)
        this.#lost ??= exitedFault(plan.definition.name, end, 0, server.stderrTail());
    });
  }

  get lost(): Fault | undefined {
    return this.#lost;
  }

  get pid(): number {
    return this.#parts.server.pid;
  }

  /**
   * Asks for one file, whose judged text lies on the disk that the server reads.
   * @param isInfra whether a text is one by which servers say that they could not look
   */
  async diagnose(
    document: PlannedDocument,
    context: ReadingContext,
    isInfra: (text: string) => boolean,
    limits: CallLimits,
  ): Promise<Diagnosed> {
    const { definition, tree } = this.plan;
    const { name } = definition;
    const mapping: McpTools = definition.mcp ?? { tools: {} };
    const tool = this.tools.find((one) => one.name === mapping.tools['diag']);
    if (tool === undefined) throw new Error(`${name} was started without its diag tool`);
    const file = absoluteOf(tree.serverRoot, document.path);
    const called = await this.call(tool.name, fileArgument(tool, file, document.uri) ?? {}, limits);
    if (called.kind === 'failed') return gaveUp(called.cause);
    const answer = readToolAnswer(called.result, mapping, context);
    switch (answer.kind) {
      case 'failed':
        return gaveUp(infra(`${name}: ${tool.name} failed: ${quoted(answer.text)}`));
      case 'unreadable':
        return gaveUp(
          isInfra(answer.text)
            ? infra(`${name}: ${quoted(answer.text)}`)
            : {
                ...infra(`${name}: ${tool.name} said nothing that can be read: ${quoted(answer.text)}`),
                hint: unreadableHint(name, mapping),
              },
        );
      case 'list': {
        const { diagnostics, malformed, beside } = answer;
        // A list beside words by which servers say that they could not look is what it had so far.
        if (isInfra(beside)) {
          const cause = infra(`${name}: ${quoted(beside.trim())}`);
          return { outcome: { kind: 'gave-up', cause, provisional: diagnostics }, malformed };
        }
        const now = await readFile(file).catch(() => undefined);
        if (now === undefined || contentHash(now) !== document.contentHash)
          return {
            ...gaveUp({ reason: 'read-failed', detail: 'the file changed while it was judged' }),
            malformed,
          };
        return { outcome: settlement('tool-result', document.contentHash, diagnostics), malformed };
      }
    }
  }

  /** Any tool, for whoever passes it on. The result is as it came, `isError` and all. */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    { timeoutMs, signal }: CallLimits,
  ): Promise<
    | { readonly kind: 'answered'; readonly result: unknown }
    | { readonly kind: 'failed'; readonly cause: UnknownCause }
  > {
    const { client, clock, plan } = this.#parts;
    const { name } = plan.definition;
    const stop = new AbortController();
    const withdraw = () => stop.abort(signal.reason);
    signal.addEventListener('abort', withdraw, { once: true });
    const timer = new AbortController();
    let late = false;
    void clock.sleep(timeoutMs, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      late = true;
      stop.abort('late');
    });
    try {
      if (signal.aborted) withdraw();
      const request = { method: 'tools/call', params: { name: tool, arguments: args } } as const;
      // The time limit is ours: the SDK's own would be a second clock.
      const options = { signal: stop.signal, timeout: longestTimeoutMs };
      return { kind: 'answered', result: await client.request(request, CallToolResultSchema, options) };
    } catch (error) {
      if (late)
        return failedCall('deadline', `${name} did not answer ${tool} within ${formatDuration(timeoutMs)}`);
      if (signal.aborted) return failedCall('interrupted', `interrupted while ${name} was asked`);
      if (this.#lost !== undefined) return { kind: 'failed', cause: this.#lost };
      return { kind: 'failed', cause: await this.#causeOf(error, tool) };
    } finally {
      timer.abort();
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** Ends the server: its input closed, then TERM, then KILL to everything in its tree (MCP 2025-06-18, lifecycle, stdio). */
  close(): Promise<void> {
    this.#closing ??= endBackend(this.#parts);
    return this.#closing;
  }

  async #causeOf(error: unknown, tool: string): Promise<UnknownCause> {
    const { server, transport, clock, plan } = this.#parts;
    const { name } = plan.definition;
    if (error instanceof McpError && error.code !== ErrorCode.ConnectionClosed)
      return { reason: 'pull-failed', detail: `${name} refused ${tool}: ${quoted(error.message)}` };
    const broken = transport.broken();
    if (broken !== undefined) return { reason: 'protocol-error', detail: `${name} ${broken}` };
    // A death reaches us as a closed connection first; its cause is on its way.
    const stop = new AbortController();
    const end = await Promise.race([server.ended, clock.sleep(causeMs, stop.signal).then(() => undefined)]);
    stop.abort();
    if (end === undefined)
      return { reason: 'protocol-error', detail: `${name} closed its output and lives on` };
    this.#lost ??= exitedFault(name, end, 1, server.stderrTail());
    return this.#lost;
  }
}

/** Beyond every deadline that can be given. */
const longestTimeoutMs = 2 ** 31 - 1;
const causeMs = 500;
const orderlyEndMs = 500;
const termMs = 300;

async function endBackend({ server, transport, client, clock, onGone }: BackendParts): Promise<void> {
  const tree = observeTree(server.pid);
  const within = async (ms: number) => {
    const stop = new AbortController();
    await Promise.race([server.ended, clock.sleep(ms, stop.signal)]);
    stop.abort();
  };
  tree.pids();
  await transport.close();
  await within(orderlyEndMs);
  killTree(tree, server.pid, 'SIGTERM');
  await within(termMs);
  killTree(tree, server.pid, 'SIGKILL');
  await within(1000);
  await client.close();
  server.abandon();
  onGone();
}

function gaveUp(cause: UnknownCause): Diagnosed {
  return { outcome: { kind: 'gave-up', cause, provisional: [] }, malformed: [] };
}

function infra(detail: string): UnknownCause {
  return { reason: 'infra', detail };
}

function failedCall(reason: UnknownCause['reason'], detail: string) {
  return { kind: 'failed' as const, cause: { reason, detail } };
}

function unreadableHint(name: string, { match }: McpTools): string {
  return match === undefined
    ? `the tool answers in text: give servers.${name}.match an expression with the groups severity, line, column and message`
    : `servers.${name}.match finds nothing in it; a group named clean says which text means that there is nothing`;
}
