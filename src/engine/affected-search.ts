// Finds the files that depend on the change, by the way that the server's entry names. They are named, in order of nearness;
// whether they are judged, and how, is decided by others. Every way keeps what it found when it cannot go on.

import { changedBaseLines } from '../classify/line-map.js';
import type { CollectOptions } from '../collect/collector.js';
import { assertNever, type RepoPath } from '../model/base.js';
import { severities } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import { splitLines } from '../model/lines.js';
import { inBatches } from '../plan/batches.js';
import { compileGlobs } from '../platform/globs.js';
import type { ServerSession } from '../session/server-session.js';
import type { Asker } from './affected-asking.js';
import { importersOf } from './affected-imports.js';
import { includersOf } from './affected-includes.js';
import type { Levels } from './affected-levels.js';
import { mentionsOf } from './affected-mentions.js';
import { pullAll } from './affected-pulls.js';
import { type TouchedFile, usersOf } from './affected-references.js';
import { type Reports, saidMore } from './affected-reports.js';
import { type AffectedRequest, mostDependents } from './affected-request.js';
import { showBefore, showJudged } from './affected-stage.js';

export interface Search {
  readonly session: ServerSession;
  readonly request: AffectedRequest;
  readonly asker: Asker;
  readonly options: CollectOptions;
  /** What the server said of files that are not open since its start. */
  readonly reports: Reports;
  /** Changed paths that this session answers for: judged in it, or gone. */
  readonly own: readonly RepoPath[];
  /** Of a tracked file that did not change. */
  readonly counts: (path: RepoPath) => boolean;
}

export interface Found {
  /** Said to depend on the change, nearest first. */
  readonly named: readonly RepoPath[];
  /** To be looked at; they depend on the change only where it has brought something. */
  readonly suspects: readonly RepoPath[];
  /** There is more that was not looked at. */
  readonly stopped: boolean;
  readonly unshown: readonly RepoPath[];
  readonly byText: boolean;
  readonly cause?: UnknownCause;
}

const nothing: Found = { named: [], suspects: [], stopped: false, unshown: [], byText: false };

/** The judged text is shown afterwards. */
export async function findDependents(search: Search): Promise<Found> {
  const { kind } = search.session.plan.definition.dependents;
  switch (kind) {
    case 'unknown':
      return nothing;
    case 'references':
      return byReferences(search);
    case 'file-references':
      return byImports(search);
    case 'pull-unopened':
      return byPulls(search);
    case 'project-report':
      return byReports(search);
    case 'includes-scan': {
      const texts = await trackedTexts(search);
      return {
        ...nothing,
        named: includersOf(new Set(search.own), texts).flat().filter(search.counts),
        byText: true,
      };
    }
    default:
      return assertNever(kind);
  }
}

async function byReferences(search: Search): Promise<Found> {
  const { session, asker, own, request, counts, options } = search;
  const shown = await showBefore(session, request.base, request.store, options);
  const visible = new Set(shown.documents.map(({ path }) => path));
  const files = await touchedFiles(
    search,
    own.filter((path) => visible.has(path)),
  );
  const lines = async (path: RepoPath) => {
    const read = await request.store.text(path);
    return read.kind === 'text' ? splitLines(read.text) : [];
  };
  const users = await usersOf(session, asker, files, { counts, lines, enough: mostDependents });
  await showJudged(session, shown, request, options);
  const found = foundIn(users, shown.unshown);
  const gone = own.filter((path) => request.base.gone.has(path) && !visible.has(path));
  if (gone.length === 0) return found;
  const suspects = mentionsOf(gone, await trackedTexts(search));
  return { ...found, suspects, byText: suspects.length > 0 };
}

/** Importers are named whatever the text; only what is gone must be shown before anybody can import it. */
async function byImports({ session, asker, own, request, counts, options }: Search): Promise<Found> {
  const isGone = own.some((path) => request.base.gone.has(path));
  const shown = isGone ? await showBefore(session, request.base, request.store, options) : undefined;
  const unshown = shown?.unshown ?? [];
  const asked = own.filter((path) => !unshown.includes(path));
  const importers = await importersOf(session, asker, asked, counts, mostDependents);
  if (shown) await showJudged(session, shown, request, options);
  return foundIn(importers, unshown);
}

/** The whole project in both states: what is said of an unchanged file is comparable word for word. */
async function byPulls(search: Search): Promise<Found> {
  const { session, asker, request, counts, options } = search;
  const handles = compileGlobs(session.plan.definition.files);
  const paths = [...(await request.tracked())].filter((path) => handles(path) && counts(path)).sort();
  const worst = severities.indexOf(request.minSeverity) + 1;
  const isGrave = (severity: unknown) => typeof severity !== 'number' || severity <= worst;
  const now = await pullAll(session, asker, paths, isGrave);
  if (now.kind === 'failed') return { ...nothing, cause: now.cause };
  if (now.said.size === 0) return nothing;
  const shown = await showBefore(session, request.base, request.store, options);
  const before = await pullAll(session, asker, [...now.said.keys()], isGrave);
  await showJudged(session, shown, request, options);
  const { unshown } = shown;
  if (before.kind === 'failed')
    return { ...nothing, unshown, suspects: [...now.said.keys()], cause: before.cause };
  return { ...nothing, unshown, suspects: saidMore(now.said, before.said) };
}

/** All that it complains of: which of it is old, the base pass tells. */
async function byReports({ asker, reports, counts, options }: Search): Promise<Found> {
  const cause = await reports.settled(options, asker);
  const suspects = [...reports.said()].flatMap(([path, list]) =>
    counts(path) && list.length > 0 ? [path] : [],
  );
  return { ...nothing, suspects: suspects.sort(), ...(cause && { cause }) };
}

function foundIn({ levels, stopped, cause }: Levels, unshown: readonly RepoPath[]): Found {
  return { ...nothing, named: levels.flat(), stopped, unshown, ...(cause && { cause }) };
}

/** Lines of the text before that the change touched: all of them where the file is gone. */
async function touchedFiles(
  { request: { base, store } }: Search,
  paths: readonly RepoPath[],
): Promise<readonly TouchedFile[]> {
  const files: TouchedFile[] = [];
  for (const path of paths) {
    const before = base.texts.get(path);
    if (before?.kind !== 'text') continue;
    const judged = await store.text(path);
    const now = judged.kind === 'text' ? splitLines(judged.text) : [];
    const lines = changedBaseLines(splitLines(before.text), now);
    files.push({ path, touched: lines.map(({ first, last }) => ({ first: first - 1, last: last - 1 })) });
  }
  return files;
}

async function trackedTexts({ session, request }: Search): Promise<ReadonlyMap<RepoPath, string>> {
  const handles = compileGlobs(session.plan.definition.files);
  const paths = [...(await request.tracked())].filter(handles);
  const read = await inBatches(paths, async (path) => [path, await request.store.text(path)] as const);
  return new Map(read.flatMap(([path, text]) => (text.kind === 'text' ? [[path, text.text] as const] : [])));
}
