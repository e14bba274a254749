// What is compared: one finding of a command line or of lspcheck, and the two multisets' difference.
// A command line that gives no column is compared without columns.

import type { Report } from '../lspcheck.js';

export interface Finding {
  /** Relative to the workspace, with slashes. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units; undefined where the command line does not give it. */
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** '-' when there is none. */
  readonly code: string;
  /** For people and for the rules of known differences; not compared. */
  readonly message: string;
}

export interface Difference {
  /** `missed`: the command line has it, lspcheck does not; `extra`: the other way round. */
  readonly side: 'missed' | 'extra';
  readonly finding: Finding;
}

export interface Comparison {
  readonly ofCli: readonly Finding[];
  readonly reported: readonly Finding[];
  /** Every finding that the other side does not have as often, sorted. */
  readonly differences: readonly Difference[];
}

export function reportedFindings(report: Report): readonly Finding[] {
  return report.files.flatMap(({ path, diagnostics = [] }) =>
    diagnostics.map(({ range, severity, code = '-', message }) => ({
      path,
      line: range.start.line,
      column: range.start.column,
      severity: severityOf(severity),
      code,
      message,
    })),
  );
}

export function compareFindings(ofCli: readonly Finding[], reported: readonly Finding[]): Comparison {
  const withColumns = ofCli.every(({ column }) => column !== undefined);
  const key = (finding: Finding) => keyOf(finding, withColumns);
  const differences: readonly Difference[] = [
    ...without(ofCli, reported, key).map((finding) => ({ side: 'missed', finding }) as const),
    ...without(reported, ofCli, key).map((finding) => ({ side: 'extra', finding }) as const),
  ];
  const sorted = [...differences].sort((one, other) => (lineOf(one) < lineOf(other) ? -1 : 1));
  return { ofCli, reported, differences: sorted };
}

export function isSame(one: Finding, other: Finding): boolean {
  return keyOf(one, true) === keyOf(other, true) && one.message === other.message;
}

/** `missed src/a.ts:3:7 error 2322 Type 'x' is …`. */
export function lineOf({ side, finding }: Difference): string {
  return `${side} ${keyOf(finding, true)} ${finding.message.split('\n')[0]}`;
}

function keyOf({ path, line, column, severity, code }: Finding, withColumn: boolean): string {
  const place = withColumn && column !== undefined ? `${line}:${column}` : String(line);
  return `${path}:${place} ${severity} ${code}`;
}

function without(
  all: readonly Finding[],
  taken: readonly Finding[],
  key: (finding: Finding) => string,
): readonly Finding[] {
  const left = new Map<string, number>();
  for (const finding of taken) left.set(key(finding), (left.get(key(finding)) ?? 0) + 1);
  return all.filter((finding) => {
    const count = left.get(key(finding)) ?? 0;
    left.set(key(finding), count - 1);
    return count <= 0;
  });
}

function severityOf(word: string): Finding['severity'] {
  if (word === 'error' || word === 'warning' || word === 'info' || word === 'hint') return word;
  throw new Error(`a finding of severity ${word}`);
}
