// What tools work on: one place, its pool of warm servers, and for each call the configuration as it is then. The engine of `mcp` and of
// `call`; knows neither. Invariant: when `end` has resolved, no process and no folder of ours is left.

import { type CheckOutcome, check } from '../check.js';
import type { ScopeSelection } from '../check-options.js';
import { loadConfig } from '../config/load.js';
import type { ConfigOptions } from '../config/options.js';
import { callBudget, type EndingBudget } from '../engine/call-budget.js';
import type { EngineDeps } from '../engine/engine.js';
import type { OnProgress } from '../engine/progress.js';
import type { SessionPool } from '../engine/session-pool.js';
import { warmSessions } from '../engine/warm-sessions.js';
import { filesInFolder } from '../git/folder.js';
import { mainWorkTree } from '../git/location.js';
import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { listFolder } from '../plan/disk-listing.js';
import type { Environment } from '../platform/environment.js';
import { repoRootPath } from '../platform/paths.js';
import type { Call } from '../query/ground.js';
import { serverSource } from '../server-source.js';
import { findPlace, type Place } from '../subject.js';
import { warmPool } from '../warm-pool.js';
import type { ToolCall } from './tool.js';

export interface WorkspaceOptions extends EngineDeps {
  readonly cwd: string;
  /** The caller's, unfiltered. */
  readonly env: Environment;
  /** The folder that plays the repository root. */
  readonly rootDir: string | undefined;
  readonly options: ConfigOptions;
}

export interface CheckAsked {
  readonly scope: ScopeSelection;
  /** Laid over what the command line said. */
  readonly options: ConfigOptions;
  readonly onProgress: OnProgress;
}

export interface Workspace {
  readonly place: Place;
  readonly pool: SessionPool;
  readonly clock: EngineDeps['clock'];
  check(asked: CheckAsked, call: ToolCall): Promise<CheckOutcome>;
  /** What navigation and edits stand on, for one call; to be ended. */
  query(call: ToolCall): Promise<Call & { readonly budget: EndingBudget }>;
  end(): Promise<void>;
}

/** @throws UserError for a root that is not there */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { cwd, env, rootDir, clock, log, spawn } = options;
  const deps: EngineDeps = { clock, log, spawn };
  const where = { cwd, env, ...(rootDir !== undefined && { rootDir }) };
  const place = await findPlace({ ...where, scope: { kind: 'files', names: [] } });
  const { root, location } = place;
  const pool = warmPool(place, deps);
  const running = new Set<Promise<unknown>>();
  const load = (more: ConfigOptions) =>
    loadConfig({ root, cwd: root, env, options: { ...options.options, ...more } });
  const files = async (): Promise<readonly RepoPath[]> => {
    const listed =
      location?.root === root ? await filesInFolder(location, repoRootPath) : (await listFolder(root)).files;
    return [...listed].sort(compareText);
  };
  return {
    place,
    pool,
    clock,
    async check({ scope, options: own, onProgress }, { signal }) {
      const { config } = await load(own);
      const outcome = await check({
        ...{ cwd: root, env, scope, signal, log, onProgress, deps, startsCount: false },
        rootDir: root,
        options: { deadlineMs: config.mcp.callDeadlineMs, ...options.options, ...own },
        sessions: warmSessions(pool, { ...deps, env, signal, startsCount: false }),
      });
      outcome.release();
      const ending = outcome.finished.finally(() => running.delete(ending));
      running.add(ending);
      return outcome;
    },
    async query({ signal }) {
      const { config } = await load({});
      const ms = config.mcp.callDeadlineMs;
      const budget = callBudget({ clock, ms, hardMs: ms + config.startTimeoutMs, signal });
      const extraRoots = location === undefined ? [] : await mainWorkTree(location);
      const source = serverSource({ root, extraRoots, config, env, pool, files });
      return { root, source, clock, requestTimeoutMs: config.requestTimeoutMs, files, budget };
    },
    end: async () => {
      await pool.end();
      await Promise.all(running);
    },
  };
}
