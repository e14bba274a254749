// vscode-jsonrpc's MessageReader over our own frame parser. Hands whole JSON-RPC messages on, in order;
// tells its owner about everything else through one callback, and never throws.

import type { Readable } from 'node:stream';
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-jsonrpc/node';
import { createFrameParser, type FrameEvent } from './frame-parser.js';
import { jsonExcerpt } from './json-excerpt.js';

export type FrameTrouble =
  | Exclude<FrameEvent, { kind: 'message' }>
  /** Valid JSON that is no message: null, a number, a string. */
  | { readonly kind: 'no-message'; readonly excerpt: Buffer };

export interface StreamHandlers {
  /** Bytes have come. */
  onHeard(): void;
  onTrouble(trouble: FrameTrouble): void;
  /** The stream stands in the middle of a message, or has ended; false: the message is whole now. */
  onTorn(torn: boolean): void;
}

export class StdoutMessageReader extends AbstractMessageReader {
  readonly #stdout: Readable;
  readonly #maxFrameBytes: number;
  readonly #handlers: StreamHandlers;

  constructor(stdout: Readable, maxFrameBytes: number, handlers: StreamHandlers) {
    super();
    this.#stdout = stdout;
    this.#maxFrameBytes = maxFrameBytes;
    this.#handlers = handlers;
  }

  listen(callback: DataCallback): Disposable {
    const parser = createFrameParser(this.#maxFrameBytes);
    const deliver = (events: readonly FrameEvent[]) => {
      for (const event of events) {
        if (event.kind !== 'message') this.#handlers.onTrouble(event);
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
      this.fireClose();
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
    this.#handlers.onTrouble({ kind: 'no-message', excerpt: Buffer.from(jsonExcerpt(value, 200)) });
  }
}

/** A batch is a list of messages (JSON-RPC 2.0, section 6); vscode-jsonrpc drops it without a word. */
function unpack(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
