// When what happened in a run, for people and trace viewers: of every server its phases, and each document from opening to
// its end. Never part of a verdict. Instants are milliseconds since the process started.

import type { RepoPath } from './base.js';
import type { UnknownReason } from './fault.js';
import type { Evidence } from './settlement.js';

export interface Timeline {
  /** When the result was there. */
  readonly endAt: number;
  /** In the order of the plan. */
  readonly sessions: readonly SessionTimeline[];
}

export interface SessionTimeline {
  readonly server: string;
  readonly root: RepoPath;
  /** In order; more than one start after a crash. */
  readonly phases: readonly Phase[];
  /** By opening; a document that was tried again is there again. */
  readonly documents: readonly DocumentTimeline[];
}

export interface Phase {
  /** Spawn to answered initialize; from there to the last document. */
  readonly kind: 'starting' | 'judging';
  readonly from: number;
  readonly to: number;
}

export interface DocumentTimeline {
  readonly path: RepoPath;
  readonly from: number;
  readonly to: number;
  /** The evidence, or why there is none; undefined when the server was lost first. */
  readonly how: Evidence | UnknownReason | undefined;
  readonly marks: readonly TimelineMark[];
}

export interface TimelineMark {
  readonly kind: 'published' | 'asked' | 'answered';
  readonly at: number;
  /** Diagnostics of a publish. */
  readonly count?: number;
}
