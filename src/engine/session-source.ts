// Where a run's sessions come from: started for it and put down after it (here), or kept warm by a pool (engine/session-pool).
// A run cannot tell which: it gets a session, opens documents that are its own meanwhile, and hands the session back.
// Invariant: what a session said in another run is no part of this one's.

import type { Config } from '../model/config.js';
import type { Fault } from '../model/fault.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { McpBackend } from '../session/mcp-backend.js';
import type { ServerSession } from '../session/server-session.js';
import { type StartLimits, startSession } from '../session/start-session.js';
import { type GroundRequest, prepareGround } from './ground.js';
import { attentive } from './remark-rules.js';

/** What a run's results tell of a session. */
export type Served = Pick<ServerSession, 'remarks' | 'lastingWords' | 'startMs' | 'facts' | 'lost'>;

export interface Lease {
  readonly session: ServerSession;
  /** In the words of this run alone. */
  readonly served: Served;
  /** It has judged documents for another run: that it says nothing of one is no proof that it will. */
  readonly reused: boolean;
  /**
   * The documents become this run's alone, ready to be shown. A fault: not in time; `unfit`: what this session would say of them could be
   * about an earlier text, and a new one is needed.
   */
  take(documents: readonly PlannedDocument[], limits: StartLimits): Promise<'taken' | 'unfit' | Fault>;
  /** The run needs them no longer. */
  letGo(documents: readonly PlannedDocument[]): void;
  /** The run is over, for this session. */
  end(): void;
  /** As `end`; and nobody shall get this session again, nor (`unrepeatable`) one of its kind for documents that it has seen. */
  discard(why: 'unfit' | 'unrepeatable'): void;
}

export type Acquired =
  | { readonly kind: 'ready'; readonly lease: Lease }
  | { readonly kind: 'failed'; readonly fault: Fault };

export type StartedBackend =
  | { readonly kind: 'ready'; readonly backend: McpBackend; end(): void }
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface SessionSource {
  /** Whether the time that a start takes counts towards the run's deadline. */
  readonly startsCount: boolean;
  /** Others use its sessions meanwhile: they are shown nothing but the disk's text. */
  readonly shared: boolean;
  /** Runs the work as soon as fewer than the allowed number of others do. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  acquire(plan: PlannedSession, limits: StartLimits): Promise<Acquired>;
  /** A server that speaks MCP, of this run's own. */
  backend(plan: PlannedSession, limits: StartLimits): Promise<StartedBackend>;
  /** Every lease has ended. Resolves when nothing is left of what was started for this run alone. */
  end(): Promise<void>;
  /** The report is out: do not wait for orderly ends any longer. */
  release(): void;
}

/** Why a run needs sessions of its own, as a clause: warm ones are shared, and know the disk. Undefined when they will do. */
export function whyCold(
  tree: JudgedTree,
  { only, affected }: Pick<Config, 'only' | 'affected'>,
): string | undefined {
  if (tree.kind === 'materialised' || tree.overlays.size > 0)
    return 'the text to be judged is not what the disk holds';
  if (affected) return 'what depends on the change is looked for on the text before it';
  return only === 'new' ? 'the text before the change is to be judged as well' : undefined;
}

/** Sessions of this run's own. */
export async function coldSessions(
  request: GroundRequest & { readonly startsCount: boolean },
): Promise<SessionSource> {
  const ground = await prepareGround(request);
  const sessions: ServerSession[] = [];
  const closing: Promise<void>[] = [];
  return {
    startsCount: request.startsCount,
    shared: false,
    inTurn: ground.inTurn,
    async acquire(plan, limits) {
      const outcome = await startSession(plan, attentive(ground.startDeps(plan), plan.definition), limits);
      if (outcome.kind === 'failed') return outcome;
      const { session } = outcome;
      sessions.push(session);
      const end = () => void closing.push(session.close());
      return { kind: 'ready', lease: coldLease(session, end) };
    },
    backend: async (plan, limits) => {
      const { startBackend } = await import('../session/start-backend.js');
      const started = await startBackend(plan, ground.startDeps(plan), limits);
      if (started.kind === 'failed') return started;
      const { backend } = started;
      return { kind: 'ready', backend, end: () => void closing.push(backend.close()) };
    },
    end: () => ground.end(closing),
    release: () => {
      for (const session of sessions) session.release();
    },
  };
}

function coldLease(session: ServerSession, end: () => void): Lease {
  return {
    session,
    served: session,
    reused: false,
    take: async () => 'taken',
    letGo: (documents) => {
      for (const { path } of documents) session.closeDocument(path);
    },
    end,
    discard: end,
  };
}
