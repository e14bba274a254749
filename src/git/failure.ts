// How a git call that did not do its work is told: git's own words, as a slip of the scope (exit 4).
// A call that failed is never an empty answer: every runner of git ends here or returns what git printed.

import { UserError } from '../model/user-error.js';

/** The end of a git process. `exitCode` is null when a signal ended it. */
export interface GitEnd {
  readonly exitCode: number | null;
  readonly signal?: string;
  readonly stderr: string;
  /** The process was never started: the system's code, such as ENOENT. */
  readonly spawnCode?: string;
}

export function gitFailure(args: readonly string[], end: GitEnd): UserError {
  if (end.spawnCode === 'ENOENT') {
    return new UserError('scope', 'git is not installed, or not on PATH', {
      hint: 'install git, or name the files: lspcheck files PATHS',
      noRepository: true,
    });
  }
  const [first = '', ...more] = linesOf(end.stderr);
  const words = first.replace(/^(fatal|error): /, '');
  if (words.startsWith('not a git repository')) {
    return new UserError('scope', words, {
      hint: 'outside git, name the files: lspcheck files PATHS',
      noRepository: true,
    });
  }
  const message = `git ${subcommand(args)} ${howItEnded(end)}${words === '' ? '' : `: ${words}`}`;
  return new UserError('scope', message, more.length > 0 ? { hint: more.join(' ') } : {});
}

function howItEnded({ exitCode, signal, spawnCode }: GitEnd): string {
  if (spawnCode !== undefined) return `could not be started (${spawnCode})`;
  if (exitCode === null) return signal === undefined ? 'was ended by a signal' : `was ended by ${signal}`;
  return `failed (exit ${exitCode})`;
}

function linesOf(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** The word after the options; options themselves are ours and say nothing to people. */
function subcommand(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
}
