// Which findings stood in the base text as well: compared as a multiset, in tiers, each base entry used once. Lines that
// only moved are not new; a consequence on an unchanged line is. When in doubt a finding is new.

import type { Diagnostic, Range, ServerDiagnostic } from '../model/diagnostic.js';
import type { LineMap } from './line-map.js';

type Comparable = Pick<ServerDiagnostic, 'source' | 'code' | 'message'> & { readonly range: Range };

export interface ComparedText<D> {
  readonly diagnostics: readonly D[];
  readonly lines: readonly string[];
}

/** The judged findings that the base has too. Both lists come from the same server. */
export function existingFindings(
  judged: ComparedText<Diagnostic>,
  base: ComparedText<Comparable>,
  map: LineMap,
): ReadonlySet<Diagnostic> {
  const existing = new Set<Diagnostic>();
  const unused = new Set(base.diagnostics);
  const matchBy = (matches: (finding: Diagnostic, old: Comparable) => boolean) => {
    for (const finding of judged.diagnostics) {
      if (existing.has(finding)) continue;
      for (const old of unused) {
        if (!matches(finding, old)) continue;
        existing.add(finding);
        unused.delete(old);
        break;
      }
    }
  };
  const context = (lines: readonly string[], { range }: Comparable, reach: number) =>
    lines
      .slice(Math.max(0, range.start.line - 1 - reach), range.start.line + reach)
      .map((line) => line.trim())
      .join('\n');
  const sameContext = (reach: number) => (finding: Diagnostic, old: Comparable) =>
    saysTheSame(finding, old) && context(judged.lines, finding, reach) === context(base.lines, old, reach);
  matchBy(sameContext(1));
  matchBy(sameContext(0));
  matchBy((finding, old) => {
    const { first, last } = map.judgedLinesOf(old.range.start.line);
    const { line } = finding.range.start;
    return saysTheSame(finding, old) && line >= first && line <= last;
  });
  return existing;
}

function saysTheSame(a: Comparable, b: Comparable): boolean {
  return a.source === b.source && a.code === b.code && wordsOf(a.message) === wordsOf(b.message);
}

/** Counts and blanks in a message change with what stands around. */
function wordsOf(message: string): string {
  return message.replace(/\d+/g, 'N').replace(/\s+/g, ' ').trim();
}
