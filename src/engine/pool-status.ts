// The warm servers of a pool, for people and agents: which run, since when, and what the last one said before it failed.

import type { AbsPath, RepoPath } from '../model/base.js';
import type { Clock } from '../platform/clock.js';
import type { SessionPool } from './session-pool.js';

export interface ServerStatus {
  readonly name: string;
  /** Workspace folder. */
  readonly root: RepoPath;
  /** `busy`: somebody waits for it right now. */
  readonly state: 'starting' | 'ready' | 'busy' | 'failed';
  /** Of its entry and command: another one means another process. */
  readonly hash: string;
  readonly pid?: number;
  readonly version?: string;
  readonly uptimeMs?: number;
  /** Since it was last used. */
  readonly idleMs?: number;
  readonly openDocuments?: number;
  /** Resident, of its whole process tree. */
  readonly memoryBytes?: number;
  /** Why it failed. */
  readonly detail?: string;
  readonly hint?: string;
  /** Hostile text. */
  readonly lastStderrLines: readonly string[];
  readonly stderrFile?: AbsPath;
}

const mostLines = 10;

export function poolStatus(pool: SessionPool, clock: Clock): readonly ServerStatus[] {
  const now = clock.now();
  const running = pool.slots().map(({ plan, hash, startedAt, pooled }): ServerStatus => {
    const file = pool.stderrFileOf(plan);
    const known = {
      name: plan.definition.name,
      root: plan.rootPath,
      hash,
      uptimeMs: Math.round(now - startedAt),
      ...(file !== undefined && { stderrFile: file }),
    };
    if (pooled === undefined) return { ...known, state: 'starting', lastStderrLines: [] };
    const { session, users, usedAt } = pooled;
    const version = plan.command.version ?? session.facts.version;
    const memoryBytes = session.tree.memoryBytes();
    return {
      ...known,
      state: users > 0 ? 'busy' : 'ready',
      pid: session.pid,
      ...(version !== undefined && { version }),
      idleMs: users > 0 ? 0 : Math.round(now - usedAt),
      openDocuments: session.documents.paths().length,
      ...(memoryBytes !== undefined && { memoryBytes }),
      lastStderrLines: linesOf(session.stderrTail),
    };
  });
  const failed = pool.failures().map(({ plan, hash, fault }): ServerStatus => {
    const file = pool.stderrFileOf(plan);
    return {
      name: plan.definition.name,
      root: plan.rootPath,
      state: 'failed',
      hash,
      detail: fault.detail,
      ...(fault.hint !== undefined && { hint: fault.hint }),
      lastStderrLines: linesOf(fault.stderrTail ?? ''),
      ...(file !== undefined && { stderrFile: file }),
    };
  });
  return [...running, ...failed];
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-mostLines);
}
