// Runs the built binary as a user would: its own process, its own environment, stdout and stderr apart.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const cliPath = join(import.meta.dirname, '../../dist/cli.js');

export interface CliOptions {
  readonly cwd: string;
  /** Laid over a small neutral environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  /** Called once the process runs: to send signals, or to close stdout early. */
  readonly whileRunning?: (child: ChildProcess) => void | Promise<void>;
}

export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly wallMs: number;
}

/** @throws when the binary is not built, or when Node itself warned on stderr (leaked listeners, unhandled rejections) */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  if (!existsSync(cliPath)) throw new Error('dist/cli.js is missing: run `npm run build` first');
  const started = performance.now();
  const child = spawn(process.execPath, [cliPath, ...args], {
    cwd: options.cwd,
    env: neutralEnvironment(options.env),
    stdio: 'pipe',
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(options.stdin ?? '');
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const [{ code, signal }] = await Promise.all([ended, options.whileRunning?.(child)]);
  const nodeWarning = /^\(node:\d+\).*$/m.exec(stderr());
  if (nodeWarning) throw new Error(`a warning of Node reached the user: ${nodeWarning[0]}`);
  return {
    stdout: stdout(),
    stderr: stderr(),
    exitCode: code,
    signal,
    wallMs: performance.now() - started,
  };
}

/** No CI, colour, hook or LSPCHECK variable of whoever runs the tests, and no user configuration. */
export function neutralEnvironment(
  extra: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const base = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    TMPDIR: process.env.TMPDIR,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const entries = Object.entries({ ...base, ...extra });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
