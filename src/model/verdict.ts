// The verdict as a sum type, from cell to file. Forgetting `unknown`, or inventing `clean`, does not compile (test/types/).

import type { ContentHash, NonEmpty, RepoPath } from './base.js';
import type { Diagnostic, FailOn } from './diagnostic.js';
import type { SkipReason, UnknownCause } from './fault.js';
import type { Settlement } from './settlement.js';

/** `hidden`: diagnostics below --min-severity; counted, no part of a verdict. */
export type CellVerdict =
  | { readonly kind: 'clean'; readonly settlement: Settlement; readonly hidden: readonly Diagnostic[] }
  | {
      readonly kind: 'findings';
      readonly settlement: Settlement;
      readonly findings: NonEmpty<Diagnostic>;
      readonly hidden: readonly Diagnostic[];
      /** The server also said that it could not analyse the file fully: the findings are real, the rest is unknown. */
      readonly impaired?: UnknownCause;
    }
  | {
      readonly kind: 'unknown';
      readonly cause: UnknownCause;
      readonly provisional: readonly Diagnostic[];
      readonly hidden: readonly Diagnostic[];
    };

export interface CellResult {
  readonly server: string;
  readonly role: 'required' | 'advisory';
  readonly verdict: CellVerdict;
  /** From the opening of the document to the evidence; reported only with --timings. */
  readonly ms: number;
}

export type FileVerdict =
  | { readonly kind: 'clean'; readonly cells: NonEmpty<CellResult> }
  /** `incomplete`: a required server's cell is unknown or impaired. */
  | {
      readonly kind: 'findings';
      readonly cells: NonEmpty<CellResult>;
      readonly findings: NonEmpty<Diagnostic>;
      readonly incomplete: boolean;
    }
  /** `cause` is set when no server could even be asked; otherwise the cells say why. */
  | {
      readonly kind: 'unknown';
      readonly cells: readonly CellResult[];
      readonly cause?: UnknownCause;
      readonly incomplete: boolean;
    }
  | {
      readonly kind: 'skipped';
      readonly reason: SkipReason;
      readonly detail?: string;
      readonly hint?: string;
    };

export interface FileResult {
  readonly path: RepoPath;
  readonly verdict: FileVerdict;
  /** Of the judged bytes; absent when nothing was read. */
  readonly contentHash?: ContentHash;
  /** The level at which this file's findings fail the run (an override may differ from the run's). */
  readonly failOn: FailOn;
  /** Not in the scope: judged since it depends on what changed. */
  readonly affected?: true;
}
