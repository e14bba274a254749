// What a server does only when a file is saved, it does not do for text that is not on the disk.

import type { Collected, OpenableDocument } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { ServerSession } from '../session/server-session.js';

/**
 * A server that nobody measured and that asks for saves may do half of its work then (rust-analyzer does), on the disk's text.
 * Where the judged text is another, no save can be told, and what it found is not all that it would find.
 */
export function withoutUnsaved(
  session: ServerSession,
  window: readonly OpenableDocument[],
  results: ReadonlyMap<RepoPath, Collected>,
): ReadonlyMap<RepoPath, Collected> {
  const { definition } = session.plan;
  if (definition.settle.kind !== 'auto' || !session.wantsSave) return results;
  const unsaved = new Set(window.flatMap(({ document }) => (document.matchesDisk ? [] : [document.path])));
  return new Map(
    [...results].map(([path, result]) => {
      const { outcome } = result;
      if (!unsaved.has(path) || outcome.kind !== 'settled') return [path, result];
      const detail = `${definition.name} works when files are saved, and the judged text is not on disk`;
      const hint = `if it does not read the disk, say so: servers.${definition.name}.completion: push`;
      const cause: UnknownCause = { reason: 'disk-only', detail, hint };
      return [path, { ...result, outcome: { kind: 'gave-up', cause, provisional: outcome.diagnostics } }];
    }),
  );
}
