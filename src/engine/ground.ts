// What the server processes of one run have in common: the reaper that outlives us, a private folder, how many may run at
// once. Invariant: when `end` has resolved, no process of the run and nothing of its folder is left.

import { setMaxListeners } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { AbsPath } from '../model/base.js';
import type { PlannedSession } from '../model/plan.js';
import type { Environment } from '../platform/environment.js';
import { repoPathOf } from '../platform/paths.js';
import { version } from '../platform/version.js';
import { startReaper } from '../session/reaper.js';
import type { StartDeps } from '../session/start-session.js';

export interface GroundRequest extends Pick<StartDeps, 'clock' | 'log' | 'spawn' | 'record'> {
  /** The caller's, unfiltered. */
  readonly env: Environment;
  /** Heard by every session. */
  readonly signal: AbortSignal;
  /** Server processes at once. */
  readonly jobs: number;
}

export interface Ground {
  startDeps(session: Pick<PlannedSession, 'tree'>): StartDeps;
  /** Runs the work as soon as fewer than `jobs` others do. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** When all of these ends are through. */
  end(closing: readonly Promise<void>[]): Promise<void>;
}

export async function prepareGround({ signal, jobs, env, ...deps }: GroundRequest): Promise<Ground> {
  const reaper = startReaper(definedOf(env));
  const tempFolder = await privateFolder();
  setMaxListeners(0, signal);
  const limit = pLimit(jobs);
  return {
    startDeps: ({ tree }) => ({
      ...deps,
      reaper,
      env,
      ownPid: process.pid,
      ownVersion: version,
      tempFolder,
      pathOfServerFile: (absolute) => repoPathOf(tree.serverRoot, absolute),
    }),
    inTurn: (work) => limit(work),
    end: async (closing) => {
      await Promise.all(closing);
      reaper.dismiss();
      await rm(tempFolder, { recursive: true, force: true });
    },
  };
}

/** Only we may enter it; links resolved, so that servers name the same paths back. */
async function privateFolder(): Promise<AbsPath> {
  return (await realpath(await mkdtemp(join(tmpdir(), 'lspcheck-')))) as AbsPath;
}

function definedOf(env: Environment): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
