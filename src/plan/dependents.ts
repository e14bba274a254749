// Files that a server found to depend on the change → documents of its session. Routed like files in scope: what is ignored or
// generated is skipped, what is too large is unknown, and a server is asked only about what it would judge anyway.

import type { NonEmpty, RepoPath } from '../model/base.js';
import type { PlannedDocument, PlannedFile, PlannedSession } from '../model/plan.js';
import { type CellContext, cellOf } from './cells.js';
import type { Classify } from './file-class.js';
import { routeByStatus, routeByText } from './route.js';
import type { Selector } from './select.js';

export type Dependent =
  /** `document` is missing where no server is asked: skipped, unknown. */
  | { readonly kind: 'planned'; readonly file: PlannedFile; readonly document?: PlannedDocument }
  /** Its own servers are others. */
  | { readonly kind: 'foreign'; readonly path: RepoPath };

/** In the order of the paths. */
export type PlanDependents = (
  paths: readonly RepoPath[],
  session: PlannedSession,
) => Promise<readonly Dependent[]>;

export interface DependentsContext extends CellContext {
  readonly classify: Classify;
  readonly selector: Selector;
  readonly ignored: (path: RepoPath) => boolean;
  /** Asked for paths outside of the change set. */
  readonly generatedAmong: (paths: readonly RepoPath[]) => Promise<(path: RepoPath) => boolean>;
  readonly failOnFor: (path: RepoPath) => Extract<PlannedFile, { kind: 'judged' }>['failOn'];
}

export function dependentsPlanner(context: DependentsContext): PlanDependents {
  return async (paths, session) => {
    const generated = await context.generatedAmong(paths);
    const planned: Dependent[] = [];
    for (const path of paths) planned.push(await dependentOf(path, session, { ...context, generated }));
    return planned;
  };
}

async function dependentOf(
  path: RepoPath,
  session: PlannedSession,
  context: DependentsContext & { readonly generated: (path: RepoPath) => boolean },
): Promise<Dependent> {
  const early = routeByStatus({ path, status: 'listed', mode: 'file', named: false }, context);
  if (early !== undefined) return { kind: 'planned', file: early };
  const { definition, rootPath: root, command, packages } = session;
  const selection = await context.selector.select(path);
  const own = selection.kind === 'servers' ? selection.candidates : [];
  if (!own.some((candidate) => candidate.definition.name === definition.name))
    return { kind: 'foreign', path };
  const text = await context.classify(path);
  if (text.kind !== 'text') return { kind: 'planned', file: routeByText(path, text) };
  // In the session that found it, whatever its own root: a second process would know no more of it.
  const location = { kind: 'found', command, packages } as const;
  const { cell, placed } = await cellOf({ definition, root, location }, path, text, context);
  const cells: NonEmpty<typeof cell> = [cell];
  return {
    kind: 'planned',
    file: { kind: 'judged', path, contentHash: text.hash, failOn: context.failOnFor(path), cells },
    ...(placed && { document: placed.document }),
  };
}
