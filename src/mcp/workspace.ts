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
import { bundledResolver } from '../plan/bundled.js';
import { listFolder } from '../plan/disk-listing.js';
import type { ProgramSources } from '../plan/places.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath, repoRootPath } from '../platform/paths.js';
import type { Call } from '../query/ground.js';
import { serverSource } from '../server-source.js';
import { findPlace, type Place } from '../subject.js';
import { underTrust } from '../trust.js';
import { warmPool } from '../warm-pool.js';
import type { ToolCall } from './tool.js';

export interface WorkspaceOptions extends EngineDeps {
  readonly cwd: string;
  /** The caller's, unfiltered. */
  readonly env: Environment;
  /** The folder that plays the repository root. */
  readonly rootDir: string | undefined;
  readonly options: ConfigOptions;
  /** Nobody chose the repository: what it says and brings counts only where it is trusted. */
  readonly untrusted: boolean;
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
  const { cwd, env, rootDir, untrusted, clock, log, spawn } = options;
  const deps: EngineDeps = { clock, log, spawn };
  const where = { cwd, env, ...(rootDir !== undefined && { rootDir }) };
  const place = await findPlace({ ...where, scope: { kind: 'files', names: [] } });
  const { root, location } = place;
  const pool = warmPool(place, deps);
  const running = new Set<Promise<unknown>>();
  const load = async (more: ConfigOptions) => {
    const request = { root, cwd: root, env, options: { ...options.options, ...more } };
    const programs: ProgramSources = {
      ...{ env, serverRoot: root },
      extraRoots: location === undefined ? [] : await mainWorkTree(location),
      execPath: absolutePath(process.execPath, '/'),
      resolveBundled: bundledResolver(import.meta.url),
    };
    const loaded = await loadConfig(request);
    const trusted = untrusted ? await underTrust(request, loaded, programs) : undefined;
    const { config, gate } = trusted ?? { config: loaded.config, gate: undefined };
    return { config, gate, programs, env: trusted?.env ?? env };
  };
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
      const { config, env: shown } = await load(own);
      const outcome = await check({
        ...{ cwd: root, env, scope, signal, log, onProgress, deps, untrusted, startsCount: false },
        rootDir: root,
        options: { deadlineMs: config.mcp.callDeadlineMs, ...options.options, ...own },
        sessions: warmSessions(pool, { ...deps, env: shown, signal, startsCount: false }),
      });
      outcome.release();
      const ending = outcome.finished.finally(() => running.delete(ending));
      running.add(ending);
      return outcome;
    },
    async query({ signal }) {
      const { config, gate, programs, env: shown } = await load({});
      const ms = config.mcp.callDeadlineMs;
      const budget = callBudget({ clock, ms, hardMs: ms + config.startTimeoutMs, signal });
      const source = serverSource({ root, programs, config, gate, env: shown, pool, files });
      return { root, source, clock, requestTimeoutMs: config.requestTimeoutMs, files, budget };
    },
    end: async () => {
      await pool.end();
      await Promise.all(running);
    },
  };
}
