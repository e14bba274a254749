// The canary: a made-up document with a mistake, opened beside the real ones but not on their disk. A server that does not object
// is alive and useless (a checker it calls is missing, its settings are wrong), and its empty answers prove nothing.

import { type InfraTest, infraTest } from '../classify/infra-rules.js';
import type { Collected, OpenableDocument } from '../collect/collector.js';
import { atLeast } from '../model/diagnostic.js';
import type { PlannedSession } from '../model/plan.js';
import type { Canary } from '../model/server-definition.js';
import type { Evidence } from '../model/settlement.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf, absolutePath, repoPathOf, repoRootPath, toUri } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';

/** The document to open, in the session's root. */
export function canaryDocument(
  plan: Pick<PlannedSession, 'root' | 'tree'>,
  canary: Canary,
  languageId: string,
): OpenableDocument {
  const absolute = absolutePath(canary.fileName, plan.root);
  const path = repoPathOf(plan.tree.serverRoot, absolute) ?? repoRootPath;
  return {
    document: {
      path,
      uri: toUri(absoluteOf(plan.tree.serverRoot, path)),
      languageId,
      contentHash: contentHash(canary.text),
      matchesDisk: canary.onDisk === true,
    },
    text: canary.text,
  };
}

export type CanaryVerdict =
  /** It objected, by this evidence. */
  | { readonly kind: 'alive'; readonly via: Evidence }
  /** It answered, and found nothing wrong. */
  | { readonly kind: 'mute'; readonly via: Evidence }
  /** It gave no answer that proves anything; `detail` is the sentence of the give-up. */
  | { readonly kind: 'unproven'; readonly detail: string };

/** A diagnostic that only says "I could not analyse this" is no objection. */
export function judgeCanary(canary: Canary, { outcome }: Collected, infra: InfraTest): CanaryVerdict {
  if (outcome.kind === 'gave-up') return { kind: 'unproven', detail: outcome.cause.detail };
  const objected = outcome.diagnostics.some(
    (diagnostic) =>
      !infra.ofDiagnostic(diagnostic) &&
      atLeast(diagnostic.severity ?? 'error', 'info') &&
      (canary.code === undefined || canary.code === diagnostic.code),
  );
  return { kind: objected ? 'alive' : 'mute', via: outcome.via };
}

/** Told as the server's own distress: then no cell of it can be clean. */
export function doubtIfMute(session: ServerSession, canary: Canary, result: Collected): void {
  if (judgeCanary(canary, result, infraTest(session.plan.definition)).kind !== 'mute') return;
  const detail = `it found nothing wrong with a planted mistake (${canary.fileName})`;
  session.tell({ kind: 'distress', path: undefined, detail, hint: session.plan.definition.installHint });
}
