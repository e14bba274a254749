// A plan cut into parts of about equal cost, the same cut on every machine that has the same plan. Neighbours stay together:
// files of one set of servers, then of one folder, so that as few servers as possible are started in more than one part.
// Invariant: every file of the plan is in exactly one part, and each session sees the same texts as in the whole.

import type { RepoPath } from '../model/base.js';
import { isNonEmpty } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import type { CheckPlan, PlannedFile, PlannedSession } from '../model/plan.js';
import type { RunShard, ShardOf } from '../model/shard.js';
import { contentHash } from '../platform/hash.js';
import { documentOrder } from './overlays.js';

export interface Sharded {
  readonly plan: CheckPlan;
  readonly shard: RunShard;
}

/**
 * @param asked what else the parts must have in common: scope, configuration, version
 * @param sizeBytes of a file's judged text
 */
export function shardOf(
  plan: CheckPlan,
  part: ShardOf,
  asked: readonly string[],
  sizeBytes: (path: RepoPath) => number,
): Sharded {
  const own = pathsOfPart(plan.files, part, sizeBytes);
  const others = plan.files.filter(({ path }) => !own.has(path));
  const elsewhere = others.map(({ path }) => path);
  const servedElsewhere = others.some(({ kind }) => kind === 'judged');
  return {
    plan: {
      ...plan,
      files: plan.files.filter(({ path }) => own.has(path)),
      sessions: plan.sessions.flatMap((session) => sessionOfPart(session, own) ?? []),
    },
    shard: { ...part, planHash: planHash(plan, part, asked), elsewhere, servedElsewhere },
  };
}

/** Opening, settling and closing cost about as much as this many bytes of text. */
const costOfCell = 2_000;

function pathsOfPart(
  files: readonly PlannedFile[],
  { index, total }: ShardOf,
  sizeBytes: (path: RepoPath) => number,
): ReadonlySet<RepoPath> {
  const costed = files
    .map((file) => ({ path: file.path, servers: serversOf(file), cost: costOf(file, sizeBytes) }))
    .sort((a, b) => compareText(a.servers, b.servers) || compareText(a.path, b.path));
  const whole = costed.reduce((sum, { cost }) => sum + cost, 0);
  const own = new Set<RepoPath>();
  let before = 0;
  for (const { path, cost } of costed) {
    // Where the middle of the file falls, so that a large one goes to the part that holds most of it.
    const at = Math.floor(((before + cost / 2) / whole) * total) + 1;
    if (at === index) own.add(path);
    before += cost;
  }
  return own;
}

function costOf(file: PlannedFile, sizeBytes: (path: RepoPath) => number): number {
  const cells = file.kind === 'judged' ? file.cells.filter(({ kind }) => kind === 'session').length : 0;
  return 1 + cells * (costOfCell + sizeBytes(file.path));
}

/** Of sessions, not of names: a server has one for each root. */
function serversOf(file: PlannedFile): string {
  if (file.kind !== 'judged') return '';
  return file.cells.map((cell) => (cell.kind === 'session' ? cell.sessionKey : cell.server)).join(' ');
}

/** What the others judge and the disk does not have stays open beside: a file of ours may depend on it. */
function sessionOfPart(session: PlannedSession, own: ReadonlySet<RepoPath>): PlannedSession | undefined {
  const documents = session.documents.filter(({ path }) => own.has(path));
  if (!isNonEmpty(documents)) return undefined;
  const others = session.documents.filter(({ path, matchesDisk }) => !matchesDisk && !own.has(path));
  const supporting = [...session.supporting, ...others].sort(documentOrder(session.tree));
  return { ...session, documents, supporting };
}

function planHash({ files }: CheckPlan, { total }: ShardOf, asked: readonly string[]): string {
  const told = files.map((file) => [
    file.path,
    file.kind,
    file.kind === 'judged' ? [file.contentHash, serversOf(file)] : [],
  ]);
  return contentHash(JSON.stringify([total, asked, told]));
}
