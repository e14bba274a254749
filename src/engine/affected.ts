// --affected in one session that has judged its part of the change: dependents are looked for, and judged in it like the files of
// the scope. Invariant: a search that fails leaves what was judged before as it is, and is told as a failure, never as "none".

import {
  type Collected,
  type CollectOptions,
  collectWindow,
  type OpenableDocument,
} from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { ServerSession } from '../session/server-session.js';
import { createAsker } from './affected-asking.js';
import { outcomeOf, unsupported } from './affected-gaps.js';
import { hearReports, type Reports } from './affected-reports.js';
import {
  type AffectedFile,
  type AffectedRequest,
  type AffectedRun,
  mostDependents,
} from './affected-request.js';
import { anchorOf, unsearchedRoots } from './affected-roots.js';
import { type Found, findDependents } from './affected-search.js';
import type { Counts } from './base-cell.js';

export interface AffectedWatch {
  /** Once the session has judged its documents. */
  judge(options: CollectOptions): Promise<AffectedRun>;
}

/** From the start of a session on: some servers name dependents by themselves, before anybody asks. */
export function watchAffected(
  session: ServerSession,
  plan: PlannedSession,
  request: AffectedRequest,
  counts: Counts,
): AffectedWatch {
  const reports = hearReports(session, counts);
  return {
    judge: async (options) => {
      try {
        return await judgeAffected(session, plan, request, reports, options);
      } finally {
        reports.end();
      }
    },
  };
}

/** The end of a search that could not even begin; where nothing is looked for, nothing failed. */
export function noSearch(
  { definition, rootPath: root }: PlannedSession,
  cause: UnknownCause,
): AffectedRun['search'] {
  const { name: server, dependents } = definition;
  const outcome = dependents.kind === 'unknown' ? unsupported : ({ kind: 'failed', cause } as const);
  return { server, root, method: dependents.kind, cut: [], outcome };
}

async function judgeAffected(
  session: ServerSession,
  plan: PlannedSession,
  request: AffectedRequest,
  reports: Reports,
  options: CollectOptions,
): Promise<AffectedRun> {
  const { definition, rootPath: root } = plan;
  const { name: server, dependents: rule } = definition;
  const tracked = rule.kind === 'unknown' ? new Set<RepoPath>() : await request.tracked();
  const asker = createAsker(session, options);
  const own = [...plan.documents.map(({ path }) => path), ...(plan.removed ?? [])];
  const counts = (path: RepoPath) =>
    tracked.has(path) && !request.inScope.has(path) && !request.base.texts.has(path);
  // Where everything that changed is gone, nothing was opened yet: a server knows its project once it has judged a file of it.
  const anchor = plan.documents.length === 0 ? await anchorOf(plan, request, tracked) : undefined;
  if (anchor) await collectWindow(session, await openable([anchor], request, new Map()), options);
  const found = await findDependents({ session, request, asker, options, reports, own, counts });
  const files = await plannedFiles(found, plan, request);
  const collected = await collectAll(session, files.kept, request, options);
  const outcome = outcomeOf({
    server,
    root,
    rule,
    changed: [...request.base.texts.keys()],
    rootMarkers: definition.rootMarkers,
    unshown: found.unshown.filter((path) => own.includes(path)),
    texts: await textsOf(own, request),
    otherRoots: await unsearchedRoots(plan, request, tracked),
    foreign: files.foreign,
    byText: found.byText,
    limit: mostDependents,
    overLimit: found.stopped || files.cut.length > 0,
    cause: found.cause,
  });
  return {
    files: files.kept,
    collected,
    search: { server, root, method: rule.kind, cut: files.cut, outcome },
  };
}

/** What may be judged of what was found, nearest first and no more than the limit. */
async function plannedFiles(found: Found, plan: PlannedSession, request: AffectedRequest) {
  const paths = [...new Set([...found.named, ...found.suspects])];
  const suspects = new Set(found.suspects.filter((path) => !found.named.includes(path)));
  const chosen = paths.slice(0, mostDependents);
  const kept: AffectedFile[] = [];
  const foreign: RepoPath[] = [];
  for (const planned of await request.plan(chosen, plan)) {
    if (planned.kind === 'foreign') {
      if (!suspects.has(planned.path)) foreign.push(planned.path);
      continue;
    }
    const { kind: _, ...file } = planned;
    kept.push({ ...file, suspect: suspects.has(file.file.path) });
  }
  return { kept, foreign, cut: paths.slice(mostDependents).sort() };
}

async function collectAll(
  session: ServerSession,
  files: readonly AffectedFile[],
  request: AffectedRequest,
  options: CollectOptions,
): Promise<ReadonlyMap<RepoPath, Collected>> {
  const documents = files.flatMap(({ document }) => document ?? []);
  const collected = new Map<RepoPath, Collected>();
  const size = session.plan.definition.maxOpenDocuments;
  for (let from = 0; from < documents.length; from += size) {
    const window = await openable(documents.slice(from, from + size), request, collected);
    for (const [path, result] of await collectWindow(session, window, options)) collected.set(path, result);
  }
  return collected;
}

async function openable(
  documents: readonly PlannedDocument[],
  { store }: AffectedRequest,
  failed: Map<RepoPath, Collected>,
): Promise<readonly OpenableDocument[]> {
  const window: OpenableDocument[] = [];
  for (const document of documents) {
    const read = await store.text(document.path);
    if (read.kind === 'text') window.push({ document, text: read.text });
    else {
      const cause = { reason: 'read-failed', detail: read.detail } as const;
      failed.set(document.path, {
        outcome: { kind: 'gave-up', cause, provisional: [] },
        malformed: [],
        ms: 0,
      });
    }
  }
  return window;
}

async function textsOf(
  own: readonly RepoPath[],
  { base, store }: AffectedRequest,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const path of own) {
    const before = base.texts.get(path);
    if (before?.kind === 'text') texts.push(before.text);
    const judged = base.gone.has(path) ? undefined : await store.text(path);
    if (judged?.kind === 'text') texts.push(judged.text);
  }
  return texts;
}
