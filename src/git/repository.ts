// An open repository: git run from its top folder, in the caller's environment made safe, through simple-git.
// Invariants: exact bytes for blobs; a call that failed, or was ended by a signal, throws with git's words.
// simple-git on its own takes silence on stderr, or death by a signal, for success, and stops reading 50 ms after the exit.

import { GitError, type SimpleGitOptions, simpleGit } from 'simple-git';
import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { safeSettings } from './environment.js';
import { type GitEnd, gitFailure } from './failure.js';
import { type GitRequest, type Location, locate } from './location.js';

export interface Repository extends Location {
  /** Standard output of a git command, decoded. Throws UserError `scope`. */
  git(args: readonly string[]): Promise<string>;
  /** The same for questions: undefined when git says no (exit 1 and not a word). */
  ask(args: readonly string[]): Promise<string | undefined>;
  /** `git cat-file MODE` fed with `input`; exact bytes. Throws UserError `scope`. */
  catFile(mode: '--batch' | '--batch-check', input: string): Promise<Uint8Array>;
}

/** @throws UserError `scope`: not a repository, refused by git, git missing. */
export async function openRepository(request: GitRequest, known?: Location): Promise<Repository> {
  const location = known ?? (await locate(request));
  const options = optionsFor(location);
  const client = simpleGit(options).env(location.env);
  const run = (args: readonly string[]) => client.raw([...args]);
  return {
    ...location,
    git: (args) => told(args, run(args)),
    ask: async (args) => {
      try {
        return await run(args);
      } catch (error) {
        if (error instanceof GitEndError && isNo(error.end)) return undefined;
        throw failureOf(args, error);
      }
    },
    catFile: (mode, input) => {
      // Without input simple-git leaves the pipe open, and git waits for ever.
      if (input === '') return Promise.resolve(new Uint8Array());
      const fed = simpleGit({ ...options, input: () => input }).env(location.env);
      // Untyped in simple-git; its documentation and source give a Buffer.
      return told(['cat-file', mode], fed.binaryCatFile([mode]) as PromiseLike<Uint8Array>);
    },
  };
}

function optionsFor({ root, env, signal }: Location): Partial<SimpleGitOptions> {
  return {
    baseDir: root,
    config: [...safeSettings],
    // Everything that `gitEnvironment` let through; simple-git drops what is not named.
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    unsafe: { ...forOurSettings, ...forUserSettings(env) },
    completion: { onClose: true, onExit: false },
    errors: (error, { exitCode, stdErr }) => {
      if (exitCode === 0) return error;
      return new GitEndError({ exitCode, stderr: Buffer.concat(stdErr).toString('utf8') });
    },
    ...(signal ? { abort: signal } : {}),
  };
}

/** simple-git refuses `-c core.fsmonitor=false` and an empty hooks folder like any other value of these settings. */
const forOurSettings = { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true } as const;

/**
 * simple-git guards against callers who pass strangers' text on as arguments. Ours are constants, and the settings in the
 * environment are the user's own (GIT_CONFIG_COUNT in CI carries safe.directory, url.insteadOf and the like).
 */
function forUserSettings(env: Environment): NonNullable<SimpleGitOptions['unsafe']> {
  const given = Object.keys(env).some((name) => name.startsWith('GIT_CONFIG_'));
  if (!given) return {};
  return {
    allowUnsafeConfigPaths: true,
    allowUnsafeConfigEnvCount: true,
    allowUnsafeAlias: true,
    allowUnsafeAskPass: true,
    allowUnsafeCommandBinaries: true,
    allowUnsafeCredentialHelper: true,
    allowUnsafeDiffExternal: true,
    allowUnsafeDiffTextConv: true,
    allowUnsafeEditor: true,
    allowUnsafeFilter: true,
    allowUnsafeGitProxy: true,
    allowUnsafeGpgProgram: true,
    allowUnsafeInclude: true,
    allowUnsafeMergeDriver: true,
    allowUnsafePack: true,
    allowUnsafePager: true,
    allowUnsafeProtocolOverride: true,
    allowUnsafeSshCommand: true,
    allowUnsafeSubmodule: true,
    allowUnsafeTemplateDir: true,
    allowUnsafeUrlRewrite: true,
  };
}

class GitEndError extends GitError {
  constructor(readonly end: GitEnd) {
    super(undefined, end.stderr);
  }
}

async function told<T>(args: readonly string[], answer: PromiseLike<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw failureOf(args, error);
  }
}

function failureOf(args: readonly string[], error: unknown): Error {
  if (error instanceof GitEndError) return gitFailure(args, error.end);
  // Refused before it ran: a guard against one of the user's settings, or an aborted request.
  if (error instanceof GitError) return new UserError('scope', `git was not run: ${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
}

function isNo({ exitCode, stderr }: GitEnd): boolean {
  return exitCode === 1 && stderr === '';
}
