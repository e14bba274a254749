// A server of the pool as something that can be asked: started if need be, told the disk, shown the files that the question is about.
// Invariant: a document that a run judges is asked about only as it is on the disk; whoever asks gets a value, never an exception.

import type { RepoPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import { languageIdOf } from '../plan/language-id.js';
import type { Environment } from '../platform/environment.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import type { PooledSession } from './pooled-session.js';
import type { Asked, AskRequest, CallBudget, ServerHandle } from './server-handle.js';
import type { SessionPool } from './session-pool.js';

export interface HandleOptions {
  readonly pool: SessionPool;
  readonly plan: PlannedSession;
  /** The caller's, unfiltered. */
  readonly env: Environment;
  readonly startTimeoutMs: number;
}

export function pooledHandle(options: HandleOptions): ServerHandle {
  const { definition, rootPath } = options.plan;
  return {
    name: definition.name,
    definition,
    rootPath,
    ask: (request, work) => ask(options, request, work),
  };
}

/** One that cannot be had, and says why. */
export function missingHandle(
  { definition, rootPath }: Pick<PlannedSession, 'definition' | 'rootPath'>,
  fault: Fault,
): ServerHandle {
  return { name: definition.name, definition, rootPath, ask: async () => ({ kind: 'failed', fault }) };
}

async function ask<T>(
  { pool, plan, env, startTimeoutMs }: HandleOptions,
  { open, budget }: AskRequest,
  work: (session: ServerSession) => Promise<T>,
): Promise<Asked<T>> {
  const resume = pool.isRunning(plan, env) ? () => {} : budget.pause();
  const until = budget.signal;
  const borrow = () => pool.borrow({ plan, documents: [], env, startTimeoutMs, until, judges: false });
  const first = await borrow();
  // What died before it was ready is started once more, as in a run.
  const borrowed = first.kind === 'failed' && first.fault.reason === 'exited' ? await borrow() : first;
  resume();
  if (borrowed.kind === 'failed') return borrowed;
  if (borrowed.kind === 'late') return { kind: 'failed', fault: lateFault(plan, budget) };
  const { pooled } = borrowed;
  try {
    return await workWith(pooled, plan, open, budget, work);
  } finally {
    pool.giveBack(pooled);
  }
}

async function workWith<T>(
  pooled: PooledSession,
  plan: PlannedSession,
  open: readonly RepoPath[],
  budget: CallBudget,
  work: (session: ServerSession) => Promise<T>,
): Promise<Asked<T>> {
  const { session, locks } = pooled;
  const shown = await pooled.readForAsking(open);
  const paths = [...shown.keys()];
  const joins = (path: RepoPath) => pooled.isShownAs(path, shown.get(path)?.hash);
  if (!(await locks.together(paths, budget.signal, joins)))
    return { kind: 'failed', fault: lateFault(plan, budget) };
  const lost = whenLost(session);
  try {
    for (const [path, text] of shown) {
      const document = documentAt(plan, path);
      if (document !== undefined) pooled.showForAsking(document, text);
    }
    const outcome = await Promise.race([work(session).then((value) => ({ value })), lost.promise]);
    if ('value' in outcome && session.lost === undefined) return { kind: 'answered', value: outcome.value };
    const fault = session.lost ?? ('fault' in outcome ? outcome.fault : undefined);
    return fault === undefined
      ? { kind: 'failed', fault: lateFault(plan, budget) }
      : { kind: 'failed', fault };
  } finally {
    lost.forget();
    locks.free('together', paths);
  }
}

function documentAt({ definition, tree }: PlannedSession, path: RepoPath): PlannedDocument | undefined {
  const languageId = languageIdOf(definition.languageId, path);
  if (languageId === undefined) return undefined;
  const uri = toUri(absoluteOf(tree.serverRoot, path));
  return { path, uri, languageId, contentHash: contentHash(''), matchesDisk: true };
}

function whenLost(session: ServerSession) {
  let forget = () => {};
  const promise = new Promise<{ readonly fault: Fault }>((resolve) => {
    forget = session.subscribe((event) => {
      if (event.kind === 'lost') resolve({ fault: event.fault });
    });
  });
  return { promise, forget };
}

function lateFault({ definition: { name } }: PlannedSession, budget: CallBudget): Fault {
  return budget.expired()
    ? { reason: 'deadline', detail: `the time of the call was over before ${name} could be asked` }
    : { reason: 'interrupted', detail: `the call was withdrawn before ${name} could be asked` };
}
