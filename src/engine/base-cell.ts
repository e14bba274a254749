// What a server had to say of a file before the change: known, or unknown and why. Never a list that stands for "I don't know".

import type { Collected } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import { type BaseTexts, beforeOf } from '../model/base-texts.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { PlannedDocument } from '../model/plan.js';

export type BaseCell =
  | { readonly kind: 'known'; readonly diagnostics: readonly ServerDiagnostic[] }
  /** A clause. */
  | { readonly kind: 'unknown'; readonly why: string };

/** By the path that is judged, which may be another than the file had. */
export type BaseCells = ReadonlyMap<RepoPath, BaseCell>;

/** A judged document with findings, and where its text lay before the change. */
export interface BaseQuestion {
  readonly document: PlannedDocument;
  readonly before: RepoPath;
}

export type Counts = (path: RepoPath, diagnostic: ServerDiagnostic) => boolean;

/** Of the documents that have findings: what was there before the change and can be asked about. */
export function baseQuestions(
  documents: readonly PlannedDocument[],
  judged: ReadonlyMap<RepoPath, Collected>,
  base: BaseTexts,
  counts: Counts,
): readonly BaseQuestion[] {
  return documents.flatMap((document) => {
    const outcome = judged.get(document.path)?.outcome;
    const diagnostics = outcome?.kind === 'settled' ? outcome.diagnostics : [];
    if (!diagnostics.some((diagnostic) => counts(document.path, diagnostic))) return [];
    const { path, text } = beforeOf(base, document.path);
    return text === undefined || text.kind === 'text' ? [{ document, before: path }] : [];
  });
}

export function baseCell({ outcome }: Collected): BaseCell {
  return outcome.kind === 'settled'
    ? { kind: 'known', diagnostics: outcome.diagnostics }
    : { kind: 'unknown', why: outcome.cause.detail };
}
