// Runs git by `execFile`, for the path on which nothing changed: loading simple-git costs more than the call itself.
// Must stay loadable alone (Node and our model only). Returns what git printed, or throws; never an empty answer for a failure.

import { execFile } from 'node:child_process';
import { safeSettings } from './environment.js';
import { gitFailure } from './failure.js';

export interface GitPlace {
  readonly cwd: string;
  /** Made by `gitEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Standard output as text.
 * @throws UserError `scope` with git's words when git is missing, fails or is ended by a signal.
 */
export function runGit(args: readonly string[], { cwd, env, signal }: GitPlace): Promise<string> {
  const whole = [...safeSettings.flatMap((setting) => ['-c', setting]), ...args];
  const options = { cwd, env: { ...env }, maxBuffer: Number.POSITIVE_INFINITY, windowsHide: true };
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string, stderr: string) => {
      if (error === null) resolve(stdout);
      else reject(gitFailure(args, endOf(error, stderr)));
    };
    const child = execFile('git', whole, signal ? { ...options, signal } : options, done);
    child.stdin?.end();
  });
}

function endOf(error: Error, stderr: string) {
  const code: unknown = 'code' in error ? error.code : undefined;
  const signal: unknown = 'signal' in error ? error.signal : undefined;
  if (typeof code === 'string') return { exitCode: null, stderr, spawnCode: code };
  return {
    exitCode: typeof code === 'number' ? code : null,
    stderr,
    ...(typeof signal === 'string' ? { signal } : {}),
  };
}
