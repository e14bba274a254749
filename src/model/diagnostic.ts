// What a server said about a file, first as it came (ServerDiagnostic), then as we report it (Diagnostic).
// Positions are 1-based lines and 1-based UTF-16 columns, end exclusive, whatever the server's encoding was.

import type { RepoPath } from './base.js';

export const severities = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof severities)[number];
export type FailOn = Severity | 'never';

/** True when `severity` is as grave as `threshold`, or graver. */
export function atLeast(severity: Severity, threshold: FailOn): boolean {
  return threshold !== 'never' && severities.indexOf(severity) <= severities.indexOf(threshold);
}

/** 1-based line, 1-based UTF-16 column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** End is exclusive; an empty range has `end` equal to `start`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export type DiagnosticTag = 'unnecessary' | 'deprecated';

export interface RelatedLocation {
  /** Repository-relative; a place outside the repository has its base name only, and no range that can be shown. */
  readonly path: RepoPath;
  readonly outsideRepository: boolean;
  readonly range: Range;
  readonly message: string;
}

/** A diagnostic as the server gave it, positions converted, nothing judged yet. */
export interface ServerDiagnostic {
  /** Absent when the server sent none: the entry says what that means (LSP 3.17, Diagnostic.severity: "up to the client"). */
  readonly severity?: Severity;
  readonly code?: string;
  readonly codeUrl?: string;
  readonly source?: string;
  readonly message: string;
  readonly range: Range;
  /** The range had to be clamped or guessed. */
  readonly approximate: boolean;
  readonly tags: readonly DiagnosticTag[];
  readonly related: readonly RelatedLocation[];
}

export type DiagnosticStatus = 'active' | 'outside-change' | 'existing' | 'baselined' | 'suppressed';

/** A diagnostic as reported: severity settled by rules, fingerprint, and what the change and the user say of it. */
export interface Diagnostic {
  readonly server: string;
  readonly source?: string;
  readonly code?: string;
  readonly codeUrl?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
  readonly approximate: boolean;
  readonly tags: readonly DiagnosticTag[];
  readonly related: readonly RelatedLocation[];
  /** Stable under moves of the line; unique within a file (equal ones get an ordinal). */
  readonly fingerprint: string;
  readonly status: DiagnosticStatus;
  /** Seen, but the cell never settled: shown and counted apart. */
  readonly provisional: boolean;
}

/** Order of diagnostics in every report: place, then gravity, then who said it. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    a.range.start.line - b.range.start.line ||
    a.range.start.column - b.range.start.column ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.server, b.server) ||
    compareText(a.code ?? '', b.code ?? '') ||
    compareText(a.message, b.message) ||
    a.range.end.line - b.range.end.line ||
    a.range.end.column - b.range.end.column
  );
}

/** Code-unit order: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
