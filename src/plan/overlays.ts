// Judged text that is not on the disk, as one server sees it: the documents that must be open so that it reads none of
// these from the disk, or why that cannot be done right. Invariant: a file is judged only when every text that its
// server may read is the judged one, as far as the tree knows; what cannot be shown so is an obstacle.
// A materialised tree has the judged text on its own disk: nothing to do.

import type { RepoPath } from '../model/base.js';
import type { MixedEntry } from '../model/change.js';
import { compareText } from '../model/diagnostic.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import { inBatches } from './batches.js';
import type { Classify, FileClass, TextReader } from './file-class.js';
import { handlerOf } from './interpreter.js';
import { languageIdOf } from './language-id.js';
import { memoize } from './memoize.js';

export interface OverlayView {
  /** Where this server is rooted: the tree with overlays, or a materialised one. */
  readonly tree: JudgedTree;
  /** Why this file cannot be judged, a clause that follows the server's name; undefined when it can. */
  readonly obstacleFor: (path: RepoPath) => string | undefined;
  /** Every overlay that the server handles, in `documentOrder`; documents in scope are among them. */
  readonly documents: readonly PlannedDocument[];
}

/** The judged text as files, made at the first need of it; or why it cannot be had for this server. */
export type Materialise = (
  definition: ServerDefinition,
) => Promise<
  { readonly kind: 'tree'; readonly tree: JudgedTree } | { readonly kind: 'unfit'; readonly why: string }
>;

/** The view of each definition, computed once. Without `materialise` what overlays cannot express is an obstacle. */
export function overlayViews(
  tree: JudgedTree,
  texts: TextReader,
  materialise: Materialise | undefined,
): (definition: ServerDefinition) => Promise<OverlayView> {
  return memoize(async (definition: ServerDefinition) => {
    if (tree.overlays.size === 0 || tree.serverRoot !== tree.root) return nothingToDo(tree);
    const view = definition.overlay === 'full' ? await viewOf(tree, texts, definition) : undefined;
    if (view !== undefined && !view.hasObstacles) return view;
    const made = await materialise?.(definition);
    if (made?.kind === 'tree') return nothingToDo(made.tree);
    if (view !== undefined) return view;
    const what = definition.overlay === 'self' ? 'reads other files from the disk' : 'reads the disk';
    const differs = `the disk differs from the judged text in ${someOf([...tree.overlays.keys()])}`;
    const obstacle = `${what}, and ${made === undefined ? differs : made.why}`;
    return { tree, obstacleFor: () => obstacle, documents: [] };
  });
}

/** Undefined when the definition has no language id for the file. */
export function documentOf(
  tree: JudgedTree,
  definition: ServerDefinition,
  path: RepoPath,
  text: Extract<FileClass, { kind: 'text' }>,
): PlannedDocument | undefined {
  const languageId = languageIdOf(definition.languageId, path);
  if (languageId === undefined) return undefined;
  const uri = toUri(absoluteOf(tree.serverRoot, path));
  const matchesDisk = tree.kind === 'materialised' || text.matchesDisk;
  return { path, uri, languageId, contentHash: text.hash, matchesDisk };
}

/** Paths that the disk lacks first: a server that resolves an import only once must know them by then. Then by path. */
export function documentOrder(tree: JudgedTree): (a: PlannedDocument, b: PlannedDocument) => number {
  const isMissing = ({ path }: PlannedDocument) => {
    const overlay = tree.overlays.get(path);
    return overlay?.kind === 'text' && !overlay.onDisk;
  };
  return (a, b) => Number(isMissing(b)) - Number(isMissing(a)) || compareText(a.path, b.path);
}

/**
 * What is left of what the judged tree cannot express: all of it as soon as one server is rooted in the repository, nothing
 * where every server has a tree of its own.
 */
export function seenMixed(
  mixed: readonly MixedEntry[],
  sessions: readonly Pick<PlannedSession, 'tree'>[],
): readonly MixedEntry[] {
  return sessions.some(({ tree }) => tree.kind !== 'materialised') ? mixed : [];
}

function nothingToDo(tree: JudgedTree): OverlayView {
  return { tree, obstacleFor: () => undefined, documents: [] };
}

async function viewOf(
  tree: JudgedTree,
  { classify, head }: TextReader,
  definition: ServerDefinition,
): Promise<OverlayView & { readonly hasObstacles: boolean }> {
  const handles = handlerOf(definition, head);
  const paths = [...tree.overlays.keys()].sort(compareText);
  const taken = await inBatches(paths, handles);
  const seen = await inBatches(
    paths.filter((_, index) => taken[index]),
    (path) => overlayOf(tree, classify, definition, path),
  );
  const obstacles = seen.flatMap(({ path, obstacle }) =>
    obstacle === undefined ? [] : [{ path, obstacle }],
  );
  return {
    tree,
    hasObstacles: obstacles.length > 0,
    // A file's own text always reaches its server: only the others stand in the way.
    obstacleFor: (path) => obstacles.find((other) => other.path !== path)?.obstacle,
    documents: seen.flatMap(({ document }) => document ?? []).sort(documentOrder(tree)),
  };
}

interface SeenOverlay {
  readonly path: RepoPath;
  readonly document?: PlannedDocument;
  readonly obstacle?: string;
}

async function overlayOf(
  tree: JudgedTree,
  classify: Classify,
  definition: ServerDefinition,
  path: RepoPath,
): Promise<SeenOverlay> {
  const overlay = tree.overlays.get(path);
  if (overlay?.kind !== 'text')
    return { path, obstacle: `sees "${path}" on the disk, and the judged text has no such file` };
  const text = await classify(path);
  // Binary content and the like is nothing that a server of this definition could take in as text.
  if (text.kind === 'skipped') return { path };
  if (text.kind === 'unknown')
    return { path, obstacle: `would read "${path}" from the disk, since its judged text cannot be opened` };
  const document = documentOf(tree, definition, path, text);
  if (document === undefined)
    return { path, obstacle: `would read "${path}" from the disk, since it has no language id for it` };
  if (!overlay.onDisk && definition.overlayMissing === 'no')
    return { path, document, obstacle: `does not find "${path}", which is not on the disk` };
  return { path, document };
}

function someOf(paths: readonly RepoPath[]): string {
  const [first = '', ...others] = [...paths].sort(compareText);
  return others.length === 0 ? `"${first}"` : `"${first}" and ${others.length} more`;
}
