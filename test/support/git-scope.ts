// Scopes of a temporary repository, resolved as the command line does it, and told in short lines.

import { resolveChangeSet, type ScopeRequest } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import type { ChangeSet } from '../../src/model/change.js';
import type { TempRepo } from './temp-repo.js';

export async function resolved(repo: TempRepo, request: ScopeRequest, folder = '.'): Promise<ChangeSet> {
  const { location, status } = await quickStatus(repo.request(folder));
  return resolveChangeSet(await openRepository(repo.request(folder), location), request, status);
}

/** `status path`, with the mode where it is not a plain file. */
export function told({ entries }: ChangeSet): readonly string[] {
  return entries.map(
    ({ status, path, mode, sparse }) =>
      `${status} ${path}${mode === 'file' ? '' : ` (${mode})`}${sparse ? ' (sparse)' : ''}`,
  );
}

export const everything = { kind: 'working-tree', paths: [] } as const;
export const staged = { kind: 'staged', paths: [] } as const;
