// What was asked about: the resolved scope and its entries, before any server is chosen.

import type { AbsPath, RepoPath } from './base.js';

export type ScopeKind = 'working-tree' | 'staged' | 'base' | 'range' | 'pre-push' | 'files' | 'all';

/** Something the judged tree cannot express: servers may see text that is not what is judged. */
export interface MixedEntry {
  readonly path: RepoPath;
  readonly why: 'untracked' | 'config-unstaged' | 'deleted-on-disk' | 'absent-in-judged';
}

export interface ResolvedScope {
  readonly kind: ScopeKind;
  /** Commit compared against; null when there is none (files, all, an unborn branch). */
  readonly base: string | null;
  /** HEAD's commit; null on an unborn branch and outside git. */
  readonly head: string | null;
  /** How it was found, for people: "index against HEAD a1b2c3d". No absolute path. */
  readonly description: string;
  readonly mixed: readonly MixedEntry[];
}

export type EntryStatus =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'type-changed'
  | 'unmerged'
  | 'untracked'
  | 'listed';
export type EntryMode = 'file' | 'symlink' | 'submodule';

export interface ChangeEntry {
  readonly path: RepoPath;
  readonly status: EntryStatus;
  readonly mode: EntryMode;
  /** The user named this very path: it is judged although generated or ignored, and must exist. */
  readonly named: boolean;
  /** Kept out of the work tree on purpose (skip-worktree): being missing on disk is no fault. */
  readonly sparse?: true;
}

export interface ChangeSet {
  readonly root: AbsPath;
  readonly scope: ResolvedScope;
  /** Each path once, sorted by path in code-unit order. */
  readonly entries: readonly ChangeEntry[];
}
