// ChangeSet → CheckPlan: every file asked about ends exactly once, as skipped, unknown, or judged by the servers that
// match it. Nothing is started here, and no verdict is made.

import { isNonEmpty, type NonEmpty, type RepoPath } from '../model/base.js';
import type { ChangeEntry, ChangeSet } from '../model/change.js';
import type { Config } from '../model/config.js';
import { compareText, type FailOn } from '../model/diagnostic.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { CheckPlan, PlannedFile } from '../model/plan.js';
import type { RunResult } from '../model/run.js';
import { inBatches } from './batches.js';
import { type CellContext, cellOf, type Placed, type Removed, seatOf } from './cells.js';
import { dependentsPlanner, type PlanDependents } from './dependents.js';
import type { Classify, TextReader } from './file-class.js';
import { judgedFolders } from './folders.js';
import { locator } from './locate.js';
import { type Materialise, overlayViews } from './overlays.js';
import type { ProgramSources } from './places.js';
import { type RouteRules, routeByStatus, routeByText, routeUnserved } from './route.js';
import { type Candidate, createSelector, type Selector } from './select.js';
import { sessionsOf } from './sessions.js';
import type { TrustGate } from './trust-gate.js';

export interface PlanInput extends RouteRules, Omit<ProgramSources, 'serverRoot'> {
  readonly changeSet: ChangeSet;
  readonly tree: JudgedTree;
  /** Reads each path once, whoever asks. */
  readonly store: TextReader;
  readonly config: Config;
  /** Undefined where the judged text cannot be put on a disk. */
  readonly materialise?: Materialise;
  readonly failOnFor: (path: RepoPath) => FailOn;
  /** Set where not everybody's programs may run. */
  readonly gate?: TrustGate | undefined;
  /** From the overrides: undefined means all. */
  readonly allowedServers: (path: RepoPath) => readonly string[] | undefined;
  /** Of paths outside of the change set; given where dependents are looked for. */
  readonly generatedAmong?: (paths: readonly RepoPath[]) => Promise<(path: RepoPath) => boolean>;
}

export interface Planned {
  readonly plan: CheckPlan;
  /** Sorted by path. */
  readonly uncovered: RunResult['uncovered'];
  /** Those of the plan's notes that people should hear of without --explain: what a bundled server drives. */
  readonly announcements: readonly string[];
  /** Given where dependents are looked for. */
  readonly dependents?: PlanDependents;
}

export async function planCheck(input: PlanInput): Promise<Planned> {
  const { tree, store, changeSet } = input;
  const folders = judgedFolders(tree);
  const locate = locator({ ...input, serverRoot: tree.serverRoot });
  const selector = createSelector({ ...input, folders, locate, headOf: store.head });
  const views = overlayViews(tree, store, input.materialise);
  const context = { input, classify: store.classify, selector, folders, views, gate: input.gate };
  const routed = await inBatches(changeSet.entries, (entry) => route(entry, context));
  const placed = routed.flatMap((one) => one.placed);
  const { generatedAmong } = input;
  const removed = generatedAmong === undefined ? [] : await seatsOfRemoved(changeSet.entries, context);
  const notes = adapterNotes(placed);
  return {
    plan: {
      files: routed.map(({ file }) => file),
      sessions: await sessionsOf([...placed, ...removed], views),
      notes: [...notes.all, ...selector.notes()],
    },
    uncovered: routed.flatMap(({ uncovered }) => uncovered ?? []),
    announcements: notes.bundled,
    ...(generatedAmong && {
      dependents: dependentsPlanner({ ...context, ...input, generatedAmong }),
    }),
  };
}

interface Context extends CellContext {
  readonly input: PlanInput;
  readonly classify: Classify;
  readonly selector: Selector;
}

interface Routed {
  readonly file: PlannedFile;
  readonly placed: readonly Placed[];
  readonly uncovered?: RunResult['uncovered'][number];
}

async function route(entry: ChangeEntry, context: Context): Promise<Routed> {
  const { input, classify, selector } = context;
  const { path } = entry;
  const early = routeByStatus(entry, input);
  if (early) return { file: early, placed: [] };
  const selection = await selector.select(path);
  if (selection.kind === 'servers') return judgedBy(selection.candidates, path, context);
  // A path that nobody judges is read only when it was named: then it must at least be there.
  const text = entry.named ? await classify(path) : undefined;
  if (text !== undefined && text.kind !== 'text') return { file: routeByText(path, text), placed: [] };
  const file = routeUnserved(path, selection);
  if (selection.kind !== 'uncovered') return { file, placed: [] };
  return { file, placed: [], uncovered: { path, language: selection.language } };
}

async function judgedBy(candidates: NonEmpty<Candidate>, path: RepoPath, context: Context): Promise<Routed> {
  const text = await context.classify(path);
  if (text.kind !== 'text') return { file: routeByText(path, text), placed: [] };
  const placedCells = await Promise.all(
    candidates.map((candidate) => cellOf(candidate, path, text, context)),
  );
  const cells = placedCells.map(({ cell }) => cell);
  if (!isNonEmpty(cells)) throw new Error(`no cell for ${path}, though it has servers`);
  return {
    file: { kind: 'judged', path, contentHash: text.hash, failOn: context.input.failOnFor(path), cells },
    placed: placedCells.flatMap(({ placed }) => placed ?? []),
  };
}

/** Whoever would judge a file that is gone is asked what depends on it. */
async function seatsOfRemoved(
  entries: readonly ChangeEntry[],
  { selector, input }: Context,
): Promise<readonly Removed[]> {
  const removed: Removed[] = [];
  for (const { path, status, mode } of entries) {
    if (status !== 'deleted' || mode !== 'file' || input.ignored(path)) continue;
    const selection = await selector.select(path);
    const candidates = selection.kind === 'servers' ? selection.candidates : [];
    for (const candidate of candidates) {
      const seat = await seatOf(candidate, input.gate);
      if (seat !== undefined) removed.push({ ...seat, path });
    }
  }
  return removed;
}

/** What adapters drive, each said once; `bundled`: by one of ours. */
function adapterNotes(placed: readonly Placed[]): {
  readonly all: readonly string[];
  readonly bundled: readonly string[];
} {
  const notesOf = (some: readonly Placed[]) =>
    [...new Set(some.flatMap(({ location }) => location.note ?? []))].sort(compareText);
  const bundled = placed.filter(({ location }) => location.command.from === 'bundled');
  return { all: notesOf(placed), bundled: notesOf(bundled) };
}
