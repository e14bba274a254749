// What `git push` is about to send, as git tells a pre-push hook on stdin: which commits, and what is known of the other side.
// A branch that is new there is compared with the nearest commit that any remote is known to have; that is said aloud.

import { UserError } from '../model/user-error.js';
import { isNoObject, isShallow, knownCommit, missing } from './base.js';
import { shortOid } from './describe.js';
import type { CommitRange } from './range.js';
import type { Repository } from './repository.js';

/** One line of stdin: `LOCAL-REF LOCAL-OID REMOTE-REF REMOTE-OID` (githooks(5)); all zeros: there is none. */
export interface RefUpdate {
  readonly localOid: string;
  readonly remoteRef: string;
  readonly remoteOid: string;
}

/** @throws UserError `usage` for anything but what git writes. */
export function parseRefUpdates(text: string): readonly RefUpdate[] {
  return text.split('\n').flatMap((line): RefUpdate[] => {
    if (line === '') return [];
    // The local ref is what the user typed, blanks included.
    const [, localOid, remoteRef, remoteOid] =
      /^.+ ([0-9a-f]{40,64}) (\S+) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    if (localOid === undefined || remoteRef === undefined || remoteOid === undefined) {
      throw new UserError(
        'usage',
        '--pre-push reads what git writes to a pre-push hook, and stdin is something else',
        {
          hint: 'call it from a pre-push hook; to compare two commits: --from A --to B',
        },
      );
    }
    return [{ localOid, remoteRef, remoteOid }];
  });
}

/**
 * Updates by the commit that they push, in the order of stdin: each is a text of its own. Deletions push nothing: they are
 * one group when there is nothing else.
 * @throws UserError `scope`: what is pushed is no commit.
 */
export async function byPushedCommit(
  repository: Repository,
  updates: readonly RefUpdate[],
): Promise<readonly (readonly RefUpdate[])[]> {
  const groups = new Map<string, RefUpdate[]>();
  for (const update of updates.filter(({ localOid }) => !isNoObject(localOid))) {
    const commit = await pushedCommit(repository, update);
    groups.set(commit, [...(groups.get(commit) ?? []), update]);
  }
  return groups.size > 0 ? [...groups.values()] : [updates];
}

/**
 * The range of updates that push one commit; undefined when they push none.
 * @throws UserError `scope` when it cannot be told what is new, or whether anything is pushed at all.
 */
export async function pushedRange(
  repository: Repository,
  updates: readonly RefUpdate[],
): Promise<CommitRange | undefined> {
  if (updates.length === 0) await requireNothingNew(repository);
  const live = updates.filter(({ localOid }) => !isNoObject(localOid));
  const commits = new Set(await Promise.all(live.map((update) => pushedCommit(repository, update))));
  const [commit, another] = commits;
  if (commit === undefined) return undefined;
  if (another !== undefined) throw new Error('a range is of one pushed commit');
  const there = await Promise.all(
    live.map(({ remoteOid }) => (isNoObject(remoteOid) ? undefined : knownCommit(repository, remoteOid))),
  );
  const bases = new Set<string>();
  const words: string[] = [];
  for (const [at, update] of live.entries()) {
    const known = there[at];
    const found = known === undefined ? await newThere(repository, commit, there) : [known];
    for (const base of found) bases.add(base);
    words.push(
      known === undefined ? newWords(update, found) : `${shortOid(known)}, what ${nameOf(update)} is there`,
    );
  }
  const description = `${shortOid(commit)} against ${words.join('; ')}${deletedWords(updates)}`;
  return { commit, bases: [...bases], description };
}

/** `feat is deleted`; in words what is left when no commit is pushed. */
export function nothingPushed(updates: readonly RefUpdate[]): string {
  return updates.length === 0 ? 'no ref is pushed' : deletedWords(updates).replace(/^; /, '');
}

/**
 * Git names no ref when everything is up to date; a hook manager that keeps stdin to itself looks the same (lefthook without
 * use_stdin hands on an empty pipe). Where HEAD is news to every remote it is taken for the latter: a push of nothing is no loss.
 */
async function requireNothingNew(repository: Repository): Promise<void> {
  const head = await knownCommit(repository, 'HEAD');
  if (head === undefined) return;
  const news = await repository.git(['rev-list', '--max-count=1', head, '--not', '--remotes', '--']);
  if (news === '') return;
  throw new UserError('scope', `no ref is named on stdin, and HEAD ${shortOid(head)} is on no remote`, {
    hint: 'a hook manager has to hand stdin on (lefthook: use_stdin: true); if there is nothing to push: git push --no-verify',
  });
}

async function pushedCommit(repository: Repository, { localOid, remoteRef }: RefUpdate): Promise<string> {
  const commit = await knownCommit(repository, localOid);
  if (commit !== undefined) return commit;
  throw new UserError('scope', `what is pushed to ${remoteRef} (${shortOid(localOid)}) is no commit`);
}

/** The nearest commits that any remote is known to have; none: nothing is known, or nothing is shared. */
async function newThere(
  repository: Repository,
  commit: string,
  there: readonly (string | undefined)[],
): Promise<readonly string[]> {
  const listed = await repository.git(['for-each-ref', '--format=%(objectname)', 'refs/remotes/']);
  const tracked = listed.split('\n').filter((oid) => oid !== '');
  const known = [...new Set([...tracked, ...there.filter((oid) => oid !== undefined)])];
  if (known.length === 0) return [];
  const found = await repository.ask(['merge-base', '--all', '--end-of-options', commit, ...known]);
  const bases = (found ?? '').split('\n').filter((oid) => oid !== '');
  if (bases.length === 0 && (await isShallow(repository)))
    throw await missing(
      repository,
      shortOid(commit),
      `${shortOid(commit)} and the remotes have no common commit here`,
    );
  return bases;
}

function newWords(update: RefUpdate, bases: readonly string[]): string {
  const why = isNoObject(update.remoteOid)
    ? `${nameOf(update)} is new there`
    : `what ${nameOf(update)} is there (${shortOid(update.remoteOid)}) is not here`;
  return bases.length === 0
    ? `the empty tree, since ${why} and no remote has a part of it`
    : `${bases.map(shortOid).join(' and ')}, the nearest that a remote has, since ${why}`;
}

function deletedWords(updates: readonly RefUpdate[]): string {
  return updates
    .filter(({ localOid }) => isNoObject(localOid))
    .map((update) => `; ${nameOf(update)} is deleted`)
    .join('');
}

function nameOf({ remoteRef }: RefUpdate): string {
  return remoteRef.replace(/^refs\/(heads|tags)\//, '');
}
