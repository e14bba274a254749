// Where in the repository a session's search can reach, by the roots of the files that its server judges.

import type { RepoPath } from '../model/base.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import { judgedFolders } from '../plan/folders.js';
import { workspaceFolders } from '../plan/workspace-folder.js';
import { compileGlobs } from '../platform/globs.js';
import { parentOf, repoRootPath } from '../platform/paths.js';
import type { AffectedRequest } from './affected-request.js';

/** Some file of the session's root that the server would judge; undefined when it has none left. */
export async function anchorOf(
  plan: PlannedSession,
  request: AffectedRequest,
  tracked: ReadonlySet<RepoPath>,
): Promise<PlannedDocument | undefined> {
  const rootOf = workspaceFolders(plan.definition, judgedFolders(plan.tree));
  const handles = compileGlobs(plan.definition.files);
  for (const path of [...tracked].filter(handles).sort()) {
    if ((await rootOf(path)) !== plan.rootPath) continue;
    const [planned] = await request.plan([path], plan);
    if (planned?.kind === 'planned' && planned.document !== undefined) return planned.document;
  }
  return undefined;
}

/** Roots with files of this server in which nothing changed: there no process was started, and others do not look into them. */
export async function unsearchedRoots(
  plan: PlannedSession,
  { rootsOf, base }: AffectedRequest,
  tracked: ReadonlySet<RepoPath>,
): Promise<readonly RepoPath[]> {
  const { definition, rootPath, tree } = plan;
  const { kind } = definition.dependents;
  if (kind === 'unknown' || kind === 'pull-unopened' || kind === 'includes-scan') return [];
  const rootOf = workspaceFolders(definition, judgedFolders(tree));
  const handles = compileGlobs(definition.files);
  const unchanged = [...tracked].filter((path) => handles(path) && !base.texts.has(path));
  const roots = new Set<RepoPath>();
  for (const path of new Map(unchanged.map((one) => [parentOf(one), one])).values()) {
    const root = await rootOf(path);
    if (root !== undefined && !rootsOf(definition.name).has(root)) roots.add(root);
  }
  // References are looked for in everything below the root.
  const isBelow = (root: RepoPath) => rootPath === repoRootPath || root.startsWith(`${rootPath}/`);
  return [...roots].filter((root) => kind !== 'references' || !isBelow(root)).sort();
}
