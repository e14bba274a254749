// What a host says about edits, in the hand of a test: allowed unless told otherwise, and everything that it is told is kept.

import type { RepoPath } from '../../src/model/base.js';
import type { OnStep } from '../../src/query/apply-edit.js';
import type { Editing, EditProposal, Permit } from '../../src/query/edit.js';

export interface FakeEditing extends Editing<string> {
  readonly proposals: readonly EditProposal[];
  readonly told: readonly (readonly RepoPath[])[];
}

export function fakeEditing(permit: Permit = { kind: 'allowed' }, onStep?: OnStep): FakeEditing {
  const proposals: EditProposal[] = [];
  const told: (readonly RepoPath[])[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    proposals,
    told,
    permit: async (proposal) => {
      proposals.push(proposal);
      return permit;
    },
    written: async (paths) => {
      told.push(paths);
    },
    diagnosticsOf: async (paths) => `diagnostics of ${paths.join(', ')}`,
    inTurn: (work) => {
      const now = last.then(work);
      last = now.catch(() => {});
      return now;
    },
    ...(onStep && { onStep }),
  };
}
