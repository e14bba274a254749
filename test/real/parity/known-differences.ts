// Differences that have a cause which is no fault of lspcheck's. A rule without its differences is as wrong as a difference
// without its rule: what is known is exact.

import { type Difference, lineOf } from './findings.js';

export interface KnownDifference {
  readonly side: Difference['side'];
  /** A sentence for docs/parity.md: what differs, and why. */
  readonly cause: string;
  /** How many there are on the seeded corpus. */
  readonly count: number;
  /** `all` are the run's differences, for a rule that needs both sides of one place. */
  holds(difference: Difference, all: readonly Difference[]): boolean;
}

export interface Explained {
  readonly unexplained: readonly string[];
  /** Rules whose differences are not as many as they say, as sentences. */
  readonly miscounted: readonly string[];
}

export function explain(differences: readonly Difference[], known: readonly KnownDifference[]): Explained {
  const rules = known.map((rule) => ({ rule, seen: 0 }));
  const unexplained: string[] = [];
  for (const difference of differences) {
    const found = rules.find(
      ({ rule }) => rule.side === difference.side && rule.holds(difference, differences),
    );
    if (found === undefined) unexplained.push(lineOf(difference));
    else found.seen += 1;
  }
  const miscounted = rules
    .filter(({ rule, seen }) => rule.count !== seen)
    .map(({ rule, seen }) => `${seen} in place of ${rule.count}: ${rule.cause}`);
  return { unexplained, miscounted };
}

/** Whether the other side has a finding of one of `codes` at the same place. */
export function otherSideSays(
  { side, finding }: Difference,
  codes: readonly string[],
  all: readonly Difference[],
): boolean {
  return all.some(
    (other) =>
      other.side !== side &&
      other.finding.path === finding.path &&
      other.finding.line === finding.line &&
      other.finding.column === finding.column &&
      codes.includes(other.finding.code),
  );
}
