// One server examined: started, given a planted mistake, and what came of it. Whatever the server does is in the result;
// nothing here says what it means (engine/diagnose.ts does). The document exists only in the server's view.

import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionNotes, tellingPart } from '../classify/session-notes.js';
import { collectWindow, type OpenableDocument } from '../collect/collector.js';
import type { AbsPath } from '../model/base.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedSession } from '../model/plan.js';
import type { Canary, ServerDefinition } from '../model/server-definition.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import { languageIdOf } from '../plan/language-id.js';
import type { Location } from '../plan/locate.js';
import { absoluteOf, absolutePath, gitPath } from '../platform/paths.js';
import { systemFailure } from '../platform/private-folder.js';
import type { ServerSession } from '../session/server-session.js';
import { type StartDeps, type StartLimits, startSession } from '../session/start-session.js';
import { type CanaryVerdict, canaryDocument, judgeCanary } from './canary.js';
import { remarkRules } from './remark-rules.js';
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
  /** What a start needs, for a session in this tree. */
  readonly startIn: (tree: JudgedTree) => StartDeps;
  readonly limits: StartLimits;
  readonly quietPeriodMs: number | undefined;
  readonly requestTimeoutMs: number;
  readonly onStarted: () => void;
  /** Called with the session when it is no longer needed, lost or not. */
  readonly onDone: (session: ServerSession) => void;
}

/** For an answer that is not to be expected: a program is lacking, or nobody knows what the server objects to. */
const doubtfulMs = 10_000;

export async function examineServer(target: FoundTarget, options: ExaminationOptions): Promise<Examination> {
  const { definition, location } = target;
  const { limits } = options;
  const start = options.startIn(options.tree);
  const early = causeBeforeStart(definition.name, limits, start.clock);
  if (early !== undefined) return { fault: early };
  const { canary = nonsense(definition) } = definition;
  const place = await placeOf(target, canary, options);
  if ('reason' in place) return { fault: place };
  const languageId = languageIdOf(definition.languageId, gitPath(canary.fileName)) ?? definition.name;
  const openable = canaryDocument(place, canary, languageId);
  const plan = sessionFor(target, place, openable);
  const startTimeoutMs = definition.startTimeoutMs ?? limits.startTimeoutMs;
  const rules = remarkRules(definition);
  const outcome = await startSession(
    plan,
    { ...options.startIn(plan.tree), tellingPart: (remark) => tellingPart(remark, rules) },
    { ...limits, startTimeoutMs },
  );
  if (outcome.kind === 'failed') return { fault: outcome.fault };
  const { session } = outcome;
  options.onStarted();
  const { path } = openable.document;
  const doubtful = location.lacks !== undefined || definition.canary === undefined;
  const results = await collectWindow(session, [openable], {
    clock: start.clock,
    quietPeriodMs: options.quietPeriodMs,
    requestTimeoutMs: options.requestTimeoutMs,
    deadlineAt: doubtful ? Math.min(limits.deadlineAt, start.clock.now() + doubtfulMs) : limits.deadlineAt,
    signal: limits.signal,
  });
  options.onDone(session);
  const { version } = session.facts;
  const collected = results.get(path);
  const doubt = sessionNotes(session.remarks, {
    server: definition.name,
    documents: [path],
    ...rules,
  }).impairmentOf(path);
  return {
    startMs: Math.round(session.startMs),
    ...(version !== undefined && { version }),
    ...(collected && { answerMs: collected.ms, verdict: judgeCanary(canary, collected, rules.infra) }),
    ...(session.lost && { fault: session.lost }),
    ...(doubt && { doubt }),
  };
}

type Place = Pick<PlannedSession, 'root' | 'tree'>;

/** Where the canary is planted: in the session's root, or in a private folder. Else a fault. */
async function placeOf(
  { definition, root }: FoundTarget,
  canary: Canary,
  { tree, startIn }: ExaminationOptions,
): Promise<Place | Fault> {
  if (canary.onDisk !== true) return { tree, root: absoluteOf(tree.serverRoot, root) };
  const { tempFolder } = startIn(tree);
  const why = tempFolder.kind === 'made' ? await planted(canary, tempFolder.path) : tempFolder.why;
  if (typeof why !== 'string') return why;
  const detail = `${definition.name} judges only what is on disk, and no folder could be made for that: ${why}`;
  return { reason: 'not-started', detail };
}

/** A tree that holds this one file; or why it cannot be made. */
async function planted({ fileName, text }: Canary, temp: AbsPath): Promise<Place | string> {
  try {
    const root = absolutePath(await mkdtemp(join(temp, 'canary-')), '/');
    await writeFile(absolutePath(fileName, root), text);
    return { root, tree: { kind: 'working-tree', root, serverRoot: root, overlays: new Map() } };
  } catch (error) {
    const why = systemFailure(error);
    if (why === undefined) throw error;
    return why;
  }
}

function sessionFor(
  { definition, root, location }: FoundTarget,
  place: Place,
  { document }: OpenableDocument,
): PlannedSession {
  // The canary is the one document of this session, not one beside others.
  const { canary: _, ...judging } = definition;
  return {
    key: `${definition.name}@${root}`,
    definition: judging,
    ...place,
    rootPath: root,
    command: location.command,
    packages: location.packages,
    documents: [document],
    supporting: [],
  };
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
