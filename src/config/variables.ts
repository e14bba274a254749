// lspcheck's own variables that stand between flags and file. A bad one is a warning, then what it would have replaced.

import { parseDuration } from '../model/duration.js';
import type { Environment } from '../platform/environment.js';
import { type Present, withoutUndefined } from './without-undefined.js';

export interface DurationVariables {
  readonly deadlineMs: number | 'none';
  readonly startTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly quietPeriodMs: number;
  readonly callDeadlineMs: number;
}

/** The durations that are set and good, and a warning for each that is set and bad. An empty variable is not set. */
export function readDurations(env: Environment): {
  readonly durations: Present<DurationVariables>;
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  const read = (name: string): number | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    const ms = parseDuration(text);
    if (ms === undefined)
      warnings.push(`${name}=${text.slice(0, 40)} is no duration (300ms, 15s, 2m) and is ignored`);
    return ms;
  };
  const durations = withoutUndefined({
    deadlineMs: env['LSPCHECK_DEADLINE'] === 'none' ? ('none' as const) : read('LSPCHECK_DEADLINE'),
    startTimeoutMs: read('LSPCHECK_START_TIMEOUT'),
    requestTimeoutMs: read('LSPCHECK_REQUEST_TIMEOUT'),
    quietPeriodMs: read('LSPCHECK_QUIET_PERIOD'),
    callDeadlineMs: read('LSPCHECK_CALL_DEADLINE'),
  });
  return { durations, warnings };
}

/** Names in LSPCHECK_SKIP, separated by commas. */
export function skippedByVariable(env: Environment): readonly string[] {
  const names = (env['LSPCHECK_SKIP'] ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
