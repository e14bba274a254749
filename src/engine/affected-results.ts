// Dependents found by sessions → part of the plan and of the results. Pure. A file that several sessions of a server found is judged
// by the one nearest to it; one that was merely looked at is a dependent only where the change has brought it something.

import type { AffectedSearch } from '../model/affected.js';
import { isNonEmpty, type RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import type { CheckPlan, PlannedCell, PlannedFile, PlannedSession } from '../model/plan.js';
import type { FileResult } from '../model/verdict.js';
import { repoRootPath } from '../platform/paths.js';
import { noSearch } from './affected.js';
import type { AffectedFile } from './affected-request.js';
import type { SessionRun } from './run-session.js';

export interface Widened {
  readonly plan: CheckPlan;
  /** Not of the scope. */
  readonly affected: ReadonlySet<RepoPath>;
  readonly suspects: ReadonlySet<RepoPath>;
}

interface Claim extends AffectedFile {
  readonly by: PlannedSession;
}

/** The plan with the dependents in it, each path once, sorted. */
export function withDependents(plan: CheckPlan, runs: readonly SessionRun[]): Widened {
  const claims = new Map<RepoPath, Claim[]>();
  for (const { plan: by, affected } of runs) {
    for (const found of affected?.files ?? []) {
      const { path } = found.file;
      claims.set(path, [...(claims.get(path) ?? []), { ...found, by }]);
    }
  }
  const files = [...claims.values()].map(fileOf);
  const suspects = [...claims].filter(([, list]) => list.every(({ suspect }) => suspect));
  return {
    plan: { ...plan, files: [...plan.files, ...files].sort((a, b) => compareText(a.path, b.path)) },
    affected: new Set(claims.keys()),
    suspects: new Set(suspects.map(([path]) => path)),
  };
}

function fileOf(claims: readonly Claim[]): PlannedFile {
  const nearestFirst = [...claims].sort(
    (a, b) => nearness(b) - nearness(a) || compareText(a.by.key, b.by.key),
  );
  const [first] = nearestFirst;
  if (first === undefined) throw new Error('a dependent that nobody found');
  const cells = new Map<string, PlannedCell>();
  for (const { file } of nearestFirst) {
    if (file.kind !== 'judged') continue;
    for (const cell of file.cells) if (!cells.has(cell.server)) cells.set(cell.server, cell);
  }
  const judged = nearestFirst.flatMap(({ file }) => (file.kind === 'judged' ? [file] : []))[0];
  const sorted = [...cells.values()].sort((a, b) => compareText(a.server, b.server));
  return judged !== undefined && isNonEmpty(sorted) ? { ...judged, cells: sorted } : first.file;
}

/** Deeper roots are nearer; a root that the file does not lie in is farther than all that it does. */
function nearness({ by: { rootPath }, file: { path } }: Claim): number {
  const depth = rootPath === repoRootPath ? 0 : rootPath.split('/').length;
  return rootPath === repoRootPath || path.startsWith(`${rootPath}/`) ? depth : -1;
}

/** Marked; without those that were looked at in vain. */
export function affectedFiles(
  files: readonly FileResult[],
  { affected, suspects }: Widened,
): readonly FileResult[] {
  return files.flatMap((file): readonly FileResult[] => {
    if (!affected.has(file.path)) return [file];
    return suspects.has(file.path) && !isBroken(file) ? [] : [{ ...file, affected: true }];
  });
}

/** Unknown counts: nobody can say that it is not. */
function isBroken({ verdict }: FileResult): boolean {
  if (verdict.kind === 'findings') return verdict.findings.some(({ status }) => status !== 'existing');
  return verdict.kind === 'unknown';
}

/** One for each session, sorted by server, then root; one that has no end of its own failed. */
export function searchesOf(
  runs: readonly SessionRun[],
  { plan }: Widened,
  files: readonly FileResult[],
): readonly AffectedSearch[] {
  const kept = new Set(files.filter((file) => file.affected).map(({ path }) => path));
  const judgedBy = (session: PlannedSession) =>
    plan.files.filter(
      (file) =>
        kept.has(file.path) &&
        file.kind === 'judged' &&
        file.cells.some((cell) => cell.kind === 'session' && cell.sessionKey === session.key),
    ).length;
  return runs
    .map(({ plan: session, affected, fault }): AffectedSearch => {
      const { name } = session.definition;
      const cause = fault ?? {
        reason: 'internal',
        detail: `${name} was not asked what depends on the change`,
      };
      const { server, root, method, cut, outcome } = affected?.search ?? noSearch(session, cause);
      return { server, root, method, judged: judgedBy(session), cut, outcome };
    })
    .sort((a, b) => compareText(a.server, b.server) || compareText(a.root, b.root));
}
