// `lspcheck mcp`: the tools on this process's stdin and stdout, until the client closes them or a signal comes.

import process from 'node:process';
import { serveMcp } from '../mcp/server.js';
import { openWorkspace } from '../mcp/workspace.js';
import type { ExitCode } from '../model/summary.js';
import type { FlagValues } from './flags.js';
import type { Host } from './host.js';
import { listenForSignals } from './signals.js';
import { workspaceOptions } from './tool-workspace.js';

export async function runMcpCommand(values: FlagValues, host: Host): Promise<ExitCode> {
  if (process.stdin.isTTY) await host.stderr.write(forPeople);
  // An agent works in repositories that nobody read.
  const options = workspaceOptions(values, true, host);
  const interruption = listenForSignals();
  try {
    const workspace = await openWorkspace(options);
    const { stdin, stdout } = process;
    await serveMcp(workspace, { stdin, stdout, log: options.log, signal: interruption.signal });
    // An open input would hold the process.
    stdin.destroy();
    return 0;
  } finally {
    interruption.stopListening();
  }
}

const forPeople = `lspcheck mcp waits for a client of the Model Context Protocol on its input.
To register it: claude mcp add lspcheck -- npx lspcheck mcp (others: docs/mcp.md)
To call one tool by hand: lspcheck call --list
`;
