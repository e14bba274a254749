// The JSON report as tests read it: the shape that the contract publishes (section 4), nothing of the inside.

import type { Severity } from '../../src/model/diagnostic.js';
import type { SkipReason, UnknownReason } from '../../src/model/fault.js';
import type { Evidence } from '../../src/model/settlement.js';

export interface Report {
  readonly schemaVersion: 1;
  readonly scope: {
    readonly kind: string;
    readonly base: string | null;
    readonly head: string | null;
    readonly mixed: readonly { readonly path: string; readonly why: string }[];
  };
  readonly complete: boolean;
  readonly exitCode: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly servers: readonly ReportServer[];
  readonly affected?: readonly ReportSearch[];
  readonly files: readonly ReportFile[];
}

export interface ReportSearch {
  readonly server: string;
  readonly root: string;
  readonly method: string;
  readonly state: 'complete' | 'partial' | 'failed';
  readonly judged: number;
  readonly cut?: readonly string[];
  readonly gaps?: readonly { readonly kind: string; readonly detail: string }[];
  readonly reason?: UnknownReason;
  readonly detail?: string;
}

export interface ReportServer {
  readonly name: string;
  readonly state: 'ok' | 'failed';
  readonly detail?: string;
  readonly infra: readonly { readonly kind: string; readonly path?: string; readonly text: string }[];
}

export interface ReportFile {
  readonly path: string;
  readonly affected?: true;
  readonly verdict: 'clean' | 'findings' | 'unknown' | 'skipped';
  readonly incomplete: boolean;
  readonly reason?: UnknownReason | SkipReason;
  readonly detail?: string;
  readonly contentHash?: string;
  readonly cells: readonly ReportCell[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

export interface ReportCell {
  readonly server: string;
  readonly verdict: 'clean' | 'findings' | 'unknown';
  readonly via?: Evidence;
  readonly reason?: UnknownReason;
  readonly detail?: string;
  readonly hint?: string;
}

export interface ReportDiagnostic {
  readonly server: string;
  readonly source?: string;
  readonly code?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
  readonly status: string;
  readonly provisional: boolean;
  readonly approximate: boolean;
}

/** @throws with what was on stdout when that is not one JSON document */
export function parseReport(stdout: string, stderr: string): Report {
  try {
    return JSON.parse(stdout) as Report; // the product's own output; tests fail where it is not this shape
  } catch {
    throw new Error(`stdout is no JSON report:\n${stdout.slice(0, 2000)}\nstderr:\n${stderr.slice(0, 4000)}`);
  }
}

/** The file's object; the test fails when the report does not name it. */
export function fileOf(report: Report, path: string): ReportFile {
  const file = report.files.find((one) => one.path === path);
  if (!file) throw new Error(`${path} is not among ${report.files.map((one) => one.path).join(', ')}`);
  return file;
}
