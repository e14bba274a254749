// A session's documents with their texts: what is opened before anything is asked about, and each window as it is shown. A text that
// cannot be read is a cause of its own, and keeps nobody else waiting.

import type { Collected, OpenableDocument } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { PlannedDocument, PlannedSession, TextStore } from '../model/plan.js';
import type { ServerSession } from '../session/server-session.js';

/** Overlays that nobody asked about, but that what is asked about may depend on: opened first, and never closed. */
export async function openSupporting(
  plan: PlannedSession,
  session: ServerSession,
  store: TextStore,
): Promise<void> {
  for (const document of plan.supporting) {
    const loaded = await store.text(document.path);
    if (loaded.kind === 'text') session.open(document, loaded.text);
  }
}

export async function loadWindow(
  window: readonly PlannedDocument[],
  store: TextStore,
  collected: Map<RepoPath, Collected>,
): Promise<readonly OpenableDocument[]> {
  const loaded = await Promise.all(
    window.map(async (document) => ({ document, read: await store.text(document.path) })),
  );
  const openable: OpenableDocument[] = [];
  for (const { document, read } of loaded) {
    if (read.kind === 'text') openable.push({ document, text: read.text });
    else collected.set(document.path, withoutEvidence({ reason: 'read-failed', detail: read.detail }));
  }
  return openable;
}

export function withoutEvidence(cause: UnknownCause): Collected {
  return { outcome: { kind: 'gave-up', cause, provisional: [] }, malformed: [], ms: 0 };
}
