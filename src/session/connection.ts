// JSON-RPC with one server: requests and notifications that end as values, whatever the stream does.
// vscode-jsonrpc (8.2 and 10.0) throws synchronously after close, and leaves requests pending for ever when stdout
// closes; both become `lost` here. Handlers are synchronous, so that publish, answer, publish are seen in that order.

import type { Readable, Writable } from 'node:stream';
import {
  CancellationTokenSource,
  createMessageConnection,
  Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  ResponseError,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { StdoutMessageReader, type StreamHandlers } from './message-reader.js';
import type { Recorder } from './transcript.js';

export type RequestOutcome =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** The connection went away, or the request was cancelled by us. */
  | { readonly kind: 'lost' };

export type ServerRequestAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

export interface ConnectionHandlers extends StreamHandlers {
  onRequest(method: string, params: unknown): ServerRequestAnswer;
  onNotification(method: string, params: unknown): void;
  /** A second answer to one request: the first holds, but nobody knows which of them should. */
  onRepeatedAnswer(answer: unknown): void;
  /** The server can no longer be written to. */
  onWriteError(message: string): void;
}

export interface Connection {
  /** Resolves always. An aborted signal sends `$/cancelRequest` and resolves as `lost` at once. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<RequestOutcome>;
  notify(method: string, params: unknown): void;
  readonly pendingRequests: number;
  /** Resolves when everything that was read so far has been dispatched. */
  caughtUp(): Promise<void>;
  dispose(): void;
}

export function connect(
  stdout: Readable,
  stdin: Writable,
  maxFrameBytes: number,
  handlers: ConnectionHandlers,
  recorder?: Recorder,
): Connection {
  const state = { open: true, pending: 0, asked: 0, writeFailed: false };
  const answered = new Set<unknown>();
  // Of two answers that wait in its queue the library takes the second (10.0): it must not see it.
  const isFirst = (message: Message) => {
    if (!Message.isResponse(message)) return true;
    if (answered.has(message.id)) {
      handlers.onRepeatedAnswer(message.result ?? message.error);
      return false;
    }
    // No more than we asked for: answers that nobody asked for must not fill our memory.
    if (answered.size < state.asked) answered.add(message.id);
    return true;
  };
  const stream = new StdoutMessageReader(stdout, maxFrameBytes, handlers);
  const reader = filteredReader(stream, (message) => {
    if (!stream.isOwn(message)) recorder?.received(message);
    return isFirst(message);
  });
  const writer = recordingWriter(new StreamMessageWriter(stdin), recorder);
  const rpc = createMessageConnection(reader, writer);

  const failWrite = (message: string) => {
    if (state.writeFailed || !state.open) return;
    state.writeFailed = true;
    handlers.onWriteError(message);
  };
  // Its own listener on stdin: errors can arrive after the writer was disposed, and an unheard one ends the process.
  stdin.on('error', (error) => failWrite(error.message));
  writer.onError(([error]) => failWrite(error.message));
  // The library speaks of trouble on onError as well; ours is told by the reader, so this only keeps it from throwing.
  rpc.onError(() => {});
  rpc.onClose(() => closePending());

  let closePending: () => void = () => {};
  const closed = new Promise<RequestOutcome>((resolve) => {
    closePending = () => resolve({ kind: 'lost' });
  });

  // Messages wait in the library's queue, so that many bytes are heard long before what they say is.
  rpc.onRequest((method: string, params: unknown) => {
    handlers.onHeard();
    const answer = handlers.onRequest(method, params);
    return answer.kind === 'result' ? answer.result : new ResponseError(answer.code, answer.message);
  });
  rpc.onNotification((method: string, params: unknown) => {
    if (stream.run(params)) return;
    handlers.onHeard();
    handlers.onNotification(method, params);
  });
  // Work-done progress goes its own way in the library: unhandled tokens arrive here.
  rpc.onUnhandledProgress(({ token, value }) => handlers.onNotification('$/progress', { token, value }));
  rpc.listen();

  return {
    async request(method, params, signal) {
      if (!state.open || signal?.aborted === true) return { kind: 'lost' };
      const cancellation = new CancellationTokenSource();
      const cancelled = whenAborted(signal, () => cancellation.cancel());
      state.pending += 1;
      state.asked += 1;
      try {
        return await Promise.race([send(rpc, method, params, cancellation), closed, cancelled.promise]);
      } finally {
        state.pending -= 1;
        cancelled.forget();
      }
    },
    notify(method, params) {
      if (!state.open) return;
      // An undefined that is passed on arrives as `[null]`, which eslint's server complains of.
      const sent = params === undefined ? [] : [params];
      guarded(() => rpc.sendNotification(method, ...sent)).catch((error: unknown) =>
        failWrite(messageOf(error)),
      );
    },
    get pendingRequests() {
      return state.pending;
    },
    caughtUp: () => (state.open ? new Promise((resolve) => stream.inOrder(resolve)) : Promise.resolve()),
    dispose() {
      if (!state.open) return;
      state.open = false;
      closePending();
      rpc.dispose();
    },
  };

  async function send(
    connection: MessageConnection,
    method: string,
    params: unknown,
    cancellation: CancellationTokenSource,
  ): Promise<RequestOutcome> {
    try {
      const sent = params === undefined ? [] : [params];
      const result: unknown = await guarded(() =>
        connection.sendRequest(method, ...sent, cancellation.token),
      );
      return { kind: 'answer', result };
    } catch (error) {
      if (!(error instanceof ResponseError))
        return { kind: 'error', code: 0, message: messageOf(error), data: undefined };
      // -32099: the write failed; -32097: the connection was disposed (vscode-jsonrpc, ErrorCodes).
      if (error.code === -32097) return { kind: 'lost' };
      if (error.code === -32099) {
        failWrite(error.message);
        return { kind: 'lost' };
      }
      return { kind: 'error', code: error.code, message: error.message, data: error.data };
    }
  }
}

/** Shows each message before it is dispatched; dispatches those that pass. */
function filteredReader(reader: MessageReader, passes: (message: Message) => boolean): MessageReader {
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        if (passes(message)) callback(message);
      }),
  };
}

function recordingWriter(writer: MessageWriter, recorder: Recorder | undefined): MessageWriter {
  if (recorder === undefined) return writer;
  return {
    onError: writer.onError,
    onClose: writer.onClose,
    dispose: () => writer.dispose(),
    end: () => writer.end(),
    write(message) {
      recorder.sent(message);
      return writer.write(message);
    },
  };
}

/** Turns a synchronous throw (any send after close) into a rejection. */
async function guarded<T>(action: () => Promise<T>): Promise<T> {
  return action();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function whenAborted(signal: AbortSignal | undefined, cancel: () => void) {
  let listener = () => {};
  const promise = new Promise<RequestOutcome>((resolve) => {
    listener = () => {
      cancel();
      resolve({ kind: 'lost' });
    };
  });
  signal?.addEventListener('abort', listener, { once: true });
  return { promise, forget: () => signal?.removeEventListener('abort', listener) };
}
