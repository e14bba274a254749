// What a caller asks for. Types only.

import type { ConfigOptions } from './config/load.js';
import type { EngineDeps } from './engine/engine.js';
import type { OnProgress } from './engine/progress.js';
import type { SessionSource } from './engine/session-source.js';
import type { RefUpdate } from './git/pre-push.js';
import type { QuickStatus } from './git/quick-status.js';
import type { ShardOf } from './model/shard.js';
import type { Environment } from './platform/environment.js';
import type { Log } from './platform/log.js';

/** What to judge. Paths and names count from `cwd`; `paths` narrow a changed scope and are literal. */
export type ScopeSelection =
  | { readonly kind: 'working-tree' | 'staged'; readonly paths: readonly string[] }
  | { readonly kind: 'base'; readonly ref: string; readonly paths: readonly string[] }
  /** Two commits; the second one's text is judged. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string; readonly paths: readonly string[] }
  /** What is about to be pushed, of one commit (`git/pre-push`). */
  | { readonly kind: 'pre-push'; readonly updates: readonly RefUpdate[]; readonly paths: readonly string[] }
  /** What the event of a CI says, read from `env`. */
  | { readonly kind: 'ci'; readonly paths: readonly string[] }
  | { readonly kind: 'all' }
  /** `literal`: the names come from a program, none is a pattern. */
  | { readonly kind: 'files'; readonly names: readonly string[]; readonly literal?: boolean };

export interface CheckOptions {
  readonly cwd: string;
  /** The caller's environment: git's variables are honoured, servers never see them. */
  readonly env: Environment;
  readonly scope: ScopeSelection;
  readonly options?: ConfigOptions;
  /** Only one part of what is asked about; see `plan/shard`. */
  readonly shard?: ShardOf;
  /** The caller did not choose this repository: only what the user trusted of it is used (`trust`). */
  readonly untrusted?: boolean;
  /** The folder that plays the repository root. */
  readonly rootDir?: string;
  /** Instant from which the deadline counts, on the process's clock (0: its start). Default: now. */
  readonly startedAt?: number;
  /** Aborting ends the run early; what is proven is kept. The reason 'SIGTERM' or 'SIGINT' is reported. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly log?: Log;
  /** Folder for transcripts of the LSP traffic, relative to `cwd`; made where it is missing. */
  readonly record?: string;
  /** A status already read, so that git is not asked twice. */
  readonly status?: QuickStatus;
  /** Warm sessions, for a run that they can serve. */
  readonly sessions?: SessionSource;
  /** False: the deadline stands still while a server starts. True by default. */
  readonly startsCount?: boolean;
  readonly deps?: Partial<EngineDeps>;
}
