// Inline suppressions: `lspcheck-ignore-next-line SERVER/CODE: reason` in a comment of any language speaks of the next line.
// Suppressed findings stay in the report, marked. A suppression without a reason, or that meets nothing, is told.

import type { RepoPath } from '../model/base.js';
import type { Diagnostic } from '../model/diagnostic.js';

export interface Suppression {
  /** 1-based, of the comment. */
  readonly line: number;
  readonly server: string;
  /** `*` for every code of the server. */
  readonly code: string;
  readonly hasReason: boolean;
}

const keyword = 'lspcheck-ignore-next-line';
const form = new RegExp(`${keyword}\\s+([\\w.-]+)/([^\\s:,]+(?::(?!\\s)[^\\s:,]+)*)\\s*(:\\s*\\S)?`, 'g');

/** In order of lines; several may stand on one line. Cheap for texts without the keyword. */
export function readSuppressions(
  text: string,
  splitLines: (text: string) => readonly string[],
): readonly Suppression[] {
  if (!text.includes(keyword)) return [];
  return splitLines(text).flatMap((content, index) =>
    [...content.matchAll(form)].map((match) => ({
      line: index + 1,
      server: match[1] ?? '',
      code: match[2] ?? '',
      hasReason: match[3] !== undefined,
    })),
  );
}

export interface Suppressed {
  readonly findings: readonly Diagnostic[];
  /** Those that met a finding. */
  readonly used: readonly Suppression[];
}

/** Marks what a suppression with a reason speaks of; an active finding only. */
export function suppress(findings: readonly Diagnostic[], suppressions: readonly Suppression[]): Suppressed {
  if (suppressions.length === 0) return { findings, used: [] };
  const used = new Set<Suppression>();
  const marked = findings.map((finding) => {
    const match = suppressions.find((suppression) => speaksOf(suppression, finding));
    if (match === undefined || finding.status !== 'active') return finding;
    used.add(match);
    return { ...finding, status: 'suppressed' as const };
  });
  return { findings: marked, used: [...used] };
}

/** The sentence for a suppression that did nothing. */
export function uselessText(path: RepoPath, suppression: Suppression): string {
  const rule = `${suppression.server}/${suppression.code}`;
  const why = suppression.hasReason
    ? `the next line has no ${rule}`
    : `it needs a reason (${keyword} ${rule}: because …)`;
  return `${path}:${suppression.line}: the suppression of ${rule} has no effect: ${why}`;
}

function speaksOf({ line, server, code, hasReason }: Suppression, finding: Diagnostic): boolean {
  return (
    hasReason &&
    finding.range.start.line === line + 1 &&
    finding.server === server &&
    (code === '*' || code === finding.code)
  );
}
