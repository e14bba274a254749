// What the server processes of one run have in common: the reaper that outlives us, a private folder, how many may run at
// once. Invariant: when `end` has resolved, no process of the run and nothing of its folder is left.

import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { PlannedSession } from '../model/plan.js';
import type { Environment } from '../platform/environment.js';
import { repoPathOf } from '../platform/paths.js';
import { makePrivateFolder, removePrivateFolder, systemFailure } from '../platform/private-folder.js';
import { version } from '../platform/version.js';
import { type Reaper, startReaper } from '../session/reaper.js';
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
  const tempFolder = await folderFor(reaper);
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
      if (tempFolder.kind === 'made') await removePrivateFolder(tempFolder.path);
    },
  };
}

/** Most servers do without one: where it cannot be made, those that cannot do not start. */
async function folderFor(reaper: Reaper): Promise<StartDeps['tempFolder']> {
  try {
    return { kind: 'made', path: await makePrivateFolder('run', reaper.watchFolder) };
  } catch (error) {
    const why = systemFailure(error);
    if (why === undefined) throw error;
    return { kind: 'failed', why };
  }
}

function definedOf(env: Environment): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
