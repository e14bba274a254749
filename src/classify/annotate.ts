// What the change and the base say of a finding: marked, never dropped. Only active findings are marked: the first word stands.

import type { Diagnostic, DiagnosticStatus } from '../model/diagnostic.js';
import type { LineMap } from './line-map.js';

/** Findings none of whose lines the change touched become `outside-change`. */
export function markOutsideChange(findings: readonly Diagnostic[], map: LineMap): readonly Diagnostic[] {
  return mark(findings, 'outside-change', (finding) => !touches(finding, map));
}

export function markExisting(
  findings: readonly Diagnostic[],
  existing: ReadonlySet<Diagnostic>,
): readonly Diagnostic[] {
  return mark(findings, 'existing', (finding) => existing.has(finding));
}

function mark(
  findings: readonly Diagnostic[],
  status: DiagnosticStatus,
  speaksOf: (finding: Diagnostic) => boolean,
): readonly Diagnostic[] {
  return findings.map((finding) =>
    finding.status === 'active' && speaksOf(finding) ? { ...finding, status } : finding,
  );
}

function touches({ range: { start, end } }: Diagnostic, map: LineMap): boolean {
  // A range that ends at the very beginning of a line does not reach into it.
  const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
  for (let line = start.line; line <= last; line += 1) if (map.isChanged(line)) return true;
  return false;
}
