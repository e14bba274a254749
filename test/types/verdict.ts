// What must not compile. `npm run check` type-checks this file: an error that goes away makes its directive an error.

import type { ContentHash } from '../../src/model/base.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import type { UnknownReason } from '../../src/model/fault.js';
import type { Settlement } from '../../src/model/settlement.js';
import type { CellVerdict, FileVerdict } from '../../src/model/verdict.js';

declare const verdict: CellVerdict;
declare const file: FileVerdict;
declare const hash: ContentHash;
declare const diagnostics: readonly Diagnostic[];

// Findings are not a field that every verdict has: an empty list cannot be asked of an unknown one.
// @ts-expect-error
export const cleanByEmptyList = verdict.findings.length === 0;
// @ts-expect-error
export const cleanFileByEmptyList = file.findings.length === 0;

// Clean without evidence.
// @ts-expect-error
export const withoutEvidence: CellVerdict = { kind: 'clean', hidden: [] };

// Evidence made by hand: the brand is missing.
// @ts-expect-error
export const homemade: Settlement = { kind: 'settled', via: 'pull', contentHash: hash, diagnostics: [] };

// Findings that may be none.
export const emptyFindings = (settlement: Settlement): CellVerdict => ({
  kind: 'findings',
  settlement,
  // @ts-expect-error
  findings: diagnostics,
  hidden: [],
});

// A reason outside of the closed list.
// @ts-expect-error
export const inventedReason: UnknownReason = 'timeout';

// A file called clean with no cell.
// @ts-expect-error
export const cleanWithoutCells: FileVerdict = { kind: 'clean', cells: [] };

// A verdict as a truth value would forget unknown: there is nothing to call.
// @ts-expect-error
export const isOk = verdict.isOk();
