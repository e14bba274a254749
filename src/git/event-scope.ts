// An event of a CI → the commit that the working tree is compared with, and how it was found. What the event means is settled
// here with the repository at hand: a base that is older than the one merged, a branch that is new, history that was rewritten.
// Never nothing and never everything without saying so; history that a shallow clone lacks is an error (case OC-16).

import { UserError } from '../model/user-error.js';
import { isShallow, knownCommit, mergeBase, missing } from './base.js';
import type { CiEvent } from './ci-event.js';
import { shortOid } from './describe.js';
import type { Repository } from './repository.js';
import type { Status } from './status-format.js';

export type EventBase =
  /** `how`: follows the short id, for people. */
  | { readonly kind: 'base'; readonly base: string; readonly how: string }
  | { readonly kind: 'all'; readonly why: string };

/** @throws UserError `scope`: the base is not here, or HEAD is not what the event is about. */
export async function eventBase(
  repository: Repository,
  event: CiEvent,
  { head }: Status,
): Promise<EventBase> {
  if (event.kind === 'all') return { kind: 'all', why: event.name };
  if (head === null) throw new UserError('scope', `there is no commit here, and this is ${event.name}`);
  return event.kind === 'merge' ? mergedInto(repository, event, head) : pushed(repository, event);
}

type Of<K extends CiEvent['kind']> = Extract<CiEvent, { kind: K }>;

async function mergedInto(repository: Repository, event: Of<'merge'>, head: string): Promise<EventBase> {
  const { name, target } = event;
  const [first, second, third] = await parentsOf(repository);
  if (first !== undefined && second === event.head && third === undefined) {
    // `base.sha` is of the time of the last push; the merge was made with the branch as it is now.
    if ((await knownCommit(repository, first)) === undefined)
      throw await missing(
        repository,
        first,
        `the first parent of the merge commit HEAD (${shortOid(first)}) is not here`,
      );
    return { kind: 'base', base: first, how: `${target}, first parent of the merge commit; ${name}` };
  }
  if (head !== event.head && !(await holds(repository, event.head))) {
    if ((await knownCommit(repository, event.head)) === undefined && (await isShallow(repository)))
      throw await missing(
        repository,
        event.head,
        `${shortOid(event.head)}, which ${name} is about, is not here`,
      );
    throw new UserError(
      'scope',
      `HEAD ${shortOid(head)} does not hold ${shortOid(event.head)}, which ${name} is about`,
      {
        hint: 'check that commit out (pull_request_target checks out the target branch), or give a scope: --base REF',
      },
    );
  }
  const base = await mergeBase(repository, event.base);
  return { kind: 'base', base, how: `merge base of ${target} ${shortOid(event.base)} and HEAD; ${name}` };
}

async function pushed(repository: Repository, event: Of<'push'>): Promise<EventBase> {
  const { name, branch, before } = event;
  if (before === undefined) return againstDefault(repository, event, `${branch} is new`);
  if ((await knownCommit(repository, before)) === undefined) {
    if (await isShallow(repository))
      throw await missing(repository, before, `${branch} before the push (${shortOid(before)}) is not here`);
    return againstDefault(repository, event, `${branch} before the push (${shortOid(before)}) is gone`);
  }
  const base = await mergeBase(repository, before);
  const rewritten = event.forced || base !== before;
  const how = rewritten
    ? `merge base of HEAD and ${branch} before it was rewritten (${shortOid(before)}); ${name}`
    : `${branch} before the push; ${name}`;
  return { kind: 'base', base, how };
}

/** The branch's own commits, when it is not the default one; else everything in it counts. */
async function againstDefault(repository: Repository, event: Of<'push'>, why: string): Promise<EventBase> {
  const { name, branch, defaultBranch } = event;
  const tracked = `refs/remotes/origin/${defaultBranch}`;
  const known = defaultBranch !== undefined && (await knownCommit(repository, tracked)) !== undefined;
  if (known && defaultBranch !== branch) {
    const base = await mergeBase(repository, `origin/${defaultBranch}`);
    return {
      kind: 'base',
      base,
      how: `merge base of origin/${defaultBranch} and HEAD, since ${why}; ${name}`,
    };
  }
  if (await isShallow(repository))
    throw await missing(
      repository,
      `origin/${defaultBranch ?? branch}`,
      `${why}, and what it grew from is not here`,
    );
  return { kind: 'all', why: `${why}, and there is nothing to compare it with; ${name}` };
}

/** As the commit names them: a shallow clone lacks the parents, not their names. */
async function parentsOf(repository: Repository): Promise<readonly string[]> {
  const header = (await repository.git(['cat-file', 'commit', 'HEAD'])).split('\n\n', 1)[0] ?? '';
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].flatMap((match) => match[1] ?? []);
}

async function holds(repository: Repository, commit: string): Promise<boolean> {
  if ((await knownCommit(repository, commit)) === undefined) return false;
  return (
    (await repository.ask(['merge-base', '--is-ancestor', '--end-of-options', commit, 'HEAD'])) !== undefined
  );
}
