// Expectations on a run's files and end. A failure carries the file's object and the tails of the servers' logs.

import { availableParallelism, loadavg } from 'node:os';
import { expect } from 'vitest';
import type { SkipReason, UnknownReason } from '../../src/model/fault.js';
import type { Evidence } from '../../src/model/settlement.js';
import { fileOf, type ReportDiagnostic, type ReportFile } from './report.js';
import type { Run } from './scenario.js';

/** 1-based, as reported; what is left out is not compared. */
export interface ExpectedFinding {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly message?: string;
  readonly severity?: ReportDiagnostic['severity'];
  readonly provisional?: boolean;
}

export interface FileExpectations {
  /** Every cell clean; with `via`, on this evidence. */
  clean(via?: Evidence): void;
  /** Exactly these, in report order. `incomplete`: default false. */
  findings(expected: readonly ExpectedFinding[], more?: { incomplete?: boolean; via?: Evidence }): void;
  /**
   * No verdict; `reason` (one, or any of several) is why the first of its cells has none, told in a sentence.
   * `seen`: exactly what was published all the same.
   */
  unknown(
    reason?: UnknownReason | readonly UnknownReason[],
    detail?: RegExp,
    seen?: readonly ExpectedFinding[],
  ): void;
  skipped(reason: SkipReason): void;
  /** The weakest demand: anything but a clean verdict. */
  notClean(): void;
}

export function expectFile(run: Run, path: string): FileExpectations {
  const file = fileOf(run.report, path);
  const explained = (check: () => void) => {
    try {
      check();
    } catch (error) {
      if (error instanceof Error) error.message += `\n${JSON.stringify(file)}\n${run.tails()}\n${run.stderr}`;
      throw error;
    }
  };
  const evidence = () => file.cells.flatMap((cell) => cell.via ?? []);
  return {
    clean: (via) =>
      explained(() => {
        expect(file).toMatchObject({ verdict: 'clean', incomplete: false, diagnostics: [] });
        expect(evidence()).toHaveLength(file.cells.length);
        if (via !== undefined) expect(new Set(evidence())).toEqual(new Set([via]));
      }),
    findings: (expected, more = {}) =>
      explained(() => {
        expect(file.diagnostics.map((one, index) => pick(one, expected[index]))).toEqual(expected);
        expect(file).toMatchObject({ verdict: 'findings', incomplete: more.incomplete ?? false });
        if (more.via !== undefined) expect(evidence()).toContain(more.via);
      }),
    unknown: (reason, detail = /./, seen) =>
      explained(() => {
        expect(file).toMatchObject({ verdict: 'unknown', incomplete: true });
        const cause = causesOf(file)[0];
        const wanted = typeof reason === 'string' ? [reason] : (reason ?? [cause?.reason]);
        expect(wanted).toContain(cause?.reason);
        expect(cause?.detail).toMatch(detail);
        if (seen === undefined) return;
        expect(file.diagnostics.map((one, index) => pick(one, seen[index]))).toEqual(seen);
      }),
    skipped: (reason) => explained(() => expect(file).toMatchObject({ verdict: 'skipped', reason })),
    notClean: () => explained(() => expect(file.verdict).not.toBe('clean')),
  };
}

export interface RunExpectations {
  exits(code: number): void;
  complete(): void;
  incomplete(): void;
  /** `ms` as the case says it, for a calm machine; what the load average adds is added here. */
  endsWithin(ms: number): void;
  lastsAtLeast(ms: number): void;
}

export function expectRun(run: Run): RunExpectations {
  const context = () => `${JSON.stringify(run.report.summary)}\n${run.stderr}\n${run.tails()}`;
  return {
    exits: (code) => {
      expect(run.exitCode, context()).toBe(code);
      expect(run.report.exitCode).toBe(code);
    },
    complete: () => expect(run.report.complete, context()).toBe(true),
    incomplete: () => expect(run.report.complete, context()).toBe(false),
    endsWithin: (ms) => expect(run.wallMs, context()).toBeLessThan(ms + allowanceMs()),
    lastsAtLeast: (ms) => expect(run.wallMs, context()).toBeGreaterThanOrEqual(ms),
  };
}

/** Starting processes takes 1 s at most on a calm machine, and longer the more others wait for a processor. */
export function allowanceMs(): number {
  const [load = 0] = loadavg();
  return 1500 + 600 * Math.max(0, load - availableParallelism());
}

/** What takes `ms` at most on a calm machine takes the longer, the more processes wait for a processor. */
export function stretched(ms: number): number {
  const [load = 0] = loadavg();
  return Math.round(ms * Math.min(mostStretch, Math.max(1, load / availableParallelism())));
}

const mostStretch = 5;

function causesOf(file: ReportFile): readonly { reason?: string; detail?: string }[] {
  const cells = file.cells.filter((cell) => cell.verdict === 'unknown');
  return cells.length > 0 ? cells : [file];
}

/** Only the fields the expectation names, so that a failing comparison shows nothing else. */
function pick(found: ReportDiagnostic, expected: ExpectedFinding | undefined): object {
  const whole = {
    line: found.range.start.line,
    column: found.range.start.column,
    endLine: found.range.end.line,
    endColumn: found.range.end.column,
    message: found.message,
    severity: found.severity,
    provisional: found.provisional,
  };
  const names = Object.keys(expected ?? whole);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
}
