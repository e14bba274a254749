// One server examined: started, given a planted mistake, and what came of it. Whatever the server does is in the result;
// nothing here says what it means (engine/diagnose.ts does). The document exists only in the server's view.

import { infraTest } from '../classify/infra-rules.js';
import { sessionNotes } from '../classify/session-notes.js';
import { collectWindow } from '../collect/collector.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedSession } from '../model/plan.js';
import type { Canary, ServerDefinition } from '../model/server-definition.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import { languageIdOf } from '../plan/language-id.js';
import type { Location } from '../plan/locate.js';
import { compileGlobs } from '../platform/globs.js';
import { absoluteOf, gitPath } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import { type StartDeps, type StartLimits, startSession } from '../session/start-session.js';
import { type CanaryVerdict, canaryDocument, judgeCanary } from './canary.js';
import { causeBeforeStart } from './run-session.js';

export interface FoundTarget extends DoctorTarget {
  readonly location: Extract<Location, { kind: 'found' }>;
}

export interface Examination {
  /** As the server says it. */
  readonly version?: string;
  /** From the spawn to the answered handshake. */
  readonly startMs?: number;
  /** From the opening of the planted document to the end of its judging. */
  readonly answerMs?: number;
  /** It could not be started, or was lost while it judged. */
  readonly fault?: Fault;
  readonly verdict?: CanaryVerdict;
  /** It said that it cannot judge, beside whatever it found. */
  readonly doubt?: UnknownCause;
}

export interface ExaminationOptions {
  readonly tree: JudgedTree;
  readonly start: StartDeps;
  readonly limits: StartLimits;
  readonly quietPeriodMs: number | undefined;
  readonly requestTimeoutMs: number;
  readonly onStarted: () => void;
  /** Called with the session when it is no longer needed, lost or not. */
  readonly onDone: (session: ServerSession) => void;
}

const lackingMs = 10_000;

export async function examineServer(target: FoundTarget, options: ExaminationOptions): Promise<Examination> {
  const { definition, location } = target;
  const { start, limits } = options;
  const early = causeBeforeStart(definition.name, limits, start.clock);
  if (early !== undefined) return { fault: early };
  const { plan, planted, canary } = plantedSession(target, options.tree);
  const startTimeoutMs = definition.startTimeoutMs ?? limits.startTimeoutMs;
  const outcome = await startSession(plan, start, { ...limits, startTimeoutMs });
  if (outcome.kind === 'failed') return { fault: outcome.fault };
  const { session } = outcome;
  options.onStarted();
  const { path } = planted.document;
  const results = await collectWindow(session, [planted], {
    clock: start.clock,
    quietPeriodMs: options.quietPeriodMs,
    requestTimeoutMs: options.requestTimeoutMs,
    // Without a program that it needs it may keep silent for ever, and why is known already.
    deadlineAt: Math.min(limits.deadlineAt, location.lacks ? start.clock.now() + lackingMs : Infinity),
    signal: limits.signal,
  });
  options.onDone(session);
  const { version } = session.facts;
  const collected = results.get(path);
  const infra = infraTest(definition);
  const doubt = sessionNotes(session.remarks, {
    server: definition.name,
    documents: [path],
    infra,
    isProjectFile: compileGlobs(definition.rootMarkers),
  }).impairmentOf(path);
  return {
    startMs: Math.round(session.startMs),
    ...(version !== undefined && { version }),
    ...(collected && { answerMs: collected.ms, verdict: judgeCanary(canary, collected, infra) }),
    ...(session.lost && { fault: session.lost }),
    ...(doubt && { doubt }),
  };
}

function plantedSession({ definition, root, location }: FoundTarget, tree: JudgedTree) {
  // It is the one document of this session, not one beside others.
  const { canary = nonsense(definition), ...judging } = definition;
  const languageId = languageIdOf(definition.languageId, gitPath(canary.fileName)) ?? definition.name;
  const place = { tree, root: absoluteOf(tree.serverRoot, root) };
  const planted = canaryDocument(place, canary, languageId);
  const plan: PlannedSession = {
    key: `${definition.name}@${root}`,
    definition: judging,
    ...place,
    rootPath: root,
    command: location.command,
    packages: location.packages,
    documents: [planted.document],
    supporting: [],
  };
  return { plan, planted, canary };
}

/**
 * For a server that nobody has given a canary: text that is wrong in most languages, under a name that the server is for.
 * An objection proves that it judges; none proves nothing.
 */
function nonsense({ files }: ServerDefinition): Canary {
  const [glob] = files;
  const fileName = glob
    .replace(/\{([^,}]*)[^}]*\}/g, '$1')
    .replace(/.*\//, '')
    .replace(/\*+/g, 'lspcheck-canary')
    .replace(/[^\w.-]/g, '');
  return {
    fileName: fileName === '' ? 'lspcheck-canary' : fileName,
    text: ')]}> = "lspcheck planted this\n<<< ((( {{{ [[[ ;;\n',
    inEveryRun: false,
  };
}
