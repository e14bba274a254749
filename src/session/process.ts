// One server process: its own process group, guarded pipes, the tail of its stderr, and its end as data.
// Knows nothing of LSP. Killing the whole tree is process-tree's.

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../platform/clock.js';
import { withoutPrivateFolders } from '../platform/private-folder.js';

export interface LaunchRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. `signal` and `code` as Node gives them: one of them is null. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerProcess {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stdin: Writable;
  /** Resolves when the process has ended and what it had written to stdout was read (or could not be, for 300 ms). */
  readonly ended: Promise<ProcessEnd>;
  /** Called with each piece that comes on stderr. */
  onStderr(listener: (chunk: Buffer) => void): void;
  /** The last 2 kB of stderr, decoded, without the names of private folders; hostile text. */
  stderrTail(): string;
  /** Lets go of the pipes and of the event loop: nothing of this process can hold ours any more. */
  abandon(): void;
}

export type SpawnOutcome =
  | { readonly kind: 'started'; readonly process: ServerProcess }
  /** `why` is a sentence without the command line. */
  | { readonly kind: 'failed'; readonly why: string };

export type Spawn = (request: LaunchRequest, clock: Clock) => Promise<SpawnOutcome>;

const stderrTailBytes = 2048;
/** A grandchild may keep stdout open long after the server has ended. */
const drainMs = 300;

export const spawnServer: Spawn = async (request, clock) => {
  // Node reports a missing working folder as a missing command (design: check it first).
  if (!isFolder(request.cwd)) return { kind: 'failed', why: 'its workspace folder does not exist' };
  let child: ChildProcess;
  try {
    child = spawn(request.program, [...request.args], {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    return { kind: 'failed', why: spawnErrorText(error) };
  }
  const failure = await new Promise<unknown>((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => resolve(error));
  });
  const { pid, stdin, stdout, stderr } = child;
  if (failure !== undefined || pid === undefined || !stdin || !stdout || !stderr) {
    return { kind: 'failed', why: spawnErrorText(failure) };
  }
  // Errors after the start (a failed kill, a torn pipe) have their own signs; unheard they would end our process.
  child.on('error', () => {});
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  const tail = tailOf(stderr);
  return {
    kind: 'started',
    process: {
      pid,
      stdin,
      stdout,
      ended: endOf(child, clock),
      onStderr: (listener) => void stderr.on('data', listener),
      stderrTail: tail,
      abandon() {
        for (const stream of [stdin, stdout, stderr]) stream.destroy();
        child.unref();
      },
    },
  };
};

function endOf(child: ChildProcess, clock: Clock): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const drained = new AbortController();
      child.once('close', () => drained.abort());
      void clock.sleep(drainMs, drained.signal).then(() => resolve({ code, signal }));
    });
  });
}

function tailOf(stderr: Readable): () => string {
  let tail = Buffer.alloc(0);
  stderr.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-stderrTailBytes)]).subarray(-stderrTailBytes);
  });
  return () => withoutPrivateFolders(tail.toString('utf8').trim());
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function spawnErrorText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return 'the command does not exist, or its interpreter does not';
    case 'EACCES':
      return 'the command may not be executed (no permission)';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open';
    case 'EAGAIN':
    case 'ENOMEM':
      return 'the system has no process or memory left';
    case 'E2BIG':
      return 'its arguments and environment are too long';
    default:
      return `it could not be spawned${code === '' ? '' : ` (${code})`}`;
  }
}
