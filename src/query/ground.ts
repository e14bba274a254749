// What every question stands on: the repository, its servers, and the time of the call. Types only.

import type { CallBudget, ServerSource } from '../engine/server-handle.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { Clock } from '../platform/clock.js';

export interface QueryGround {
  /** The repository root, links resolved. */
  readonly root: AbsPath;
  readonly source: ServerSource;
  readonly clock: Clock;
  /** For one request, where the server's entry says nothing else; never beyond the call's own time. */
  readonly requestTimeoutMs: number;
  /** Files of the repository that git does not ignore, sorted: where text search looks, and what servers are shown. */
  files(): Promise<readonly RepoPath[]>;
}

/** One call of one tool. */
export interface Call extends QueryGround {
  readonly budget: CallBudget;
}
