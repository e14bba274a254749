// What a tool is: a name, what it takes and gives (zod: checked on the way in, published as JSON Schema), whether it writes, and the work.
// The same for a client of MCP and for the shell (`lspcheck call`); neither is known here.

import * as z from 'zod';
import type { ExitCode } from '../model/summary.js';
import type { Workspace } from './workspace.js';

/** What comes with one call of a tool. */
export interface ToolCall {
  /** Aborted when the caller withdraws. */
  readonly signal: AbortSignal;
  /** @param total undefined as long as nobody knows */
  readonly onProgress: (done: number, total: number | undefined, message: string) => void;
  /** Asks the person in front of the client; undefined where the client cannot. False: no, or no answer. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface ToolAnswer {
  readonly structured: object;
  /** A few lines for people, every character visible. */
  readonly text: string;
  /** Of `lspcheck call`. */
  readonly exitCode: ExitCode;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Writes nothing. */
  readonly readOnly: boolean;
  /** What it writes cannot be taken back by calling it again. */
  readonly destructive: boolean;
  /** @throws UserError for what the caller can repair */
  run(input: unknown, workspace: Workspace, call: ToolCall): Promise<ToolAnswer>;
}

interface ToolDefinition<I extends z.ZodObject>
  extends Omit<Tool, 'input' | 'run' | 'readOnly' | 'destructive'> {
  readonly input: I;
  /** Left out: it writes nothing. */
  readonly writes?: 'files' | 'processes';
  run(input: z.output<I>, workspace: Workspace, call: ToolCall): Promise<ToolAnswer>;
}

export function defineTool<I extends z.ZodObject>({ writes, run, ...definition }: ToolDefinition<I>): Tool {
  return {
    ...definition,
    readOnly: writes === undefined,
    destructive: writes === 'files',
    // Whoever runs a tool has parsed its input by `input`; parsing twice is cheap and types it.
    run: (input, workspace, call) => run(definition.input.parse(input), workspace, call),
  };
}

/** Mistakes of an input, each with its place; undefined when there is none. */
export function inputMistakes(tool: Tool, input: unknown): readonly string[] | undefined {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return undefined;
  return parsed.error.issues.map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
}

/** As the protocol lists it. */
export function describeTool(tool: Tool) {
  const { name, title, description, input, output, readOnly, destructive } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: readOnly,
      openWorldHint: false,
    },
  };
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output') {
  return { ...z.toJSONSchema(schema, { io, target: 'draft-7' }), type: 'object' as const };
}
