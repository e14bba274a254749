// The hosts that a scenario can run through: each takes the same settings and gives the same JSON report.

import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { parseReport, type Report } from './report.js';
import { runCli } from './run-cli.js';

export const hosts = ['cli'] as const;
export type Host = (typeof hosts)[number];

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
  const done = await runCli(cliArguments(settings, 'json'), {
    ...settings,
    cwd: join(root, settings.from ?? '.'),
  });
  return { report: parseReport(done.stdout, done.stderr), exitCode: done.exitCode, stderr: done.stderr };
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
  ].flatMap(([flag, value]) => (flag === undefined || value === undefined ? [] : [flag, value]));
  const paths = scope === 'files' ? ['--', ...(settings.paths ?? [])] : [];
  return [...command, '--format', format, '--fail-on', settings.failOn ?? 'warning', ...timed, ...paths];
}
