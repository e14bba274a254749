// A warm server shown the text before the change, as far as it can be, and then the judged text again. Unlike the base pass it goes
// on where some of it cannot be shown: dependents are only named here, never judged.

import type { CollectOptions } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { BaseTexts } from '../model/base-texts.js';
import type { PlannedDocument, TextStore } from '../model/plan.js';
import { languageIdOf } from '../plan/language-id.js';
import { compileGlobs } from '../platform/globs.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import { absentText, resolveAnew, showGone } from './base-pass.js';

export interface Shown {
  readonly documents: readonly PlannedDocument[];
  /** Sorted: changed files that the server handles and whose earlier text it does not see. */
  readonly unshown: readonly RepoPath[];
}

export async function showBefore(
  session: ServerSession,
  base: BaseTexts,
  store: TextStore,
  { signal }: Pick<CollectOptions, 'signal'>,
): Promise<Shown> {
  const { definition } = session.plan;
  const handles = compileGlobs(definition.files);
  const changed = [...base.texts].filter(([path]) => handles(path));
  if (definition.overlay !== 'full') return { documents: [], unshown: changed.map(([path]) => path).sort() };
  const shown: { document: PlannedDocument; text: string }[] = [];
  const gone: { document: PlannedDocument; text: string }[] = [];
  const unshown: RepoPath[] = [];
  for (const [path, text] of changed) {
    const document = documentAt(session, path);
    const isGone = base.gone.has(path);
    if (
      text.kind === 'unreadable' ||
      document === undefined ||
      (isGone && definition.overlayMissing === 'no')
    )
      unshown.push(path);
    else {
      const before = text.kind === 'text' ? text.text : await absentText(path, store);
      (isGone ? gone : shown).push({ document, text: before });
    }
  }
  const seesGone = await showGone(session, gone, signal);
  for (const { document, text } of shown) session.show(document, text);
  if (!seesGone) unshown.push(...gone.map(({ document }) => document.path));
  return { documents: [...gone, ...shown].map(({ document }) => document), unshown: unshown.sort() };
}

/** What is gone is closed, everything else gets the text that is judged. */
export async function showJudged(
  session: ServerSession,
  { documents }: Shown,
  { base: { gone }, store }: { readonly base: BaseTexts; readonly store: TextStore },
  { signal }: Pick<CollectOptions, 'signal'>,
): Promise<void> {
  const closed = documents.filter(({ path }) => gone.has(path));
  for (const { path } of closed) session.closeDocument(path);
  for (const document of documents) {
    if (gone.has(document.path)) continue;
    const judged = await store.text(document.path);
    if (judged.kind === 'text') session.show(document, judged.text);
  }
  // What was resolved to a closed document must be resolved anew.
  const [first] = closed;
  if (first !== undefined) await resolveAnew(session, first.path, signal);
}

function documentAt(session: ServerSession, path: RepoPath): PlannedDocument | undefined {
  const { definition, tree } = session.plan;
  const languageId = languageIdOf(definition.languageId, path);
  if (languageId === undefined) return undefined;
  const uri = toUri(absoluteOf(tree.serverRoot, path));
  return { path, uri, languageId, contentHash: contentHash(''), matchesDisk: false };
}
