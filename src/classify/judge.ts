// The only place where `clean` is said: a settlement, no finding, and nothing that puts it in doubt.

import { assertNever, isNonEmpty, type NonEmpty } from '../model/base.js';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import type { CellOutcome } from '../model/settlement.js';
import type { CellResult, CellVerdict, FileVerdict } from '../model/verdict.js';
import type { Classified } from './classify.js';

/**
 * @param classified of the settlement's diagnostics, or of the provisional ones.
 * @param impairment what the server said that puts its answer in doubt: infra noise, a distress, an unreadable diagnostic.
 */
export function judgeCell(
  outcome: CellOutcome,
  classified: Classified,
  impairment: UnknownCause | undefined,
): CellVerdict {
  const { findings, hidden } = classified;
  switch (outcome.kind) {
    case 'gave-up':
      return { kind: 'unknown', cause: outcome.cause, provisional: findings, hidden };
    case 'settled':
      if (isNonEmpty(findings)) {
        return {
          kind: 'findings',
          settlement: outcome,
          findings,
          hidden,
          ...(impairment !== undefined && { impaired: impairment }),
        };
      }
      if (impairment !== undefined) return { kind: 'unknown', cause: impairment, provisional: [], hidden };
      return { kind: 'clean', settlement: outcome, hidden };
    default:
      return assertNever(outcome);
  }
}

/** The worst of its cells, findings before unknown before clean; an advisory server's unknown makes nothing incomplete. */
export function judgeFile(cells: NonEmpty<CellResult>): FileVerdict {
  const incomplete = cells.some((cell) => cell.role === 'required' && isDoubtful(cell.verdict));
  const findings = mergedFindings(cells);
  if (isNonEmpty(findings)) return { kind: 'findings', cells, findings, incomplete };
  const conclusive = cells.some((cell) => cell.verdict.kind === 'clean');
  // Nobody said clean: then nobody may, also when only advisory servers were asked.
  if (incomplete || !conclusive) return { kind: 'unknown', cells, incomplete };
  return { kind: 'clean', cells };
}

function isDoubtful(verdict: CellVerdict): boolean {
  switch (verdict.kind) {
    case 'clean':
      return false;
    case 'findings':
      return verdict.impaired !== undefined;
    case 'unknown':
      return true;
    default:
      return assertNever(verdict);
  }
}

/** All cells' findings in report order; what two servers say in the same words about the same place is said once. */
function mergedFindings(cells: readonly CellResult[]): readonly Diagnostic[] {
  const byKey = new Map<string, Diagnostic>();
  for (const { verdict } of cells) {
    if (verdict.kind !== 'findings') continue;
    for (const finding of verdict.findings) {
      const { range, severity, source, code, message } = finding;
      const key = JSON.stringify([range, severity, source ?? '', code ?? '', message]);
      if (!byKey.has(key)) byKey.set(key, finding);
    }
  }
  return [...byKey.values()].sort(compareDiagnostics);
}
