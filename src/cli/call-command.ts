// `lspcheck call`: one tool from the shell, with the schemas and the answers that a client of `lspcheck mcp` gets.

import { describeTool, inputMistakes, type Tool, type ToolCall } from '../mcp/tool.js';
import { tools, unknownTool } from '../mcp/tools.js';
import { openWorkspace } from '../mcp/workspace.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import type { Host } from './host.js';
import type { ParsedCommand } from './parse.js';
import { interruptedBefore } from './run-check.js';
import { exitCodes, type Interruption, listenForSignals } from './signals.js';
import { workspaceOptions } from './tool-workspace.js';

/** @throws UserError `usage` for a wrong name or wrong arguments, and for what the tool calls a slip */
export async function runCallCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  if (values.list === true) {
    await host.stdout.write(print({ tools: tools.map(describeTool) }));
    return 0;
  }
  const [name = '', json] = args;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    throw new UserError('usage', unknownTool(name), { hint: 'lspcheck call --list shows all of them' });
  const input = inputOf(tool, json);
  const interruption = listenForSignals();
  try {
    return await callOnce(tool, input, values, interruption, host);
  } catch (error) {
    return interruptedBefore(error, interruption, host);
  } finally {
    interruption.stopListening();
  }
}

async function callOnce(
  tool: Tool,
  input: unknown,
  values: ParsedCommand['values'],
  { signal, received }: Interruption,
  host: Host,
): Promise<ExitCode> {
  const workspace = await openWorkspace(workspaceOptions(values, values.untrusted === true, host));
  try {
    const call: ToolCall = { signal, onProgress: () => {} };
    const { structured, exitCode } = await tool.run(input, workspace, call);
    await host.stdout.write(print(structured));
    const stopped = received();
    return stopped === undefined ? exitCode : exitCodes[stopped];
  } finally {
    await workspace.end();
  }
}

function inputOf(tool: Tool, json: string | undefined): unknown {
  const input = json === undefined ? {} : parsed(json);
  const mistakes = inputMistakes(tool, input);
  if (mistakes === undefined) return input;
  throw new UserError('usage', `wrong arguments for ${tool.name}`, {
    mistakes: mistakes.map((message) => ({ message })),
    hint: 'lspcheck call --list shows its schema',
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError('usage', `the arguments are no JSON: ${why}`, {
      hint: `an object in quotes: '{"file_path": "src/a.ts"}'`,
    });
  }
}

function print(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
