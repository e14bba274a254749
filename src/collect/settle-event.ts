// The timed events that settling folds, and what it asks for in return. Plain values: a schedule of them is a test.

import type { ContentHash, RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { SettleRule } from '../model/server-definition.js';
import type { Rest } from '../session/process-tree.js';

/** `at`: milliseconds on the run's clock. */
export type SettleEvent = {
  readonly at: number;
} /** Opened, or shown another text: what came before says nothing of this one. */ & (
  | { readonly kind: 'opened'; readonly path: RepoPath; readonly version: number }
  | {
      readonly kind: 'publish';
      readonly path: RepoPath;
      readonly version: number | undefined;
      readonly diagnostics: readonly ServerDiagnostic[];
    }
  /** A pull or barrier request went out. */
  | { readonly kind: 'asked'; readonly path: RepoPath }
  /** Its answer: for a barrier without a list of its own, `diagnostics` is undefined and the last publish counts. */
  | {
      readonly kind: 'answered';
      readonly path: RepoPath;
      readonly diagnostics: readonly ServerDiagnostic[] | undefined;
    }
  /** The server asked to be asked again (-32801, -32800, -32802 with retrigger). */
  | { readonly kind: 'ask-again'; readonly path: RepoPath }
  | { readonly kind: 'ask-failed'; readonly path: RepoPath; readonly cause: UnknownCause }
  /** The same text was sent under this version. */
  | { readonly kind: 'nudged'; readonly path: RepoPath; readonly version: number }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'configuration-asked' }
  | { readonly kind: 'pull-announced' }
  | { readonly kind: 'pull-withdrawn' }
  | { readonly kind: 'progress-begin'; readonly token: string; readonly title: string }
  | { readonly kind: 'progress-end'; readonly token: string }
  | { readonly kind: 'quiescence'; readonly quiescent: boolean; readonly failure: string | undefined }
  /** Half a message is here; the rest of it, or nothing more at all, is to come. */
  | { readonly kind: 'torn'; readonly torn: boolean }
  /** The server said that it cannot judge this file, or not rightly: whatever it still publishes, no verdict will come of it. */
  | { readonly kind: 'doubted'; readonly path: RepoPath; readonly cause: UnknownCause }
  /** A look at the process tree. */
  | { readonly kind: 'rest'; readonly rest: Rest }
  /** Any other sign of life. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'lost'; readonly fault: Fault }
  | { readonly kind: 'interrupted' }
);

export interface SettleRules {
  /** For sentences. */
  readonly server: string;
  readonly rule: SettleRule;
  readonly quietPeriodMs: number;
  /** Whether the process tree can be observed here; then rest is required where publishes alone must do. */
  readonly observable: boolean;
  /** A server that is asked, silent and at rest for this long has hung. */
  readonly requestTimeoutMs: number;
  /** One that publishes, silent and at rest for this long, will publish no more; the request timeout where it is not said. */
  readonly silenceMs?: number;
  /** Instant; Infinity for none. */
  readonly deadlineAt: number;
  /** Whether pull is announced before the first document is opened. */
  readonly pullAnnounced: boolean;
  /** Tokens or titles that say nothing about completeness. */
  readonly ignoredProgress: readonly string[];
}

export interface SettleDocument {
  readonly path: RepoPath;
  readonly contentHash: ContentHash;
}

/** What the driver is to do now, and when to look again if nothing happens before. */
export interface SettleStep {
  readonly ask: readonly RepoPath[];
  readonly nudge: readonly RepoPath[];
  /** Look at the process tree now, and ask again. */
  readonly sample: boolean;
  readonly done: boolean;
  readonly wakeAt: number;
}
