// Runs the built command in a workspace, and reads its JSON report back in the form these tests compare.

import type { ChildProcess } from 'node:child_process';
import { type CliResult, runCli } from '../support/run-cli.js';
import type { Workspace } from './workspace.js';

/** The parts of the JSON report (contract, section 4) that these tests look at. */
export interface Report {
  readonly complete: boolean;
  readonly exitCode: number;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly servers: readonly {
    readonly name: string;
    readonly root: string;
    readonly version?: string;
    readonly state: string;
  }[];
  readonly affected?: readonly {
    readonly server: string;
    readonly method: string;
    readonly state: string;
    readonly judged: number;
    readonly gaps?: readonly { readonly kind: string; readonly detail: string }[];
  }[];
  readonly files: readonly ReportedFile[];
}

export interface ReportedFile {
  readonly path: string;
  readonly affected?: boolean;
  readonly verdict: string;
  readonly reason?: string;
  readonly hint?: string;
  readonly contentHash?: string;
  readonly cells?: readonly {
    readonly server: string;
    readonly verdict: string;
    readonly via?: string;
    readonly reason?: string;
    readonly detail?: string;
    readonly hint?: string;
  }[];
  readonly diagnostics?: readonly {
    readonly server: string;
    readonly code?: string;
    readonly severity: string;
    readonly status: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number; readonly column: number } };
  }[];
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly whileRunning?: (child: ChildProcess) => void | Promise<void>;
}

export function lspcheck(
  workspace: Workspace,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CliResult> {
  return runCli(args, {
    cwd: options.cwd ?? workspace.root,
    env: { ...workspace.env, ...options.env },
    ...(options.whileRunning === undefined ? {} : { whileRunning: options.whileRunning }),
  });
}

/**
 * A run with `--format json`, parsed. Fails when the report is no JSON (with everything that was printed), or when it
 * names the folder it was made in: equal repositories in two places have equal reports.
 */
export async function check(
  workspace: Workspace,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CliResult & { readonly report: Report }> {
  const run = await lspcheck(workspace, [...args, '--format', 'json'], options);
  const absolute = run.stdout.split('\n').filter((line) => line.includes(workspace.root));
  if (absolute.length > 0) throw new Error(`absolute paths in the report:\n${absolute.join('\n')}`);
  return { ...run, report: parseReport(run) };
}

export function parseReport(run: CliResult): Report {
  try {
    // The report's own schema is tested elsewhere; here it is trusted to have its documented form.
    return JSON.parse(run.stdout) as Report;
  } catch {
    throw new Error(`no JSON report (exit ${run.exitCode}, ${run.signal})\n${run.stdout}\n${run.stderr}`);
  }
}

/**
 * One line per file, the whole truth of it:
 * `a.ts findings [typescript: barrier] 2:7 error typescript 2322`, `b.sh skipped no-server`.
 */
export function outline(report: Report): readonly string[] {
  return report.files.map((file) => {
    const cells = (file.cells ?? []).map((cell) => `${cell.server}: ${cell.via ?? cell.reason}`).join(', ');
    const head = file.verdict === 'skipped' ? `skipped ${file.reason}` : `${file.verdict} [${cells}]`;
    return [`${file.path} ${head}`, ...(file.diagnostics ?? []).map(place)].join(' ');
  });
}

function place(diagnostic: NonNullable<ReportedFile['diagnostics']>[number]): string {
  const { line, column } = diagnostic.range.start;
  return `${line}:${column} ${diagnostic.severity} ${diagnostic.server} ${diagnostic.code ?? '-'}`;
}

/** Where the process tree can be read, a quiet period counts only while it is idle too. */
export const canObserveIdle = process.platform === 'linux';
