// A pool of warm servers over a scenario's workspace, asked check after check in this process.

import { afterEach } from 'vitest';
import type { SessionPool } from '../../src/engine/session-pool.js';
import { warmSessions } from '../../src/engine/warm-sessions.js';
import { check } from '../../src/index.js';
import { encodeRun } from '../../src/model/run-report.js';
import { exitCodeOf } from '../../src/model/summary.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { absolutePath } from '../../src/platform/paths.js';
import { spawnServer } from '../../src/session/process.js';
import { findPlace } from '../../src/subject.js';
import { warmPool } from '../../src/warm-pool.js';
import { parseReport } from './report.js';
import { neutralEnvironment } from './run-cli.js';
import type { Run, Scenario } from './scenario.js';

export interface WarmSettings {
  readonly deadlineMs?: number;
  readonly quietPeriodMs?: number;
  readonly signal?: AbortSignal;
  /** Whether a start's time counts; not, as in a call of a tool. */
  readonly startsCount?: boolean;
  /** Without the pool. */
  readonly cold?: boolean;
}

export interface WarmHost {
  readonly pool: SessionPool;
  check(paths: readonly string[], settings?: WarmSettings): Promise<Run>;
  end(): Promise<void>;
}

const open: WarmHost[] = [];
afterEach(async () => {
  for (const host of open.splice(0)) await host.end();
});

export async function warmHost(one: Scenario, clock: Clock = systemClock): Promise<WarmHost> {
  const env = neutralEnvironment();
  const deps = { clock, log: () => {}, spawn: spawnServer };
  const place = await findPlace({ cwd: one.root, env, scope: { kind: 'files', names: [] } });
  const pool = warmPool({ ...place, root: absolutePath(one.root, '/') }, deps);
  const host: WarmHost = {
    pool,
    async check(paths, settings = {}) {
      const started = performance.now();
      const { deadlineMs = 10_000, quietPeriodMs = 300, startsCount = false } = settings;
      const signal = settings.signal ?? new AbortController().signal;
      const outcome = await check({
        cwd: one.root,
        env,
        scope: { kind: 'files', names: paths },
        options: { deadlineMs, quietPeriodMs, failOn: 'warning' },
        deps,
        signal,
        ...(settings.cold !== true && {
          sessions: warmSessions(pool, { ...deps, env, signal, startsCount }),
        }),
      });
      await outcome.finished;
      const report = parseReport(JSON.stringify(encodeRun(outcome.run, { timings: false })), '');
      return {
        report,
        exitCode: exitCodeOf(outcome.run),
        stderr: outcome.warnings.join('\n'),
        root: one.root,
        wallMs: performance.now() - started,
        log: one.log,
        tails: one.tails,
      };
    },
    end: async () => {
      await pool.end();
      await one.expectNobodyLeft();
    },
  };
  open.push(host);
  return host;
}
