// Every server looked at, side by side, under one deadline: what was found is started and given a planted mistake, what was
// not found is told with its cure. A plain report comes out; nothing of a server's is left behind once `finished` is through.

import { realpath } from 'node:fs/promises';
import type { AbsPath } from '../model/base.js';
import type { Config } from '../model/config.js';
import type { DoctorReport, ServerHealth } from '../model/doctor-report.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import { findProgram, searchPath } from '../plan/executables.js';
import type { Environment } from '../platform/environment.js';
import { programVersion } from '../session/program-version.js';
import type { ServerSession } from '../session/server-session.js';
import { healthOf } from './diagnose.js';
import { type EngineDeps, interruptionOf } from './engine.js';
import { examineServer, type FoundTarget } from './examine-server.js';
import { type Ground, prepareGround } from './ground.js';
import type { OnProgress } from './progress.js';

export interface DoctorRequest {
  readonly targets: readonly DoctorTarget[];
  readonly tree: JudgedTree;
  readonly config: Pick<Config, 'jobs' | 'startTimeoutMs' | 'requestTimeoutMs' | 'quietPeriodMs'>;
  /** What is already known of the machine and the repository. */
  readonly known: Omit<DoctorReport, 'servers' | 'interrupted'>;
  /** As Node names it: `linux`, `darwin`. */
  readonly platform: string;
  /** Of Node, which runs us. */
  readonly execPath: AbsPath;
  /** The caller's, unfiltered. */
  readonly env: Environment;
  /** Instant on the clock, or Infinity. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface DoctorOutcome {
  readonly report: DoctorReport;
  /** Every server is gone. */
  readonly finished: Promise<void>;
  /** The report is out: do not wait for orderly ends any longer. */
  release(): void;
}

export async function runDoctor(request: DoctorRequest, deps: EngineDeps): Promise<DoctorOutcome> {
  const { targets, env, signal, config, known } = request;
  const ground = await prepareGround({ ...deps, env, signal, jobs: config.jobs });
  const sessions: ServerSession[] = [];
  const closing: Promise<void>[] = [];
  const onDone = (session: ServerSession) => {
    sessions.push(session);
    closing.push(session.close());
  };
  const own = known.nodeVersion;
  const asked = nodeOnPath(request, ground);
  planned(request);
  const servers = await Promise.all(
    targets.map(async (target): Promise<ServerHealth> => {
      const examination = isFound(target) ? await examine(target, request, ground, onDone) : undefined;
      const nodeVersions = { own, path: (await asked) ?? own };
      return healthOf(target, examination, { platform: request.platform, nodeVersions });
    }),
  );
  const interrupted = interruptionOf(signal);
  return {
    report: { ...known, servers, ...(interrupted !== undefined && { interrupted }) },
    finished: ground.end([...closing, asked.then(() => undefined)]),
    release: () => {
      for (const session of sessions) session.release();
    },
  };
}

function isFound(target: DoctorTarget): target is FoundTarget {
  return target.location.kind === 'found';
}

function keyOf({ definition, root }: DoctorTarget): string {
  return `${definition.name}@${root}`;
}

function planned({ targets, deadlineAt, onProgress }: DoctorRequest): void {
  const sessions = targets.filter(isFound).map((target) => ({
    key: keyOf(target),
    server: target.definition.name,
    root: target.root,
    documents: 1,
  }));
  onProgress({ kind: 'planned', deadlineAt, sessions });
}

function examine(
  target: FoundTarget,
  { tree, config, deadlineAt, signal, onProgress }: DoctorRequest,
  ground: Ground,
  onDone: (session: ServerSession) => void,
) {
  const key = keyOf(target);
  return ground.inTurn(async () => {
    onProgress({ kind: 'starting', key });
    const examination = await examineServer(target, {
      tree,
      startIn: (place) => ground.startDeps({ tree: place }),
      limits: { startTimeoutMs: config.startTimeoutMs, deadlineAt, signal },
      quietPeriodMs: config.quietPeriodMs,
      requestTimeoutMs: config.requestTimeoutMs,
      onStarted: () => onProgress({ kind: 'started', key }),
      onDone,
    });
    onProgress({ kind: 'ended', key });
    return examination;
  });
}

/** The Node that runs servers from npm, which need not be ours; undefined when there is none, or it does not say. */
async function nodeOnPath({ env, execPath, tree }: DoctorRequest, ground: Ground) {
  const search = await findProgram('node', searchPath(env));
  if (search.kind !== 'found') return undefined;
  const real = (path: string) => realpath(path).catch(() => path);
  if ((await real(search.program)) === (await real(execPath))) return undefined;
  return programVersion(search.program, ground.startDeps({ tree }));
}
