// What using a session again costs in certainty, and how it is bought back: a server that has seen a document before need not publish for
// it again, and a word that it still owes us about an earlier text could pass for one about this. Then a new process is asked.

import type { Collected } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { PlannedDocument } from '../model/plan.js';
import type { ServerSession } from '../session/server-session.js';

/** A server that publishes for what it is shown again has begun to by then, or is at work. */
const silenceMs = 2000;

/** Those that the session was shown before; to be asked before they are shown. */
export function seenBefore(
  session: ServerSession,
  documents: readonly PlannedDocument[],
): readonly PlannedDocument[] {
  return documents.filter(({ path }) => session.documents.wasOpened(path));
}

/** How long silence is waited out; nothing: as long as with a new server. */
export function patienceWith(seen: readonly PlannedDocument[]): { readonly silenceMs?: number } {
  return seen.length > 0 ? { silenceMs } : {};
}

/** Those of the documents that a new process has to be asked about. */
export function leftInDoubt(
  documents: readonly PlannedDocument[],
  results: ReadonlyMap<RepoPath, Collected>,
): readonly PlannedDocument[] {
  return documents.filter(({ path }) => causeOf(results.get(path)) === 'no-publish');
}

/** Whether the server still owes a word that could be taken for one about a later text, or has hung. */
export function isSpent(session: ServerSession, results: ReadonlyMap<RepoPath, Collected>): boolean {
  const causes = [...results.values()].flatMap((one) => causeOf(one) ?? []);
  return causes.includes('pull-failed') || (causes.length > 0 && settlesByPublish(session));
}

/** By publishes that need not say which text they are about. */
export function settlesByPublish({ plan, announcesPull }: ServerSession): boolean {
  const { kind } = plan.definition.settle;
  return kind === 'push' || (kind === 'auto' && !announcesPull);
}

function causeOf(collected: Collected | undefined) {
  return collected?.outcome.kind === 'gave-up' ? collected.outcome.cause.reason : undefined;
}
