// vscode-jsonrpc's MessageReader over our own frame parser. Hands whole JSON-RPC messages on, in order, and tells its owner about
// everything else. The library dispatches messages one by one, later than they are read: what is no message (a broken frame,
// the end) waits in the same queue, so that nothing that came before it is lost to it. Never throws.

import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type NotificationMessage,
} from 'vscode-jsonrpc/node';
import { createFrameParser, type FrameEvent } from './frame-parser.js';
import { jsonExcerpt } from './json-excerpt.js';

export type FrameTrouble =
  | Exclude<FrameEvent, { kind: 'message' }>
  /** Valid JSON that is no message: null, a number, a string. */
  | { readonly kind: 'no-message'; readonly excerpt: Buffer };

/** `onTrouble` and `onClosed` come after everything that was read before them; the others at once. */
export interface StreamHandlers {
  /** Bytes have come. */
  onHeard(): void;
  onTrouble(trouble: FrameTrouble): void;
  /** Nothing more will be heard of the server. */
  onClosed(): void;
  /** The stream stands in the middle of a message, or has ended; false: the message is whole now. */
  onTorn(torn: boolean): void;
}

export class StdoutMessageReader extends AbstractMessageReader {
  readonly #stdout: Readable;
  readonly #maxFrameBytes: number;
  readonly #handlers: StreamHandlers;
  /** What is to happen when the library dispatches the message with these params. */
  readonly #actions = new Map<unknown, () => void>();
  #callback: DataCallback = () => {};

  constructor(stdout: Readable, maxFrameBytes: number, handlers: StreamHandlers) {
    super();
    this.#stdout = stdout;
    this.#maxFrameBytes = maxFrameBytes;
    this.#handlers = handlers;
  }

  /** Runs the action when everything that was read before has been dispatched. */
  inOrder(action: () => void): void {
    const params = {};
    this.#actions.set(params, action);
    const message: NotificationMessage = { jsonrpc: '2.0', method: '$/lspcheck/inOrder', params };
    this.#callback(message);
  }

  /** Whether it is one of ours, and not the server's. */
  isOwn(message: Message): boolean {
    return 'params' in message && this.#actions.has(message.params);
  }

  /** True when these are the params of an action, which has now run. */
  run(params: unknown): boolean {
    const action = this.#actions.get(params);
    this.#actions.delete(params);
    action?.();
    return action !== undefined;
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    const parser = createFrameParser(this.#maxFrameBytes);
    const deliver = (events: readonly FrameEvent[]) => {
      for (const event of events) {
        if (event.kind !== 'message') this.inOrder(() => this.#handlers.onTrouble(event));
        else for (const message of unpack(event.value)) this.#deliverOne(message, callback);
      }
    };
    let ended = false;
    let torn = false;
    const tellTorn = (now: boolean) => {
      if (now !== torn) this.#handlers.onTorn(now);
      torn = now;
    };
    const finish = () => {
      if (ended) return;
      ended = true;
      deliver(parser.end());
      tellTorn(true);
      this.inOrder(() => {
        this.#handlers.onClosed();
        this.fireClose();
      });
    };
    const onData = (chunk: Buffer) => {
      this.#handlers.onHeard();
      deliver(parser.push(chunk));
      tellTorn(parser.unfinished());
    };
    this.#stdout.on('data', onData);
    this.#stdout.once('end', finish);
    this.#stdout.once('close', finish);
    this.#stdout.once('error', finish);
    return { dispose: () => this.#stdout.off('data', onData) };
  }

  #deliverOne(value: unknown, callback: DataCallback): void {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // A parsing border: the connection checks the shape of what it dispatches.
      callback({ jsonrpc: '2.0', ...value } as Message);
      return;
    }
    const excerpt = Buffer.from(jsonExcerpt(value, 200));
    this.inOrder(() => this.#handlers.onTrouble({ kind: 'no-message', excerpt }));
  }
}

/** A batch is a list of messages (JSON-RPC 2.0, section 6); vscode-jsonrpc drops it without a word. */
function unpack(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
