// The hosts that a scenario can run through: each takes the same settings and gives the same JSON report.

import type { ChildProcess } from 'node:child_process';
import { isAbsolute, join } from 'node:path';
import { expect } from 'vitest';
import { check } from '../../src/index.js';
import { assertNever } from '../../src/model/base.js';
import { parseDuration } from '../../src/model/duration.js';
import { decodeRun } from '../../src/model/run-codec.js';
import { encodeRun } from '../../src/model/run-report.js';
import { exitCodeOf } from '../../src/model/summary.js';
import { clientInProcess } from './mcp-client.js';
import { parseReport, type Report } from './report.js';
import { neutralEnvironment, runCli } from './run-cli.js';

export type Host = 'engine' | 'cli' | 'mcp';

const isQuick = process.env['LSPCHECK_QUICK'] === '1';
/** Every scenario runs through each of them; in `npm run check` (LSPCHECK_QUICK=1) through the first, which starts no process. */
export const hosts: readonly Host[] = isQuick ? ['engine'] : ['engine', 'cli', 'mcp'];
/** Those that can write transcripts. */
export const recordingHosts: readonly Host[] = isQuick ? ['engine'] : ['engine', 'cli'];

export interface CheckSettings {
  readonly host?: Host;
  /** `files` by default. */
  readonly scope?: 'files' | 'working-tree' | 'staged' | { readonly base: string };
  /** Relative to the current folder; for `files` all of the scenario by default. */
  readonly paths?: readonly string[];
  /** The current folder, relative to the workspace; its top by default. */
  readonly from?: string;
  /** Durations as on the command line. Defaults as in the cases: 10 s and 300 ms. */
  readonly deadline?: string;
  readonly quietPeriod?: string;
  readonly startTimeout?: string;
  readonly requestTimeout?: string;
  readonly failOn?: 'error' | 'warning';
  readonly onUnknown?: 'warn';
  readonly only?: 'changed-lines' | 'new';
  readonly affected?: true;
  /** cli only: further flags. */
  readonly flags?: readonly string[];
  /** Folder for transcripts. */
  readonly record?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** cli only: sees the running process, to send signals. */
  readonly whileRunning?: (child: ChildProcess) => void | Promise<void>;
}

export interface HostAnswer {
  readonly report: Report;
  readonly exitCode: number | null;
  /** What was said to people; empty for hosts that say nothing. */
  readonly stderr: string;
}

export async function askHost(settings: CheckSettings, root: string): Promise<HostAnswer> {
  const whole = { ...settings, cwd: join(root, settings.from ?? '.') };
  const { host = 'cli' } = settings;
  switch (host) {
    case 'engine':
      return askEngine(whole);
    case 'cli':
      return askCli(whole);
    case 'mcp':
      return askMcp(whole);
    default:
      return assertNever(host);
  }
}

type Placed = CheckSettings & { readonly cwd: string };

/** In this process, through the public API. */
async function askEngine(settings: Placed): Promise<HostAnswer> {
  const { scope = 'files', paths = [], cwd } = settings;
  const outcome = await check({
    cwd,
    env: neutralEnvironment(settings.env),
    scope:
      scope === 'files'
        ? { kind: 'files', names: paths }
        : typeof scope === 'string'
          ? { kind: scope, paths: [] }
          : { kind: 'base', ref: scope.base, paths: [] },
    ...(settings.record !== undefined && { record: settings.record }),
    options: {
      failOn: settings.failOn ?? 'warning',
      deadlineMs: milliseconds(settings.deadline ?? '10s'),
      quietPeriodMs: milliseconds(settings.quietPeriod ?? '300ms'),
      ...(settings.onUnknown && { onUnknown: settings.onUnknown }),
      ...(settings.only && { only: settings.only }),
      ...(settings.affected && { affected: true }),
      ...(settings.startTimeout && { startTimeoutMs: milliseconds(settings.startTimeout) }),
      ...(settings.requestTimeout && { requestTimeoutMs: milliseconds(settings.requestTimeout) }),
    },
  });
  await outcome.finished;
  const report = parseReport(JSON.stringify(encodeRun(outcome.run, { timings: false })), '');
  return { report, exitCode: exitCodeOf(outcome.run), stderr: outcome.warnings.join('\n') };
}

/** The built binary; its report must also be one that the codec takes back. */
async function askCli(settings: Placed): Promise<HostAnswer> {
  const done = await runCli(cliArguments(settings, 'json'), settings);
  const report = parseReport(done.stdout, done.stderr);
  const decoded = decodeRun(report);
  if (decoded.kind === 'invalid') throw new Error(`the codec refuses ${decoded.at}: ${decoded.message}`);
  return { report, exitCode: done.exitCode, stderr: done.stderr };
}

/** A tool of the MCP server, through the official client; the structured answer is the report, and the codec takes it back. */
async function askMcp(settings: Placed): Promise<HostAnswer> {
  const { scope = 'files', paths = [], cwd, from = '.' } = settings;
  const { startTimeout, requestTimeout, quietPeriod = '300ms' } = settings;
  const server = await clientInProcess({
    cwd,
    ...(settings.env && { env: settings.env }),
    options: {
      quietPeriodMs: milliseconds(quietPeriod),
      ...(startTimeout && { startTimeoutMs: milliseconds(startTimeout) }),
      ...(requestTimeout && { requestTimeoutMs: milliseconds(requestTimeout) }),
    },
  });
  const how = { fail_on: settings.failOn ?? 'warning', deadline: settings.deadline ?? '10s' };
  const [name, what] =
    scope === 'files'
      ? ['check_files', { files: paths.map((path) => (isAbsolute(path) ? path : join(from, path))) }]
      : ['check_changed', scope === 'working-tree' ? {} : scope === 'staged' ? { staged: true } : scope];
  const answer = await server.client.callTool({ name, arguments: { ...what, ...how } }, undefined, {
    timeout: 300_000,
  });
  await server.end();
  if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
  const { report, warnings } = reportIn(answer.structuredContent, server.stderr());
  const decoded = decodeRun(report);
  if (decoded.kind === 'invalid') throw new Error(`the codec refuses ${decoded.at}: ${decoded.message}`);
  return {
    report,
    exitCode: report.exitCode,
    stderr: [server.stderr(), ...warnings].join('\n'),
  };
}

/** The report without what the tool adds to it; the verdict must come first. */
function reportIn(structured: unknown, stderr: string) {
  const whole = structured as Report & {
    readonly warnings?: readonly string[];
    readonly [key: string]: unknown;
  };
  expect(Object.keys(whole).slice(0, 3)).toEqual(['verdict', 'incomplete', 'positionBase']);
  const { verdict: _, incomplete, positionBase: __, warnings = [], ...report } = whole;
  expect(incomplete).toBe(!whole.complete || whole.summary['incomplete'] !== 0);
  const files = whole.files.map(({ ...file }) => {
    expect(file).toHaveProperty('file_path', expect.stringMatching(/^\//));
    return Object.fromEntries(Object.entries(file).filter(([key]) => key !== 'file_path'));
  });
  return { report: parseReport(JSON.stringify({ ...report, files }), stderr), warnings };
}

function milliseconds(duration: string): number {
  const ms = parseDuration(duration);
  if (ms === undefined) throw new Error(`${duration} is no duration`);
  return ms;
}

/** The command line. Names come after `--`, so that one may look like an option. */
export function cliArguments(settings: CheckSettings, format: string): readonly string[] {
  const { scope = 'files' } = settings;
  const command =
    scope === 'files'
      ? ['files']
      : scope === 'staged'
        ? ['changed', '--staged']
        : scope === 'working-tree'
          ? ['changed']
          : ['changed', '--base', scope.base];
  const timed = [
    ['--deadline', settings.deadline ?? '10s'],
    ['--quiet-period', settings.quietPeriod ?? '300ms'],
    ['--start-timeout', settings.startTimeout],
    ['--request-timeout', settings.requestTimeout],
    ['--record', settings.record],
    ['--on-unknown', settings.onUnknown],
    ['--only', settings.only],
  ].flatMap(([flag, value]) => (flag === undefined || value === undefined ? [] : [flag, value]));
  const paths = scope === 'files' ? ['--', ...(settings.paths ?? [])] : [];
  const flags = ['--format', format, '--fail-on', settings.failOn ?? 'warning', ...(settings.flags ?? [])];
  const affected = settings.affected ? ['--affected'] : [];
  return [...command, ...affected, ...flags, ...timed, ...paths];
}
