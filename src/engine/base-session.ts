// What a server says of the text before the change when the one that judged the new text cannot be shown it: a second process,
// cold, rooted in a materialised tree of the base. Under the same deadline, and in the same turn among the run's processes.
// Invariant: no answer about other text than the base; what cannot be had is unknown, with the reason.

import { sessionNotes } from '../classify/session-notes.js';
import type { Collected } from '../collect/collector.js';
import { isNonEmpty, type RepoPath } from '../model/base.js';
import type { BaseTexts } from '../model/base-texts.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedDocument, PlannedSession, TextStore } from '../model/plan.js';
import { judgedFolders } from '../plan/folders.js';
import { languageIdOf } from '../plan/language-id.js';
import type { Materialise } from '../plan/overlays.js';
import { workspaceFolders } from '../plan/workspace-folder.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import { type BaseCell, type BaseCells, type BaseQuestion, baseCell, baseQuestions } from './base-cell.js';
import { remarkRules } from './remark-rules.js';
import { rootCutter } from './root-cutter.js';
import type { runSession, SessionRun, SessionRunOptions } from './run-session.js';

export interface ColdOptions extends SessionRunOptions {
  /** The base as files; undefined where there is none. */
  readonly materialiseBase: Materialise | undefined;
}

/** `judge`: what judged the new text. The run, with an answer for every file that has findings and had a text before. */
export async function withWholeBase(
  run: SessionRun,
  options: ColdOptions,
  judge: typeof runSession,
): Promise<SessionRun> {
  const { base: texts } = options;
  if (texts === undefined) return run;
  const { plan, collected, base } = run;
  const open = baseQuestions(plan.documents, collected, texts, options.counts).filter(
    ({ document }) => !base.has(document.path),
  );
  if (open.length === 0) return run;
  return { ...run, base: new Map([...base, ...(await coldCells(plan, open, texts, options, judge))]) };
}

async function coldCells(
  plan: PlannedSession,
  questions: readonly BaseQuestion[],
  texts: BaseTexts,
  options: ColdOptions,
  judge: typeof runSession,
): Promise<BaseCells> {
  const made =
    texts.outOfReach === undefined
      ? await options.materialiseBase?.(plan.definition)
      : { kind: 'unfit' as const, why: texts.outOfReach };
  if (made?.kind !== 'tree') return allUnknown(questions, made?.why ?? 'there is no commit to compare with');
  const cells = new Map<RepoPath, BaseCell>();
  for (const session of await sessionsAt(plan, made.tree, questions, texts)) {
    const judged = await judgeCold(session.plan, texts, options, judge);
    for (const { document, before } of session.questions) cells.set(document.path, judged(before));
  }
  return cells;
}

interface ColdSession {
  readonly plan: PlannedSession;
  readonly questions: readonly BaseQuestion[];
}

/** Rooted where the base has its roots, which may be another folder than the judged text has. */
async function sessionsAt(
  plan: PlannedSession,
  tree: JudgedTree,
  questions: readonly BaseQuestion[],
  texts: BaseTexts,
): Promise<readonly ColdSession[]> {
  const rootOf = workspaceFolders(plan.definition, judgedFolders(tree));
  const byRoot = new Map<RepoPath, BaseQuestion[]>();
  for (const question of questions) {
    const root = (await rootOf(question.before)) ?? plan.rootPath;
    byRoot.set(root, [...(byRoot.get(root) ?? []), question]);
  }
  return [...byRoot].flatMap(([rootPath, some]) => {
    const documents = some.map((question) => baseDocument(plan, tree, question, texts));
    if (!isNonEmpty(documents)) return [];
    const root = absoluteOf(tree.serverRoot, rootPath);
    return { plan: { ...plan, tree, root, rootPath, documents, supporting: [] }, questions: some };
  });
}

function baseDocument(
  { definition }: PlannedSession,
  tree: JudgedTree,
  { document, before }: BaseQuestion,
  { texts }: BaseTexts,
): PlannedDocument {
  const text = texts.get(before);
  return {
    path: before,
    uri: toUri(absoluteOf(tree.serverRoot, before)),
    languageId: languageIdOf(definition.languageId, before) ?? document.languageId,
    contentHash: text?.kind === 'text' ? text.hash : document.contentHash,
    matchesDisk: true,
  };
}

/** By the path that a file had. What the server says of itself puts its answers in doubt here as well. */
async function judgeCold(
  plan: PlannedSession,
  texts: BaseTexts,
  options: ColdOptions,
  judge: typeof runSession,
): Promise<(path: RepoPath) => BaseCell> {
  const run = await judge(plan, {
    ...options,
    store: baseStore(texts, options.store),
    base: undefined,
    affected: undefined,
    onProgress: () => {},
  });
  const cut = rootCutter([plan.tree.serverRoot, plan.tree.root]);
  const notes = sessionNotes(
    run.sessions.flatMap(({ remarks }) => remarks.map(cut.remark)),
    {
      server: plan.definition.name,
      documents: plan.documents.map(({ path }) => path),
      ...remarkRules(plan.definition),
    },
  );
  const cellOf = (collected: Collected, path: RepoPath): BaseCell => {
    const doubt = notes.impairmentOf(path);
    if (doubt !== undefined) return { kind: 'unknown', why: doubt.detail };
    const cell = baseCell(collected);
    return cell.kind === 'known'
      ? { kind: 'known', diagnostics: cut.diagnostics(cell.diagnostics) }
      : { kind: 'unknown', why: cut.text(cell.why) };
  };
  return (path) => {
    const collected = run.collected.get(path);
    return collected === undefined ? { kind: 'unknown', why: 'it was not asked' } : cellOf(collected, path);
  };
}

/** What the change did not touch has the text that is judged. */
function baseStore({ texts }: BaseTexts, judged: TextStore): TextStore {
  return {
    text: async (path) => {
      const text = texts.get(path);
      if (text === undefined) return judged.text(path);
      return text.kind === 'text'
        ? { kind: 'text', text: text.text }
        : { kind: 'failed', detail: 'its earlier text cannot be read' };
    },
    peek: (path) => judged.peek(path),
  };
}

function allUnknown(questions: readonly BaseQuestion[], why: string): BaseCells {
  return new Map(questions.map(({ document }) => [document.path, { kind: 'unknown', why }]));
}
