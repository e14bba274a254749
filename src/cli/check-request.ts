// From a right command line to what is to be judged and where the report goes: typed values, nothing read from the disk.
// Pure. In CI the event is asked what changed: the working tree of a fresh checkout equals HEAD, so "nothing changed" would be
// green for ever.

import type { ScopeSelection } from '../check-options.js';
import type { ConfigOptions } from '../config/options.js';
import { withoutUndefined } from '../config/without-undefined.js';
import { severities } from '../model/diagnostic.js';
import { parseDuration } from '../model/duration.js';
import { parseShard, type ShardOf } from '../model/shard.js';
import { UserError } from '../model/user-error.js';
import { shardOfCi } from '../platform/ci-shard.js';
import type { Environment } from '../platform/environment.js';
import { type LogLevel, logLevels } from '../platform/log.js';
import { type FormatName, formatNames } from '../report/registry.js';
import type { CheckCommandName } from './commands.js';
import type { FlagValues } from './flags.js';
import { type ParsedCommand, type ReportTarget, splitReport } from './parse.js';
import type { ColorFlag } from './terminal.js';

export interface CheckCommand extends ParsedCommand {
  readonly name: CheckCommandName;
}

/** What is pushed is on stdin, as git gives it to a hook. */
export interface RefsOnStdin {
  readonly kind: 'refs-on-stdin';
  readonly paths: readonly string[];
}

/** How a run is told, and where. */
export interface ReportRequest {
  readonly format: FormatName;
  /** Undefined: stdout. */
  readonly output: string | undefined;
  readonly reports: readonly ReportTarget[];
  readonly color: ColorFlag;
  readonly quiet: boolean;
  readonly explain: boolean;
  readonly timings: boolean;
  readonly sarifCategory: string | undefined;
}

export interface CheckRequest extends ReportRequest {
  /** Undefined: the names are on stdin. */
  readonly scope: ScopeSelection | RefsOnStdin | undefined;
  readonly options: ConfigOptions;
  readonly shard: ShardOf | undefined;
  readonly untrusted: boolean;
  readonly rootDir: string | undefined;
  readonly logLevel: LogLevel;
  /** Folder for transcripts. */
  readonly record: string | undefined;
  /** File for Chrome trace events. */
  readonly trace: string | undefined;
}

/** @throws UserError `usage` when --shard auto finds nothing to go by. */
export function readCheckRequest({ name, args, values }: CheckCommand, env: Environment): CheckRequest {
  return {
    ...readReportRequest(values),
    scope: scopeOf(name, args, values, env),
    options: optionsOf(values),
    shard: readShard(values.shard, env),
    untrusted: values.untrusted === true,
    rootDir: values.root,
    logLevel: oneOf(values['log-level'], logLevels) ?? (values.quiet === true ? 'error' : 'warning'),
    record: values.record,
    trace: values.trace,
  };
}

export function readReportRequest(values: FlagValues): ReportRequest {
  return {
    format: oneOf(values.format, formatNames) ?? 'text',
    output: values.output,
    reports: (values.report ?? []).flatMap((text) => splitReport(text) ?? []),
    color: oneOf(values.color, ['auto', 'always', 'never'] as const) ?? 'auto',
    quiet: values.quiet === true,
    explain: values.explain === true,
    timings: values.timings === true,
    sarifCategory: values['sarif-category'],
  };
}

function readShard(value: string | undefined, env: Environment): ShardOf | undefined {
  if (value === undefined) return undefined;
  const shard = value === 'auto' ? shardOfCi(env) : parseShard(value);
  if (shard !== undefined) return shard;
  throw new UserError('usage', '--shard auto: no variable of a CI says which part this is', {
    hint: 'give it: --shard I/N, with I from 1 to N',
  });
}

function scopeOf(
  name: CheckCommandName,
  args: readonly string[],
  values: FlagValues,
  env: Environment,
): CheckRequest['scope'] {
  if (name === 'all') return { kind: 'all' };
  if (name === 'files') return values.stdin === true ? undefined : { kind: 'files', names: args };
  if (values.base !== undefined) return { kind: 'base', ref: values.base, paths: args };
  if (values.staged === true) return { kind: 'staged', paths: args };
  if (values['pre-push'] === true) return { kind: 'refs-on-stdin', paths: args };
  if (values.from !== undefined && values.to !== undefined)
    return { kind: 'range', from: values.from, to: values.to, paths: args };
  return { kind: isCi(env) ? 'ci' : 'working-tree', paths: args };
}

function isCi({ CI: ci }: Environment): boolean {
  return ci !== undefined && !['', '0', 'false'].includes(ci.toLowerCase());
}

/** What the flags say of the configuration, of whichever command. */
export function optionsOf(values: FlagValues): ConfigOptions {
  const durationOf = (text: string | undefined) => (text === undefined ? undefined : parseDuration(text));
  return withoutUndefined({
    configFile: values.config,
    noConfig: values['no-config'],
    failOn: oneOf(values['fail-on'], [...severities, 'never'] as const),
    minSeverity: oneOf(values['min-severity'], severities),
    only: oneOf(values.only, ['all', 'changed-lines', 'new'] as const),
    affected: values.affected,
    onUnknown: oneOf(values['on-unknown'], ['fail', 'warn'] as const),
    onUncovered: oneOf(values['on-uncovered'], ['ignore', 'warn', 'fail'] as const),
    failOnEmpty: values['fail-on-empty'],
    deadlineMs: values.deadline === 'none' ? ('none' as const) : durationOf(values.deadline),
    startTimeoutMs: durationOf(values['start-timeout']),
    requestTimeoutMs: durationOf(values['request-timeout']),
    quietPeriodMs: durationOf(values['quiet-period']),
    callDeadlineMs: durationOf(values['call-deadline']),
    onlyServers: values.server,
    skipServers: values['skip-server'],
    jobs: values.jobs === undefined ? undefined : Number(values.jobs),
  });
}

/** The parser let only these through; this says so to the types. */
export function oneOf<T extends string>(value: string | undefined, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}
