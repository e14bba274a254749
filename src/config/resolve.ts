// Flags over variables over files over defaults → the Config that everything else reads. Pure, but for the number of CPUs.

import { availableParallelism } from 'node:os';
import type { Config } from '../model/config.js';
import { type FailOn, type Severity, severities } from '../model/diagnostic.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { type Mistake, UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import type { Layers } from './layers.js';
import { nameHint } from './near-name.js';
import type { ConfigOptions } from './options.js';
import { readDurations, skippedByVariable } from './variables.js';
import { withoutUndefined } from './without-undefined.js';

export interface Resolved {
  readonly config: Config;
  readonly warnings: readonly string[];
}

/** `layers` is undefined without any file. Throws UserError('usage') for a server that --server or --skip-server misspells. */
export function resolveConfig(
  layers: Layers | undefined,
  options: ConfigOptions,
  env: Environment,
  catalogue: readonly ServerDefinition[],
): Resolved {
  const { durations, warnings } = readDurations(env);
  // A flag or a variable means every server, whatever its entry says.
  const lengths = withoutUndefined({
    startTimeoutMs: options.startTimeoutMs ?? durations.startTimeoutMs,
    requestTimeoutMs: options.requestTimeoutMs ?? durations.requestTimeoutMs,
    quietPeriodMs: options.quietPeriodMs ?? durations.quietPeriodMs,
  });
  const servers = (layers?.servers ?? catalogue).map((definition) => ({ ...definition, ...lengths }));
  const skipped = skippedServers(options, env, servers, catalogue);
  const failOn = options.failOn ?? layers?.check.failOn ?? 'error';
  const overrides = layers?.overrides ?? [];
  const levels = [failOn, ...overrides.flatMap((override) => override.failOn ?? [])];
  const config: Config = {
    zeroConfig: layers?.servers === undefined,
    servers,
    catalogue,
    onlyServers: options.onlyServers ?? [],
    skipServers: skipped.names,
    rules: layers?.rules ?? [],
    overrides,
    failOn,
    minSeverity: leastGrave(options.minSeverity ?? 'info', levels),
    onUnknown: options.onUnknown ?? layers?.check.onUnknown ?? 'fail',
    onUncovered: options.onUncovered ?? 'warn',
    failOnEmpty: options.failOnEmpty ?? false,
    only: options.only ?? layers?.check.only ?? 'all',
    // Without a change nothing is affected by it.
    affected: isChange(options.scopeKind) && (options.affected ?? layers?.check.affected ?? false),
    deadlineMs:
      options.deadlineMs ??
      durations.deadlineMs ??
      layers?.check.deadline ??
      (options.scopeKind === 'all' ? 'none' : 120_000),
    startTimeoutMs: 60_000,
    requestTimeoutMs: 15_000,
    ...lengths,
    ignore: layers?.check.ignore ?? [],
    maxFileSizeBytes: layers?.check.maxFileSize ?? 10_000_000,
    jobs: options.jobs ?? availableParallelism() + 2,
    daemon: {
      mode: options.daemonMode ?? layers?.daemon.mode ?? 'auto',
      idleTimeoutMs: layers?.daemon.idleTimeout ?? 600_000,
    },
    mcp: {
      edits: layers?.mcp.edits ?? 'ask',
      callDeadlineMs:
        options.callDeadlineMs ?? durations.callDeadlineMs ?? layers?.mcp.callDeadline ?? 30_000,
    },
  };
  return { config, warnings: [...warnings, ...skipped.warnings] };
}

function isChange(scopeKind: ConfigOptions['scopeKind']): boolean {
  return scopeKind !== undefined && scopeKind !== 'files' && scopeKind !== 'all';
}

/** What fails the run must be seen: a level below the shown ones lowers those too. */
function leastGrave(minSeverity: Severity, levels: readonly FailOn[]): Severity {
  return levels.reduce<Severity>(
    (least, level) =>
      level !== 'never' && severities.indexOf(level) > severities.indexOf(least) ? level : least,
    minSeverity,
  );
}

/** --server must name servers that can run; --skip-server and LSPCHECK_SKIP may also name entries that are not configured here. */
function skippedServers(
  options: ConfigOptions,
  env: Environment,
  servers: readonly ServerDefinition[],
  catalogue: readonly ServerDefinition[],
): { readonly names: readonly string[]; readonly warnings: readonly string[] } {
  const configured = servers.map(({ name }) => name);
  const known = new Set([...configured, ...catalogue.map(({ name }) => name)]);
  const strangers = [
    ...(options.onlyServers ?? []).flatMap((name) => stranger('--server', name, configured)),
    ...(options.skipServers ?? []).flatMap((name) => stranger('--skip-server', name, [...known])),
  ];
  const [first] = strangers;
  if (first !== undefined)
    throw new UserError('usage', first.message, {
      ...withoutUndefined({ hint: first.hint }),
      mistakes: strangers,
    });
  const asked = skippedByVariable(env);
  const byVariable = asked.filter((name) => known.has(name));
  const unknown = asked.filter((name) => !known.has(name));
  return {
    names: [...new Set([...(options.skipServers ?? []), ...byVariable])],
    warnings: [
      ...(byVariable.length > 0 ? [`LSPCHECK_SKIP: ${byVariable.join(', ')} will not run`] : []),
      ...unknown.map((name) => `LSPCHECK_SKIP: there is no server "${name}"`),
    ],
  };
}

function stranger(flag: string, name: string, known: readonly string[]): readonly Mistake[] {
  if (known.includes(name)) return [];
  const hint = nameHint(name, known);
  return [{ message: `${flag}: there is no server "${name}"`, ...withoutUndefined({ hint }) }];
}
