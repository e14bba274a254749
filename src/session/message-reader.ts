// vscode-jsonrpc's MessageReader over our own frame parser. Hands whole JSON-RPC messages on, in order;
// tells its owner about everything else through one callback, and never throws.

import type { Readable } from 'node:stream';
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-jsonrpc/node';
import { createFrameParser, type FrameEvent } from './frame-parser.js';

export type FrameTrouble =
  | Exclude<FrameEvent, { kind: 'message' }>
  /** Valid JSON that is no message: null, a number, a string. */
  | { readonly kind: 'no-message'; readonly excerpt: Buffer };

export class StdoutMessageReader extends AbstractMessageReader {
  readonly #stdout: Readable;
  readonly #maxFrameBytes: number;
  readonly #onTrouble: (trouble: FrameTrouble) => void;

  constructor(stdout: Readable, maxFrameBytes: number, onTrouble: (trouble: FrameTrouble) => void) {
    super();
    this.#stdout = stdout;
    this.#maxFrameBytes = maxFrameBytes;
    this.#onTrouble = onTrouble;
  }

  listen(callback: DataCallback): Disposable {
    const parser = createFrameParser(this.#maxFrameBytes);
    const deliver = (events: readonly FrameEvent[]) => {
      for (const event of events) {
        if (event.kind !== 'message') this.#onTrouble(event);
        else for (const message of unpack(event.value)) this.#deliverOne(message, callback);
      }
    };
    let ended = false;
    const finish = () => {
      if (ended) return;
      ended = true;
      deliver(parser.end());
      this.fireClose();
    };
    const onData = (chunk: Buffer) => deliver(parser.push(chunk));
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
    this.#onTrouble({ kind: 'no-message', excerpt: Buffer.from(JSON.stringify(value)).subarray(0, 200) });
  }
}

/** A batch is a list of messages (JSON-RPC 2.0, section 6); vscode-jsonrpc drops it without a word. */
function unpack(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
