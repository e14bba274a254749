// Refs as people and CI name them → commits, and the merge base of one and HEAD. What cannot be found is an error that names
// it and says how to fetch it, in the words of the CI in use: never another comparison, never zero files (case OC-16).
// lspcheck itself fetches nothing.

import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import type { Repository } from './repository.js';

/** @throws UserError `usage`: a ref that git could take for an option, or that can be no ref. */
export function checkRef(ref: string): void {
  if (ref === '') throw new UserError('usage', 'a ref is empty: name a branch, a tag or a commit');
  if (ref.startsWith('-') || /[\x00-\x1f\x7f]/.test(ref)) {
    throw new UserError('usage', `"${ref}" cannot be a ref: name a branch, a tag or a commit`);
  }
}

/** Git's way to say "there was none" where an object id is due. */
export function isNoObject(oid: string): boolean {
  return /^0{40,}$/.test(oid);
}

/**
 * Object id of the commit that a ref names.
 * @throws UserError `usage` for what is no ref, `scope` when it is not here, with the command that fetches it.
 */
export async function commitOf(repository: Repository, ref: string): Promise<string> {
  checkRef(ref);
  if (isNoObject(ref)) throw noObject(ref);
  return (await knownCommit(repository, ref)) ?? fail(missing(repository, ref, `${ref} cannot be resolved`));
}

/** The same; undefined when it is not here, or is no commit. A full object id passes `--verify` though no such object exists. */
export async function knownCommit(repository: Repository, ref: string): Promise<string | undefined> {
  const named = await repository.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', ref]);
  if (named === undefined) return undefined;
  const peeled = await repository.catFile('--batch-check', `${named.trim()}^{commit}\n`);
  return /^([0-9a-f]+) commit /.exec(new TextDecoder().decode(peeled))?.[1];
}

/**
 * Object id of merge-base(ref, HEAD).
 * @throws UserError `scope` when there is none, with the command that fetches it.
 */
export async function mergeBase(repository: Repository, ref: string): Promise<string> {
  checkRef(ref);
  if (isNoObject(ref)) throw noObject(ref);
  const found = await repository
    .ask(['merge-base', '--end-of-options', ref, 'HEAD'])
    .catch(async (error: unknown) => {
      if ((await knownCommit(repository, ref)) !== undefined) throw error;
      throw await missing(repository, ref, `the base ${ref} cannot be resolved`);
    });
  const oid = found?.split('\n')[0] ?? '';
  if (oid === '') throw await missing(repository, ref, `${ref} and HEAD have no common commit here`);
  return oid;
}

export async function isShallow(repository: Repository): Promise<boolean> {
  return (await repository.git(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
}

/** The error for history that is not here. */
export async function missing(repository: Repository, ref: string, message: string): Promise<UserError> {
  const [shallow, listed] = await Promise.all([isShallow(repository), repository.git(['remote'])]);
  const remotes = listed.split('\n').filter((name) => name !== '');
  const text = shallow ? `${message}; this is a shallow clone` : message;
  return new UserError('scope', text, { hint: remedy(ref, shallow, remotes, repository.env) });
}

/** The exact command, or a sentence where none would help. Exported for its test. */
export function remedy(ref: string, shallow: boolean, remotes: readonly string[], env: Environment): string {
  if (remotes.length === 0) return 'there is no remote to fetch it from; git branch --all lists what is here';
  const inCi = shallow ? deepCheckout(env) : '';
  const named = remotes.find((remote) => ref.startsWith(`${remote}/`));
  const remote = named ?? (remotes.includes('origin') ? 'origin' : (remotes[0] ?? 'origin'));
  const fetch = `${inCi}git fetch ${shallow ? '--unshallow ' : ''}${remote}`;
  if (![ref, remote].every((name) => /^[\w.][\w./+-]*$/.test(name))) return `fetch what is missing: ${fetch}`;
  if (/^[0-9a-f]{7,64}$/.test(ref)) return `fetch what is missing: ${fetch} ${ref}`;
  const branch = named === undefined ? ref : ref.slice(named.length + 1);
  const command = `${fetch} +refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  return `fetch what is missing: ${command}${named === undefined ? ` (then name it ${remote}/${branch})` : ''}`;
}

/** What a workflow says so that its checkout has the history. */
function deepCheckout({ GITHUB_ACTIONS: github, GITLAB_CI: gitlab }: Environment): string {
  if (github === 'true') return '"fetch-depth: 0" for actions/checkout, or ';
  return gitlab === 'true' ? '"GIT_DEPTH: 0" in the variables of the job, or ' : '';
}

function noObject(ref: string): UserError {
  return new UserError('scope', `${ref} is no commit (git's way to say that there was none before)`, {
    hint: 'name the branch it will go to: --base origin/main',
  });
}

async function fail(error: Promise<UserError>): Promise<never> {
  throw await error;
}
