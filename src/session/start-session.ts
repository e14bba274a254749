// From a planned session to a running one: spawn, connect, initialize, initialized. Every way this can fail is a cause,
// and nothing is left running behind a failure. Bounded by the start timeout inside the run's deadline.

import { basename } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import { formatDuration } from '../model/duration.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import { type Environment, serverEnvironment } from '../platform/environment.js';
import type { Log } from '../platform/log.js';
import { toUri } from '../platform/paths.js';
import {
  fillEnvironment,
  fillObject,
  fillPlaceholders,
  type PlaceholderValues,
} from '../platform/placeholders.js';
import { withoutRoots } from '../platform/root-names.js';
import type { Connection, RequestOutcome } from './connection.js';
import { quoted } from './faults.js';
import {
  type InitializeAnswer,
  initializeParams,
  readInitializeAnswer,
  type ServerFacts,
} from './handshake.js';
import type { ServerProcess, Spawn } from './process.js';
import { killTree, observeTree } from './process-tree.js';
import { announces } from './provisions.js';
import { markerVariable, type Reaper } from './reaper.js';
import { recordLife } from './record-life.js';
import { ServerSession } from './server-session.js';
import type { IsLasting, TellingPart } from './session-memory.js';
import type { StartRecording } from './transcript.js';
import { environmentFor } from './tree-environment.js';
import { wire } from './wiring.js';

export interface StartDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: Spawn;
  readonly reaper: Reaper;
  /** The caller's environment, unfiltered: what servers must not see is taken out here. */
  readonly env: Environment;
  readonly ownPid: number;
  readonly ownVersion: string;
  /** Private folder of this run, or why there is none. */
  readonly tempFolder: TempFolder;
  /** Where an absolute path of the server's lies in the repository. */
  readonly pathOfServerFile: (absolute: string) => RepoPath | undefined;
  /** What of a server's remarks matters; all of them when it is not said. */
  readonly tellingPart?: TellingPart;
  /** Which of its messages stay true for as long as it runs; none when it is not said. */
  readonly isLasting?: IsLasting;
  /** Hears everything that the server says on stderr. */
  readonly keepStderr?: ((plan: PlannedSession, chunk: Buffer) => void) | undefined;
  /** Where the traffic is recorded, if it is. */
  readonly record?: StartRecording | undefined;
}

export type TempFolder =
  | { readonly kind: 'made'; readonly path: AbsPath }
  | { readonly kind: 'failed'; readonly why: string };

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
  const name = plan.definition.name;
  const startedAt = clock.now();
  const { tempFolder } = deps;
  if (tempFolder.kind === 'failed' && needsTemp(plan)) {
    const cause = `it needs a private folder, and the temporary folder takes none (${tempFolder.why})`;
    const fault: Fault = { reason: 'not-started', detail: `${name} could not be started: ${cause}` };
    return { kind: 'failed', fault: { ...fault, hint: 'let TMPDIR name a folder that can be written' } };
  }
  const values = placeholderValues(plan, deps);
  const env = {
    ...environmentFor(plan.tree, serverEnvironment(deps.env, {})),
    ...fillEnvironment(plan.definition.env, values),
    [markerVariable]: deps.reaper.marker,
  };
  const spawned = await deps.spawn(
    { program: plan.command.program, args: plan.command.args, cwd: plan.root, env },
    clock,
  );
  if (spawned.kind === 'failed') return notStarted(`${name} could not be started: ${spawned.why}`, plan);
  const server = spawned.process;
  deps.reaper.watch(server.pid);
  deps.log('debug', `${plan.key}: started, pid ${server.pid}`);

  const { keepStderr } = deps;
  if (keepStderr) server.onStderr((chunk) => keepStderr(plan, chunk));
  const recorder = deps.record?.(plan);
  if (recorder) recordLife(server, recorder, plan.definition.readsStderr);
  const wiring = wire(plan, server, values, clock, recorder);
  const outcome = await initialize(plan, wiring.connection, server, deps, limits, values, wiring.firstFault);
  if (outcome.kind === 'failed') {
    await putDown(server, wiring.connection, deps);
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

function needsTemp({ definition }: PlannedSession): boolean {
  const { env, settings, initializationOptions = null } = definition;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of ours
  return JSON.stringify([env, settings, initializationOptions]).includes('${temp}');
}

function placeholderValues(plan: PlannedSession, deps: StartDeps): PlaceholderValues {
  return {
    root: plan.root,
    rootUri: toUri(plan.root),
    rootName: basename(plan.root),
    repoRoot: plan.tree.serverRoot,
    temp: deps.tempFolder.kind === 'made' ? deps.tempFolder.path : undefined,
    packages: plan.packages,
  };
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

async function putDown(server: ServerProcess, connection: Connection, deps: StartDeps): Promise<void> {
  killTree(observeTree(server.pid), server.pid, 'SIGKILL');
  connection.dispose();
  const stop = new AbortController();
  await Promise.race([server.ended, deps.clock.sleep(1000, stop.signal)]);
  stop.abort();
  server.abandon();
  deps.reaper.forget(server.pid);
}

function notStarted(detail: string, plan: PlannedSession): StartOutcome {
  const hint = plan.definition.installHint;
  return { kind: 'failed', fault: { reason: 'not-started', detail, ...(hint !== '' && { hint }) } };
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
