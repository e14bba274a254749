// From a planned session to a running one: spawn, connect, initialize, initialized. Every way this can fail is a cause,
// and nothing is left running behind a failure. Bounded by the start timeout inside the run's deadline.

import type { RepoPath } from '../model/base.js';
import { formatDuration } from '../model/duration.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import { fillObject, fillPlaceholders, type PlaceholderValues } from '../platform/placeholders.js';
import { withoutRoots } from '../platform/root-names.js';
import type { Connection, RequestOutcome } from './connection.js';
import { quoted } from './faults.js';
import {
  type InitializeAnswer,
  initializeParams,
  readInitializeAnswer,
  type ServerFacts,
} from './handshake.js';
import { type LaunchDeps, launch, putDown } from './launch.js';
import type { ServerProcess } from './process.js';
import { announces } from './provisions.js';
import { recordLife } from './record-life.js';
import { ServerSession } from './server-session.js';
import type { IsLasting, TellingPart } from './session-memory.js';
import type { StartRecording } from './transcript.js';
import { wire } from './wiring.js';

export interface StartDeps extends LaunchDeps {
  readonly ownPid: number;
  readonly ownVersion: string;
  /** Where an absolute path of the server's lies in the repository. */
  readonly pathOfServerFile: (absolute: string) => RepoPath | undefined;
  /** What of a server's remarks matters; all of them when it is not said. */
  readonly tellingPart?: TellingPart;
  /** Which of its messages stay true for as long as it runs; none when it is not said. */
  readonly isLasting?: IsLasting;
  /** Where the traffic is recorded, if it is. */
  readonly record?: StartRecording | undefined;
}

export interface StartLimits {
  readonly startTimeoutMs: number;
  /** Instant on the clock, or Infinity. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly session: ServerSession }
  | { readonly kind: 'failed'; readonly fault: Fault };

export async function startSession(
  plan: PlannedSession,
  deps: StartDeps,
  limits: StartLimits,
): Promise<StartOutcome> {
  const { clock } = deps;
  const startedAt = clock.now();
  const launched = await launch(plan, deps);
  if (launched.kind === 'failed') return launched;
  const { server, values } = launched;
  const recorder = deps.record?.(plan);
  if (recorder) recordLife(server, recorder, plan.definition.readsStderr);
  const wiring = wire(plan, server, values, clock, recorder);
  const outcome = await initialize(plan, wiring.connection, server, deps, limits, values, wiring.firstFault);
  if (outcome.kind === 'failed') {
    wiring.connection.dispose();
    await putDown(server, deps);
    return outcome;
  }
  const session = new ServerSession({
    plan,
    process: server,
    connection: wiring.connection,
    facts: outcome.facts,
    clock,
    pathOfServerFile: deps.pathOfServerFile,
    startMs: clock.now() - startedAt,
    announcesPull: () => outcome.facts.announcesPull || wiring.registered('textDocument/diagnostic'),
    wantsSave: () =>
      outcome.facts.save ?? (wiring.registered('textDocument/didSave') ? { includeText: false } : undefined),
    offers: (method) => announces(outcome.facts.capabilities, method) || wiring.registered(method),
    watchers: wiring.watchers,
    tellingPart: deps.tellingPart,
    isLasting: deps.isLasting,
    onGone: () => deps.reaper.forget(server.pid),
  });
  wiring.attach(session);
  wiring.connection.notify('initialized', {});
  // Catalogue entries answer by section, as measured; a server that nobody measured may wait to be told.
  if (plan.definition.origin !== 'catalogue' && Object.keys(plan.definition.settings).length > 0) {
    wiring.connection.notify('workspace/didChangeConfiguration', {
      settings: fillObject(plan.definition.settings, values),
    });
  }
  return { kind: 'started', session };
}

type Initialized =
  | { readonly kind: 'ready'; readonly facts: ServerFacts }
  | { readonly kind: 'failed'; readonly fault: Fault };

async function initialize(
  plan: PlannedSession,
  connection: Connection,
  server: ServerProcess,
  deps: StartDeps,
  limits: StartLimits,
  values: PlaceholderValues,
  firstFault: Promise<Fault>,
): Promise<Initialized> {
  const { definition } = plan;
  const options = definition.initializationOptions;
  const params = initializeParams({
    ownPid: deps.ownPid,
    ownVersion: deps.ownVersion,
    root: plan.root,
    rootName: values.rootName,
    initializationOptions: options === undefined ? undefined : fillPlaceholders(options, values),
    capabilities: definition.capabilities,
  });
  const remainingMs = limits.deadlineAt - deps.clock.now();
  const timeoutMs = Math.min(limits.startTimeoutMs, remainingMs);
  const stop = new AbortController();
  const answered = connection
    .request('initialize', params, stop.signal)
    .then((outcome) => ({ kind: 'outcome' as const, outcome }));
  const ended = await Promise.race([
    answered,
    firstFault.then((fault) => ({ kind: 'fault' as const, fault })),
    deps.clock.sleep(timeoutMs, stop.signal).then(() => ({ kind: 'timeout' as const })),
    aborted(limits.signal, stop.signal).then(() => ({ kind: 'interrupted' as const })),
  ]);
  stop.abort();
  switch (ended.kind) {
    case 'outcome': {
      // A death reaches us as a lost answer first: wait for its cause, which is on its way.
      if (ended.outcome.kind === 'lost') return { kind: 'failed', fault: await firstFault };
      return readOutcome(definition.name, ended.outcome);
    }
    case 'fault':
      return { kind: 'failed', fault: ended.fault };
    case 'interrupted':
      return {
        kind: 'failed',
        fault: { reason: 'interrupted', detail: `interrupted while ${definition.name} was starting` },
      };
    case 'timeout': {
      const tail = withoutRoots([plan.tree.serverRoot, plan.tree.root])(server.stderrTail());
      const why =
        timeoutMs < limits.startTimeoutMs
          ? 'before the deadline'
          : `within ${formatDuration(limits.startTimeoutMs)}`;
      return {
        kind: 'failed',
        fault: {
          reason: 'start-timeout',
          detail: `${definition.name} did not answer initialize ${why}${tail === '' ? '' : `; its last words: ${quoted(tail.slice(-200))}`}`,
        },
      };
    }
  }
}

function readOutcome(name: string, outcome: Exclude<RequestOutcome, { kind: 'lost' }>): Initialized {
  if (outcome.kind === 'error') {
    return {
      kind: 'failed',
      fault: {
        reason: 'not-started',
        detail: `${name} refused to initialize: ${quoted(outcome.message)} (${outcome.code})`,
      },
    };
  }
  const answer: InitializeAnswer = readInitializeAnswer(outcome.result);
  if (answer.kind === 'unusable')
    return { kind: 'failed', fault: { reason: 'protocol-error', detail: `${name} ${answer.why}` } };
  return { kind: 'ready', facts: answer.facts };
}

/** Resolves when `signal` aborts; stops listening when `until` does. */
function aborted(signal: AbortSignal, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const listener = () => resolve();
    signal.addEventListener('abort', listener, { once: true });
    until.addEventListener('abort', () => signal.removeEventListener('abort', listener), { once: true });
  });
}
