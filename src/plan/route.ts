// What becomes of an entry by its status and mode alone, and in words for each other way to end without a server.
// Every entry ends exactly once; nothing is read here.

import { isOutside } from '../git/named-path.js';
import type { RepoPath } from '../model/base.js';
import type { ChangeEntry } from '../model/change.js';
import type { PlannedFile } from '../model/plan.js';
import type { FileClass } from './file-class.js';
import type { Selection } from './select.js';

export interface RouteRules {
  readonly ignored: (path: RepoPath) => boolean;
  readonly generated: (path: RepoPath) => boolean;
}

/** How an entry ends without a look at its text or at servers; undefined when these decide. A named path is never ignored. */
export function routeByStatus(
  { path, status, mode, named }: ChangeEntry,
  { ignored, generated }: RouteRules,
): PlannedFile | undefined {
  if (isOutside(path)) {
    const detail = 'the path is outside of the repository';
    return { kind: 'unknown', path, cause: { reason: 'read-failed', detail } };
  }
  if (status === 'deleted') return { kind: 'skipped', path, reason: 'deleted' };
  if (mode === 'symlink') return { kind: 'skipped', path, reason: 'symlink' };
  if (mode === 'submodule') return { kind: 'skipped', path, reason: 'submodule' };
  if (!named && ignored(path)) return { kind: 'skipped', path, reason: 'ignored' };
  if (!named && generated(path)) return { kind: 'skipped', path, reason: 'generated' };
  if (status === 'unmerged') {
    const detail = 'the file has unresolved merge conflicts';
    return { kind: 'unknown', path, cause: { reason: 'unmerged', detail } };
  }
  return undefined;
}

/** A file that has no text to judge. */
export function routeByText(path: RepoPath, text: Exclude<FileClass, { kind: 'text' }>): PlannedFile {
  if (text.kind === 'unknown') return { kind: 'unknown', path, cause: text.cause };
  const { reason, detail } = text;
  return { kind: 'skipped', path, reason, ...(detail !== undefined && { detail }) };
}

/** A file that no server is asked about. */
export function routeUnserved(
  path: RepoPath,
  selection: Exclude<Selection, { kind: 'servers' }>,
): PlannedFile {
  if (selection.kind === 'left-out') return { kind: 'skipped', path, reason: 'empty-scope' };
  if (selection.kind === 'unhandled') {
    return { kind: 'skipped', path, reason: 'no-server', detail: 'the catalogue has no server for it' };
  }
  const { why: detail, hint } = selection;
  return { kind: 'skipped', path, reason: 'no-server', detail, ...(hint !== undefined && { hint }) };
}
