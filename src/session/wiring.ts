// Between the connection and the session: what a server asks is answered, what it says becomes events.
// Events that come before there is a session (while it initializes) are kept and told first.

import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import { fillObject, type PlaceholderValues } from '../platform/placeholders.js';
import { withoutRoots } from '../platform/root-names.js';
import { type Connection, type ConnectionHandlers, connect } from './connection.js';
import { distressIn } from './distress.js';
import { field } from './document-text.js';
import { closedFault, exitedFault, protocolFault, quoted, writeFault } from './faults.js';
import type { FileWatcher } from './file-watchers.js';
import { jsonExcerpt } from './json-excerpt.js';
import type { ServerProcess } from './process.js';
import { createRegistrations } from './registrations.js';
import { answerRequest } from './server-requests.js';
import type { ServerSession } from './server-session.js';
import type { SessionEvent } from './session-event.js';
import { markOf, type Recorder } from './transcript.js';

/** 64 MB: no real server comes near (the largest publish measured was below 1 MB). */
const maxFrameBytes = 64 * 1024 * 1024;
/** From a broken pipe to the end of the process that caused it, its last output included. */
const endOfProcessMs = 400;

export interface Wiring {
  readonly connection: Connection;
  registered(method: string): boolean;
  /** Of changes on the disk; undefined when it has not asked to be told of any. */
  watchers(): readonly FileWatcher[] | undefined;
  /** From now on events go to this session; those that came earlier are told first. */
  attach(session: ServerSession): void;
  /** The first fault seen before there was a session. */
  readonly firstFault: Promise<Fault>;
}

export function wire(
  plan: PlannedSession,
  server: ServerProcess,
  values: PlaceholderValues,
  clock: Clock,
  recorder?: Recorder,
): Wiring {
  const { definition, tree } = plan;
  const lastWords = () => withoutRoots([tree.serverRoot, tree.root])(server.stderrTail());
  const registrations = createRegistrations(plan.root);
  const settings = fillObject(definition.settings, values);
  const workspaceFolders = [{ uri: values.rootUri, name: values.rootName }];
  let session: ServerSession | undefined;
  const early: SessionEvent[] = [];
  let reportFault: (fault: Fault) => void = () => {};
  const firstFault = new Promise<Fault>((resolve) => {
    reportFault = resolve;
  });

  const tell = (event: SessionEvent) => {
    if (session) return session.tell(event);
    early.push(event);
    if (event.kind === 'lost') reportFault(event.fault);
  };
  const lose = (fault: Fault) => tell({ kind: 'lost', fault });
  const pathOfUri = (uri: string) => session?.pathOfUri(uri);

  const handlers: ConnectionHandlers = {
    onRequest(method, params) {
      const pullBefore = registrations.has('textDocument/diagnostic');
      if (method === 'client/registerCapability') registrations.register(params);
      if (method === 'client/unregisterCapability') registrations.unregister(params);
      const pullNow = registrations.has('textDocument/diagnostic');
      if (pullNow !== pullBefore) tell({ kind: pullNow ? 'pull-announced' : 'pull-withdrawn' });
      if (method === 'workspace/diagnostic/refresh') tell({ kind: 'refresh' });
      if (method === 'workspace/configuration') tell({ kind: 'configuration-asked' });
      if (method === 'window/showMessageRequest') tellMessage(params, true);
      tellDistress(method, params);
      return answerRequest(method, params, { settings, workspaceFolders });
    },
    onNotification(method, params) {
      switch (method) {
        case 'textDocument/publishDiagnostics':
          session?.hearPublish(params);
          return;
        case '$/progress':
          tellProgress(params);
          return;
        case 'window/showMessage':
          tellMessage(params, true);
          return;
        case 'window/logMessage':
          tellMessage(params, false);
          return;
        case 'experimental/serverStatus':
          tellStatus(params);
          return;
        default:
          tellDistress(method, params);
      }
    },
    onTrouble(trouble) {
      recorder?.mark(markOf(trouble));
      const fault = protocolFault(definition.name, trouble);
      if (fault) lose(fault);
      else if (trouble.kind === 'pollution')
        tell({ kind: 'pollution', text: quoted(trouble.excerpt.toString('utf8')) });
    },
    onHeard: () => session?.tell({ kind: 'heard' }),
    onTorn: (torn) => tell({ kind: 'torn', torn }),
    onRepeatedAnswer: (answer) => {
      const detail = `it answered one request twice, the second time ${quoted(jsonExcerpt(answer, 200))}`;
      tell({ kind: 'distress', path: undefined, detail });
    },
    onClosed: () => void loseUnlessEnding(() => closedFault(definition.name, lastWords())),
    onWriteError: (message) => void loseUnlessEnding(() => writeFault(definition.name, message, lastWords())),
  };
  const connection = connect(server.stdout, server.stdin, maxFrameBytes, handlers, recorder);
  const readStderr = definition.readsStderr
    ? lineReader((text) => tell({ kind: 'message', level: 'log', shown: false, text }))
    : undefined;
  server.onStderr((chunk) => {
    session?.tell({ kind: 'heard' });
    readStderr?.(chunk);
  });
  void server.ended.then(async (end) => {
    await connection.caughtUp();
    lose(exitedFault(definition.name, end, connection.pendingRequests, lastWords()));
    // A pending request would stay pending for ever: the library does not reject it when stdout closes.
    connection.dispose();
  });

  /** A pipe that breaks because the process is gone is told as what it is: its end is about to be seen. */
  async function loseUnlessEnding(fault: () => Fault): Promise<void> {
    const ended = new AbortController();
    void server.ended.then(() => ended.abort());
    await clock.sleep(endOfProcessMs, ended.signal);
    if (!ended.signal.aborted) lose(fault());
  }

  function tellMessage(params: unknown, shown: boolean): void {
    const text = field(params, 'message');
    if (typeof text !== 'string') return;
    const type = field(params, 'type');
    const level = type === 1 ? 'error' : type === 2 ? 'warning' : type === 3 ? 'info' : 'log';
    tell({ kind: 'message', level, shown, text });
  }

  /** rust-analyzer's extension: an unhealthy server says what it lacks. */
  function tellStatus(params: unknown): void {
    const quiescent = field(params, 'quiescent');
    const health = field(params, 'health');
    const text = field(params, 'message');
    const failure = health === 'error' && typeof text === 'string' ? text : undefined;
    if (typeof quiescent === 'boolean') tell({ kind: 'quiescence', quiescent, failure });
    if ((health === 'error' || health === 'warning') && typeof text === 'string') {
      tell({ kind: 'message', level: health, shown: true, text });
    }
  }

  function tellProgress(params: unknown): void {
    const token = field(params, 'token');
    const value = field(params, 'value');
    if (typeof token !== 'string' && typeof token !== 'number') return;
    const kind = field(value, 'kind');
    const title = field(value, 'title');
    // A number and a string that look alike are different tokens.
    const key = JSON.stringify(token);
    if (kind === 'begin')
      tell({ kind: 'progress-begin', token: key, title: typeof title === 'string' ? title : '' });
    if (kind === 'end') tell({ kind: 'progress-end', token: key });
  }

  function tellDistress(method: string, params: unknown): void {
    const distress = distressIn(definition, method, params, pathOfUri);
    if (distress) tell({ kind: 'distress', ...distress });
  }

  return {
    connection,
    registered: (method) => registrations.has(method),
    watchers: registrations.watchers,
    attach(started) {
      session = started;
      for (const event of early) started.tell(event);
    },
    firstFault,
  };
}

/** Whole lines out of chunks; one without an end is cut, since a server may never end it. */
function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = (lines.pop() ?? '').slice(-longestStderrLineChars);
    // A clock time at the head would make every report another one.
    for (const line of lines) if (line.trim() !== '') onLine(line.replace(/^[A-Z]?\[[\d:.]+\]\s*/, ''));
  };
}

const longestStderrLineChars = 4096;
