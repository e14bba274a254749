// Reads `git status --porcelain=v2 -z --branch`. Pure. A record it does not know is an error, and so is output without the
// branch header: what cannot be read is never "nothing changed".

import type { RepoPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import { gitPath } from '../platform/paths.js';

/** `.` unchanged, modified, type changed, added, deleted. Renames are switched off: a pure rename is an added path (case OC-15). */
export type ChangeLetter = '.' | 'M' | 'T' | 'A' | 'D';

/** Modes as git writes them (`100644`, `120000` symlink, `160000` submodule, `000000` not there). */
export interface ChangedEntry {
  readonly kind: 'changed';
  readonly path: RepoPath;
  /** HEAD to index. */
  readonly index: ChangeLetter;
  /** Index to disk, by git's own comparison. `A`: intent to add. */
  readonly disk: ChangeLetter;
  readonly headMode: string;
  readonly indexMode: string;
  readonly diskMode: string;
  /** Object id of the index text; all zeros when there is none. */
  readonly indexOid: string;
}

export type StatusEntry =
  | ChangedEntry
  | { readonly kind: 'unmerged'; readonly path: RepoPath; readonly diskMode: string }
  | { readonly kind: 'untracked'; readonly path: RepoPath; readonly nestedRepository: boolean };

export interface Status {
  /** HEAD's commit; null on an unborn branch. */
  readonly head: string | null;
  readonly entries: readonly StatusEntry[];
}

const changed = /^1 ([.MTADRC])([.MTADRC]) .{4} (\d{6}) (\d{6}) (\d{6}) [0-9a-f]+ ([0-9a-f]+) (.+)$/s;
const unmerged = /^u .. .{4} \d{6} \d{6} \d{6} (\d{6}) [0-9a-f]+ [0-9a-f]+ [0-9a-f]+ (.+)$/s;

/** @throws UserError `scope` when the output cannot be read or HEAD is broken. */
export function parseStatus(output: string): Status {
  const headers = new Map<string, string>();
  const entries: StatusEntry[] = [];
  for (const record of output.split('\0')) {
    if (record === '') continue;
    const header = /^# (\S+) (.*)$/s.exec(record);
    if (header) headers.set(header[1] ?? '', header[2] ?? '');
    else entries.push(entryOf(record));
  }
  return { head: headOf(headers), entries };
}

function headOf(headers: ReadonlyMap<string, string>): string | null {
  const oid = headers.get('branch.oid');
  // Git's word for a HEAD that names neither a branch nor a commit: everything would look added.
  if (oid === undefined || headers.get('branch.head') === '(unknown)') {
    throw new UserError('scope', 'HEAD cannot be read', { hint: 'git fsck says what is broken' });
  }
  return oid === '(initial)' ? null : oid;
}

function entryOf(record: string): StatusEntry {
  const kind = record[0];
  if (kind === '?' && record.length > 2) {
    // With --untracked-files=all only another repository is shown as a folder.
    const nestedRepository = record.endsWith('/');
    return {
      kind: 'untracked',
      path: gitPath(record.slice(2, nestedRepository ? -1 : undefined)),
      nestedRepository,
    };
  }
  const fields = changed.exec(record);
  if (fields) {
    const [, index = '', disk = '', headMode = '', indexMode = '', diskMode = '', indexOid = '', path = ''] =
      fields;
    return {
      kind: 'changed',
      path: gitPath(path),
      index: letterOf(index, record),
      disk: letterOf(disk, record),
      headMode,
      indexMode,
      diskMode,
      indexOid,
    };
  }
  const [, diskMode, path] = unmerged.exec(record) ?? [];
  if (diskMode === undefined || path === undefined) throw unreadable(record);
  return { kind: 'unmerged', path: gitPath(path), diskMode };
}

function letterOf(letter: string, record: string): ChangeLetter {
  switch (letter) {
    case '.':
    case 'M':
    case 'T':
    case 'A':
    case 'D':
      return letter;
    default:
      throw unreadable(record);
  }
}

function unreadable(record: string): UserError {
  return new UserError('scope', `git status answered with a record that lspcheck does not know: ${record}`);
}
