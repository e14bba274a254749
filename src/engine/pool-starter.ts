// Starts the servers of a pool: one reaper, one private folder and one place for stderr for all of them, as long as the pool lives.

import type { AbsPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { DiskState } from '../plan/disk-scan.js';
import type { Environment } from '../platform/environment.js';
import { startSession } from '../session/start-session.js';
import type { StartRecording } from '../session/transcript.js';
import type { EngineDeps } from './engine.js';
import { type Ground, prepareGround } from './ground.js';
import { PooledSession, type ReadText } from './pooled-session.js';
import { attentive } from './remark-rules.js';
import { createStderrFiles, type StderrFiles } from './stderr-files.js';

export interface StarterOptions extends EngineDeps {
  readonly readText: ReadText;
  readonly record?: StartRecording | undefined;
}

export interface StartOrder {
  readonly plan: PlannedSession;
  /** The asker's, unfiltered. */
  readonly env: Environment;
  readonly startTimeoutMs: number;
  readonly hash: string;
  /** As it is before the start. */
  readonly disk: DiskState;
}

export interface PoolStarter {
  start(order: StartOrder): Promise<PooledSession | Fault>;
  /** What it said on stderr, of all its processes here; undefined when that was nothing. */
  stderrFileOf(plan: PlannedSession): AbsPath | undefined;
  /** When these ends are through, nothing is left. */
  end(closing: readonly Promise<void>[]): Promise<void>;
}

/** @param signal ends starts that are under way */
export function poolStarter({ readText, ...deps }: StarterOptions, signal: AbortSignal): PoolStarter {
  let preparing: Promise<Ground> | undefined;
  let stderr: StderrFiles | undefined;
  const startDepsOf = async ({ plan, env }: StartOrder) => {
    preparing ??= prepareGround({ ...deps, env, signal, jobs: Number.POSITIVE_INFINITY });
    const startDeps = (await preparing).startDeps(plan);
    const { tempFolder } = startDeps;
    if (tempFolder.kind === 'made') stderr ??= createStderrFiles(tempFolder.path);
    return { ...attentive(startDeps, plan.definition), env, keepStderr: stderr?.keep };
  };
  return {
    async start(order) {
      const { plan, startTimeoutMs, hash, disk } = order;
      const startDeps = await startDepsOf(order);
      const limits = { startTimeoutMs, deadlineAt: Number.POSITIVE_INFINITY, signal };
      const outcome = await startSession(plan, startDeps, limits);
      if (outcome.kind === 'failed') return outcome.fault;
      return new PooledSession({ hash, session: outcome.session, disk, clock: deps.clock, readText });
    },
    stderrFileOf: (plan) => stderr?.fileOf(plan),
    end: async (closing) => (await preparing)?.end(closing),
  };
}
