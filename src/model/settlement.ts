// Evidence. A Settlement is the only way to `clean` and `findings`, and its brand is put on only by
// collect/settle.ts, session/mcp-backend.ts and model/run-codec.ts (test/unit/architecture.test.ts holds the list).

import type { ContentHash } from './base.js';
import type { ServerDiagnostic } from './diagnostic.js';
import type { UnknownCause } from './fault.js';

/** Strongest first (contract, section 1). */
export const evidences = [
  'pull',
  'barrier',
  'push-versioned',
  'push-idle',
  'push-quiet',
  'tool-result',
  'declared-silence',
] as const;
export type Evidence = (typeof evidences)[number];

declare const settled: unique symbol;

/** A complete list of diagnostics for exactly the text with this hash, and how we know that it is complete. */
export interface Settlement {
  readonly [settled]: true;
  readonly kind: 'settled';
  readonly via: Evidence;
  readonly contentHash: ContentHash;
  readonly diagnostics: readonly ServerDiagnostic[];
}

/** No evidence: why, and what was seen on the way. */
export interface GaveUp {
  readonly kind: 'gave-up';
  readonly cause: UnknownCause;
  readonly provisional: readonly ServerDiagnostic[];
}

export type CellOutcome = Settlement | GaveUp;

export function settlement(
  via: Evidence,
  contentHash: ContentHash,
  diagnostics: readonly ServerDiagnostic[],
): Settlement {
  // The brand has no run-time value: this cast is the one place where it comes into being.
  return { kind: 'settled', via, contentHash, diagnostics } as Settlement;
}
