// What a run tells while it goes on, for people who wait. No verdicts: a settled document may still turn out either way.

import type { DocumentStep } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';

export type ProgressEvent =
  | {
      readonly kind: 'planned';
      /** Instant on the clock at which what is not settled becomes unknown, or Infinity. */
      readonly deadlineAt: number;
      readonly sessions: readonly {
        readonly key: string;
        readonly server: string;
        /** Workspace folder. */
        readonly root: RepoPath;
        readonly documents: number;
      }[];
    }
  | { readonly kind: 'starting'; readonly key: string }
  | { readonly kind: 'started'; readonly key: string }
  | ({ readonly key: string; readonly path: RepoPath } & DocumentStep)
  | { readonly kind: 'ended'; readonly key: string };

export type OnProgress = (event: ProgressEvent) => void;
