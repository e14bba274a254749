// The tools that judge: what changed, these files, this file. The same engine and the same words as on the command line.

import * as z from 'zod';
import type { ScopeSelection } from '../check-options.js';
import type { ConfigOptions } from '../config/options.js';
import { withoutUndefined } from '../config/without-undefined.js';
import type { ProgressEvent } from '../engine/progress.js';
import { severities } from '../model/diagnostic.js';
import { parseDuration } from '../model/duration.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf, absolutePath, fromUri } from '../platform/paths.js';
import { placeInside } from '../query/held-folder.js';
import { oneLine } from '../report/escape.js';
import { fileAnswerOf, runAnswerOf } from './check-answer.js';
import { fileAnswer, runAnswer } from './report-shape.js';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from './tool.js';
import type { Workspace } from './workspace.js';

const judging = {
  min_severity: z.enum(severities).optional().describe('leave out what is below; default info'),
  fail_on: z
    .enum([...severities, 'never'])
    .optional()
    .describe('from which severity on exitCode is 1; default error'),
  servers: z.array(z.string()).optional().describe('only these servers'),
  skip_servers: z.array(z.string()).optional().describe('without these servers'),
  limit: z
    .int()
    .min(1)
    .optional()
    .describe('at most so many diagnostics; then `total` says how many there are'),
  deadline: z
    .string()
    .optional()
    .describe(
      'how long to wait (30s, 2m); what has no verdict by then is unknown. Default: mcp.callDeadline, 30s',
    ),
};

const checkChanged = defineTool({
  name: 'check_changed',
  title: 'Check what changed',
  description:
    'Judges what changed in the repository with its language servers and linters: by default the working tree against HEAD, untracked files included. Give at most one of staged, base, from + to. Every file is findings, clean or unknown (and why).',
  input: z.object({
    staged: z.boolean().optional().describe('judge the index: exactly what would be committed'),
    base: z.string().optional().describe('what changed since the merge base with this ref'),
    from: z.string().optional().describe('with to: what changed from this commit'),
    to: z.string().optional().describe('with from: the commit that is judged'),
    paths: z.array(z.string()).optional().describe('only below these paths, relative to the root'),
    only: z
      .enum(['all', 'changed-lines', 'new'])
      .optional()
      .describe('which findings count: all, those on changed lines, those that the text before did not have'),
    ...judging,
  }),
  output: runAnswer,
  run: async (input, workspace, call) => {
    const options = { ...optionsOf(input), ...withoutUndefined({ only: input.only }) };
    const onProgress = progressTo(call);
    return runAnswerOf(
      await workspace.check({ scope: scopeOf(input), options, onProgress }, call),
      input.limit,
    );
  },
});

const checkFiles = defineTool({
  name: 'check_files',
  title: 'Check files',
  description:
    'Judges these files, whether they changed or not, with their language servers and linters. Every file is findings, clean or unknown (and why).',
  input: z.object({
    files: z
      .array(z.string())
      .min(1)
      .describe('paths (absolute or relative to the root), folders, or globs such as src/**/*.ts'),
    ...judging,
  }),
  output: runAnswer,
  run: async (input, workspace, call) => {
    const names = input.files.map((name) => (name.startsWith('file:') ? (fromUri(name) ?? name) : name));
    const scope = { kind: 'files', names } as const;
    const onProgress = progressTo(call);
    const outcome = await workspace.check({ scope, options: optionsOf(input), onProgress }, call);
    return runAnswerOf(outcome, input.limit);
  },
});

const getDiagnostics = defineTool({
  name: 'get_diagnostics_for_file',
  title: 'Diagnostics of a file',
  description:
    'Judges one file as it is on the disk now, by every server that is configured for it, their findings merged. verdict: findings, clean (with evidence), or unknown (and why): an empty list with unknown does not mean that there are no errors.',
  input: z.object({
    file_path: z.string().min(1).describe('absolute, or relative to the root'),
    ...judging,
  }),
  output: fileAnswer,
  run: async (input, workspace, call) => {
    const { root } = workspace.place;
    const given = input.file_path;
    const named = given.startsWith('file:') ? (fromUri(given) ?? given) : given;
    const inside = await placeInside(root, named);
    if (inside.kind === 'refused') return refusedFile(workspace, named, inside.why);
    const scope = { kind: 'files', names: [absoluteOf(root, inside.path)], literal: true } as const;
    const onProgress = progressTo(call);
    const outcome = await workspace.check({ scope, options: optionsOf(input), onProgress }, call);
    return fileAnswerOf(outcome, input.limit);
  },
});

export const checkTools: readonly Tool[] = [checkChanged, checkFiles, getDiagnostics];

function scopeOf(input: {
  staged?: boolean | undefined;
  base?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  paths?: readonly string[] | undefined;
}): ScopeSelection {
  const { staged, base, from, to, paths = [] } = input;
  const asked = [staged === true, base !== undefined, from !== undefined || to !== undefined];
  if (asked.filter(Boolean).length > 1)
    throw new UserError('usage', 'staged, base and from/to exclude each other');
  for (const ref of [base, from, to])
    if (ref !== undefined && (ref === '' || ref.startsWith('-')))
      throw new UserError('usage', `${JSON.stringify(ref)} is no ref`);
  if (staged === true) return { kind: 'staged', paths };
  if (base !== undefined) return { kind: 'base', ref: base, paths };
  if (from !== undefined && to !== undefined) return { kind: 'range', from, to, paths };
  if (from !== undefined || to !== undefined) throw new UserError('usage', 'from and to belong together');
  return { kind: 'working-tree', paths };
}

function optionsOf(input: z.output<z.ZodObject<typeof judging>>): ConfigOptions {
  const deadlineMs = input.deadline === undefined ? undefined : parseDuration(input.deadline);
  if (input.deadline !== undefined && deadlineMs === undefined)
    throw new UserError('usage', `${JSON.stringify(input.deadline)} is no duration`, {
      hint: 'such as 30s or 2m',
    });
  return withoutUndefined({
    minSeverity: input.min_severity,
    failOn: input.fail_on,
    onlyServers: input.servers,
    skipServers: input.skip_servers,
    deadlineMs,
  });
}

/** Nothing of it was read: not even whether it exists. */
function refusedFile({ place: { root } }: Workspace, given: string, why: string): ToolAnswer {
  const detail = `${given} cannot be used: ${why}`;
  return {
    structured: {
      ...{ verdict: 'unknown', incomplete: true, positionBase: 1 },
      ...{ path: given, file_path: absolutePath(given, root), reason: 'read-failed', detail },
      ...{ cells: [], diagnostics: [] },
    },
    text: oneLine(`unknown (read-failed): ${detail}`),
    exitCode: 3,
  };
}

/** Each step is further than the one before, as the protocol demands. */
function progressTo({ onProgress }: ToolCall): (event: ProgressEvent) => void {
  let total = 0;
  let done = 0;
  const step = (message: string) => {
    done += 1;
    onProgress(done, done <= total ? total : undefined, message);
  };
  return (event) => {
    switch (event.kind) {
      case 'planned':
        total = event.sessions.reduce((sum, { documents }) => sum + documents + 1, 0);
        return;
      case 'starting':
        return step(`${event.key} is asked`);
      case 'settled':
        return step(`${event.path}: ${event.how} (${event.key})`);
      default:
        return;
    }
  };
}
