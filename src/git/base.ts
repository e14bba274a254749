// The merge base of a base and HEAD. A base that cannot be found is an error that names it and says how to fetch what is
// missing: never another comparison, never zero files (case OC-16). lspcheck itself fetches nothing.

import { UserError } from '../model/user-error.js';
import type { Repository } from './repository.js';

/** @throws UserError `usage`: a ref that git could take for an option, or that can be no ref. */
export function checkRef(ref: string): void {
  if (ref === '') throw new UserError('usage', 'the base is empty: name a branch, a tag or a commit');
  if (ref.startsWith('-') || /[\x00-\x1f\x7f]/.test(ref)) {
    throw new UserError('usage', `"${ref}" cannot be a base: name a branch, a tag or a commit`);
  }
}

/**
 * Object id of merge-base(ref, HEAD).
 * @throws UserError `scope` when there is none, with the command that fetches it.
 */
export async function mergeBase(repository: Repository, ref: string): Promise<string> {
  checkRef(ref);
  if (/^0{40,}$/.test(ref)) {
    throw new UserError(
      'scope',
      `the base ${ref} is no commit (git's way to say that there was none before)`,
      {
        hint: 'name the branch it will go to: --base origin/main',
      },
    );
  }
  const found = await repository.ask(['merge-base', ref, 'HEAD']).catch(async (error: unknown) => {
    if (await isCommit(repository, ref)) throw error;
    throw await missing(repository, ref, `the base ${ref} cannot be resolved`);
  });
  const oid = found?.split('\n')[0] ?? '';
  if (oid === '') throw await missing(repository, ref, `${ref} and HEAD have no common commit here`);
  return oid;
}

/** A full object id passes `--verify` though no such object exists; asking for its commit looks. */
async function isCommit(repository: Repository, ref: string): Promise<boolean> {
  const verify = (name: string) => repository.ask(['rev-parse', '--verify', '--quiet', name]);
  const oid = await verify(ref);
  return oid !== undefined && (await verify(`${oid.trim()}^{commit}`)) !== undefined;
}

async function missing(repository: Repository, ref: string, message: string): Promise<UserError> {
  const [shallow, listed] = await Promise.all([
    repository.git(['rev-parse', '--is-shallow-repository']),
    repository.git(['remote']),
  ]);
  const isShallow = shallow.trim() === 'true';
  const remotes = listed.split('\n').filter((name) => name !== '');
  const text = isShallow ? `${message}; this is a shallow clone` : message;
  return new UserError('scope', text, { hint: remedy(ref, isShallow, remotes) });
}

/** The exact command, or a sentence where none would help. Exported for its test. */
export function remedy(ref: string, shallow: boolean, remotes: readonly string[]): string {
  if (remotes.length === 0) return 'there is no remote to fetch it from; git branch --all lists what is here';
  const named = remotes.find((remote) => ref.startsWith(`${remote}/`));
  const remote = named ?? (remotes.includes('origin') ? 'origin' : (remotes[0] ?? 'origin'));
  const fetch = `git fetch ${shallow ? '--unshallow ' : ''}${remote}`;
  if (![ref, remote].every((name) => /^[\w.][\w./+-]*$/.test(name))) return `fetch what is missing: ${fetch}`;
  if (/^[0-9a-f]{7,64}$/.test(ref)) return `fetch what is missing: ${fetch} ${ref}`;
  const branch = named === undefined ? ref : ref.slice(named.length + 1);
  const command = `${fetch} +refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  return `fetch what is missing: ${command}${named === undefined ? ` (then --base ${remote}/${branch})` : ''}`;
}
