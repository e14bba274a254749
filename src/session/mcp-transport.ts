// The MCP wire to a process of ours: one JSON object per line, both ways, over the pipes that session/process made, so that the
// backend is reaped like any server. What is no message on its stdout is passed over; a line without end is the end of it.

import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ServerProcess } from './process.js';

/** As for LSP: 64 MB. */
const longestLineBytes = 64 * 1024 * 1024;

export interface ProcessTransport extends Transport {
  /** Set when the other side broke the wire. */
  readonly broken: () => string | undefined;
}

export function transportOver(server: ServerProcess): ProcessTransport {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let broken: string | undefined;
  const transport: ProcessTransport = {
    broken: () => broken,
    async start() {
      server.stdout.on('data', (chunk: Buffer) => take(chunk));
      server.stdout.once('close', () => transport.onclose?.());
      server.stdin.once('error', (error: Error) => {
        broken ??= `no longer reads what it is sent (${error.message})`;
        transport.onclose?.();
      });
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        server.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      server.stdin.end();
      transport.onclose?.();
    },
  };
  return transport;

  function take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      hear(Buffer.concat([...rest, chunk.subarray(from, at)]));
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes <= longestLineBytes || broken !== undefined) return;
    broken = `sent a message of more than ${longestLineBytes} bytes`;
    server.stdout.destroy();
  }

  function hear(line: Buffer): void {
    const text = line.toString('utf8').trim();
    if (!text.startsWith('{')) return;
    try {
      transport.onmessage?.(deserializeMessage(text));
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
