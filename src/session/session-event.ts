// What a running server tells us, as timed values. The collector folds these; nothing here judges.

import type { RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { Fault } from '../model/fault.js';

export type SessionEvent =
  /** A publish for a document that is open right now. `version` is absent when the server sent none. */
  | {
      readonly kind: 'publish';
      readonly path: RepoPath;
      readonly version: number | undefined;
      readonly diagnostics: readonly ServerDiagnostic[];
      readonly malformed: readonly string[];
    }
  /** A publish for anything else: a project file (go.mod), another module, a closed document. */
  | {
      readonly kind: 'foreign-publish';
      readonly path: RepoPath | undefined;
      readonly diagnostics: readonly ServerDiagnostic[];
    }
  | { readonly kind: 'progress-begin'; readonly token: string; readonly title: string }
  | { readonly kind: 'progress-end'; readonly token: string }
  /** experimental/serverStatus: whether loading is over; `failure`: it ended badly, and nothing can be judged. */
  | { readonly kind: 'quiescence'; readonly quiescent: boolean; readonly failure: string | undefined }
  /** workspace/diagnostic/refresh: earlier pull answers are void. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'configuration-asked' }
  | { readonly kind: 'pull-announced' }
  | { readonly kind: 'pull-withdrawn' }
  | { readonly kind: 'message'; readonly level: MessageLevel; readonly shown: boolean; readonly text: string }
  /** The server says by a request or notification of its own that it cannot judge a file, or (no path) any file. */
  | {
      readonly kind: 'distress';
      readonly path: RepoPath | undefined;
      readonly detail: string;
      readonly hint?: string;
    }
  /** A sign of life of any kind: bytes on its output or stderr, a message about to be told. */
  | { readonly kind: 'heard' }
  /** Its output stands in the middle of a message, or has ended; false: the message is whole now. */
  | { readonly kind: 'torn'; readonly torn: boolean }
  /** Text between messages on stdout. */
  | { readonly kind: 'pollution'; readonly text: string }
  /** The server is gone or useless; the first cause wins and is the last event. */
  | { readonly kind: 'lost'; readonly fault: Fault };

export type MessageLevel = 'error' | 'warning' | 'info' | 'log';

export type TimedSessionEvent = SessionEvent & { readonly at: number };
