// The result of a run: what every reporter reads and the exit code is computed from.

import type { AffectedSearch } from './affected.js';
import type { RepoPath } from './base.js';
import type { ResolvedScope } from './change.js';
import type { FailOn, Severity } from './diagnostic.js';
import type { SkipReason } from './fault.js';
import type { RunShard } from './shard.js';
import type { FileResult } from './verdict.js';

export interface InfraNote {
  readonly kind: 'message' | 'diagnostic' | 'malformed' | 'log';
  readonly path?: RepoPath;
  readonly text: string;
}

export interface ServerReport {
  readonly name: string;
  readonly root: RepoPath;
  readonly version?: string;
  readonly state: 'ok' | 'failed';
  readonly detail?: string;
  /** Spawn to answered initialize. Reported only with --timings. */
  readonly startMs: number;
  readonly infra: readonly InfraNote[];
}

/** What the user asked to be failed by; part of the result, so that a merged or daemon-served run is judged by the same rules. */
export interface RunPolicy {
  readonly failOn: FailOn;
  readonly minSeverity: Severity;
  readonly onUnknown: 'fail' | 'warn';
  readonly onUncovered: 'ignore' | 'warn' | 'fail';
  readonly failOnEmpty: boolean;
  /** No config file: nobody chose to judge nothing, so a run that judged nothing although it could is not a success. */
  readonly zeroConfig: boolean;
}

export interface Summary {
  readonly files: number;
  readonly clean: number;
  readonly findings: number;
  readonly unknown: number;
  readonly skipped: number;
  readonly skippedByReason: Readonly<Partial<Record<SkipReason, number>>>;
  /** Files with a required cell that is unknown or impaired. */
  readonly incomplete: number;
  /** error … hint count active findings. */
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  readonly hint: number;
  readonly hidden: number;
  readonly provisional: number;
  readonly outsideChange: number;
  readonly existing: number;
  readonly baselined: number;
  readonly suppressed: number;
  readonly advisoryUnknown: number;
  /** Files that did not change and were judged since they depend on ones that did; only with --affected. */
  readonly affected?: number;
}

export interface RunResult {
  readonly toolVersion: string;
  readonly scope: ResolvedScope;
  readonly configHash: string;
  readonly policy: RunPolicy;
  /** Of a run that is one part of several: `files` are its own. */
  readonly shard?: RunShard;
  /** The signal that ended the run early. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
  /** Sorted by name, then root. */
  readonly servers: readonly ServerReport[];
  /** Set with --affected: what was looked for, sorted by server, then root. */
  readonly affected?: readonly AffectedSearch[];
  /** Sorted by path; every file asked about, once. */
  readonly files: readonly FileResult[];
  /** Languages in scope that an entry exists for, though no server was found: path → language. */
  readonly uncovered: readonly { readonly path: RepoPath; readonly language: string }[];
  readonly notes: readonly string[];
}
