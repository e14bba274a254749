// Differences that have a cause which is no fault of lspcheck's. A rule without its differences is as wrong as a difference
// without its rule: what is known is exact.

import { type Comparison, type Difference, isSame, lineOf } from './findings.js';

export interface KnownDifference {
  readonly side: Difference['side'];
  /** A sentence for docs/parity.md: what differs, and why. */
  readonly cause: string;
  /** How many there are on the seeded corpus. */
  readonly count: number;
  /** `comparison` is the whole of it, for a rule that needs both sides of one place. */
  holds(difference: Difference, comparison: Comparison): boolean;
}

export interface Explained {
  readonly unexplained: readonly string[];
  /** Rules whose differences are not as many as they say, as sentences. */
  readonly miscounted: readonly string[];
}

export function explain(comparison: Comparison, known: readonly KnownDifference[]): Explained {
  const rules = known.map((rule) => ({ rule, seen: 0 }));
  const unexplained: string[] = [];
  for (const difference of comparison.differences) {
    const found = rules.find(
      ({ rule }) => rule.side === difference.side && rule.holds(difference, comparison),
    );
    if (found === undefined) unexplained.push(lineOf(difference));
    else found.seen += 1;
  }
  const miscounted = rules
    .filter(({ rule, seen }) => rule.count !== seen)
    .map(({ rule, seen }) => `${seen} in place of ${rule.count}: ${rule.cause}`);
  return { unexplained, miscounted };
}

/** Whether the other side has a finding of one of `codes` at the same place, which this side does not have. */
export function otherSideSays(
  { side, finding }: Difference,
  codes: readonly string[],
  { differences }: Comparison,
): boolean {
  return differences.some(
    (other) =>
      other.side !== side &&
      other.finding.path === finding.path &&
      other.finding.line === finding.line &&
      other.finding.column === finding.column &&
      codes.includes(other.finding.code),
  );
}

/** A finding that the command line says again, word for word; a report has it once. */
export function saidAgain(count: number): KnownDifference {
  return {
    side: 'missed',
    count,
    cause: 'the command line says one finding twice, word for word; a report has it once',
    holds: ({ finding }, { ofCli, reported }) =>
      reported.some((other) => isSame(other, finding)) &&
      ofCli.filter((other) => isSame(other, finding)).length > 1,
  };
}
