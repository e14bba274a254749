// One server examined: started, given planted mistakes until it objects to one, and what came of it. Whatever the server
// does is in the result; nothing here says what it means (engine/diagnose.ts does).

import { type RemarkRules, sessionNotes, tellingPart } from '../classify/session-notes.js';
import { type Collected, collectWindow, type OpenableDocument } from '../collect/collector.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedSession } from '../model/plan.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import type { Location } from '../plan/locate.js';
import type { ServerSession } from '../session/server-session.js';
import { type StartDeps, type StartLimits, startSession } from '../session/start-session.js';
import { type CanaryVerdict, judgeCanary } from './canary.js';
import { type Planting, plantingFor } from './planting.js';
import { doubtsAmong, remarkRules } from './remark-rules.js';
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
/** For the first document, when there is another: a server that leaves it out says nothing at all. */
const firstMs = 5_000;

export async function examineServer(target: FoundTarget, options: ExaminationOptions): Promise<Examination> {
  const { definition } = target;
  const { limits, startIn, tree } = options;
  const { clock, tempFolder } = startIn(tree);
  const early = causeBeforeStart(definition.name, limits, clock);
  if (early !== undefined) return { fault: early };
  const planting = await plantingFor(target, tree, tempFolder);
  if ('reason' in planting) return { fault: planting };
  const rules = remarkRules(definition);
  const start = { ...startIn(planting.place.tree), tellingPart: tellingWith(rules) };
  const startTimeoutMs = definition.startTimeoutMs ?? limits.startTimeoutMs;
  const begin = () => startSession(sessionFor(target, planting), start, { ...limits, startTimeoutMs });
  let outcome = await begin();
  // As in a run: one that dies before it is ready is started once more.
  if (outcome.kind === 'failed' && outcome.fault.reason === 'exited') outcome = await begin();
  if (outcome.kind === 'failed') return { fault: outcome.fault };
  const { session } = outcome;
  options.onStarted();
  const { verdict, answerMs, document } = await plant(session, target, planting, rules, options);
  options.onDone(session);
  const { version } = session.facts;
  const { path } = document.document;
  const notes = sessionNotes(session.remarks, { server: definition.name, documents: [path], ...rules });
  const doubt = notes.impairmentOf(path);
  return {
    startMs: Math.round(session.startMs),
    answerMs,
    verdict,
    ...(version !== undefined && { version }),
    ...(session.lost && { fault: session.lost }),
    ...(doubt && { doubt }),
  };
}

interface Planted {
  readonly verdict: CanaryVerdict;
  readonly answerMs: number;
  readonly document: OpenableDocument;
}

/** One document after the other, until the server objects or is lost; what came of the last one that was tried. */
async function plant(
  session: ServerSession,
  { definition, location }: FoundTarget,
  { canary, documents }: Planting,
  rules: RemarkRules,
  { limits, startIn, tree, quietPeriodMs, requestTimeoutMs }: ExaminationOptions,
): Promise<Planted> {
  const { clock } = startIn(tree);
  const doubtful = location.lacks !== undefined || definition.canary === undefined;
  const [first, ...others] = documents;
  const ask = async (document: OpenableDocument, isLast: boolean): Promise<Planted> => {
    const patienceMs = doubtful ? doubtfulMs : isLast ? Number.POSITIVE_INFINITY : firstMs;
    const results = await collectWindow(session, [document], {
      ...{ clock, quietPeriodMs, requestTimeoutMs, signal: limits.signal },
      doubtsIn: doubtsAmong(definition, [document.document]),
      deadlineAt: Math.min(limits.deadlineAt, clock.now() + patienceMs),
    });
    const collected = collectedOf(results, document);
    return { verdict: judgeCanary(canary, collected, rules.infra), answerMs: collected.ms, document };
  };
  let planted = await ask(first, others.length === 0);
  for (const [index, document] of others.entries()) {
    if (planted.verdict.kind === 'alive' || session.lost !== undefined || limits.signal.aborted) break;
    session.closeDocument(planted.document.document.path);
    planted = await ask(document, index === others.length - 1);
  }
  return planted;
}

function collectedOf(results: ReadonlyMap<string, Collected>, { document }: OpenableDocument): Collected {
  const collected = results.get(document.path);
  if (collected === undefined) throw new Error(`no outcome for ${document.path}`);
  return collected;
}

function tellingWith(rules: RemarkRules): NonNullable<StartDeps['tellingPart']> {
  return (remark) => tellingPart(remark, rules);
}

function sessionFor(
  { definition, root, location }: FoundTarget,
  { place, documents }: Planting,
): PlannedSession {
  // The canary is asked by us, not beside other documents.
  const { canary: _, ...judging } = definition;
  return {
    key: `${definition.name}@${root}`,
    definition: judging,
    ...place,
    rootPath: root,
    command: location.command,
    packages: location.packages,
    documents: [documents[0].document],
    supporting: [],
  };
}
