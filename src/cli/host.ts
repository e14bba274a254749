// The process as the rest of the cli sees it: everything outside is given, so that a test can run a command in its own process.

import { fstatSync } from 'node:fs';
import type { Environment } from '../platform/environment.js';
import type { StreamFacts } from './terminal.js';

export interface Sink extends StreamFacts {
  /** Resolves when the text has left the process, or can never do so: see `failure`. Never rejects. */
  write(text: string): Promise<void>;
  /** Why the stream stopped taking text; undefined while it does. `closed`: the reader went away, which is no error. */
  failure(): 'closed' | Error | undefined;
}

export interface Host {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: string;
  /** `20.19.0` */
  readonly nodeVersion: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly readStdin: () => Promise<Uint8Array>;
  /** A pipe or a file; false for a terminal and /dev/null, to which no program wrote. */
  readonly stdinIsFed: () => boolean;
}

/** Whether a program writes to this process's stdin, or wrote. */
export function stdinIsFed(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket() || stdin.isFile();
  } catch {
    return false; // closed
  }
}

/** A stream of this process as a sink. A reader that goes away must not end the process (`| head -1` would be exit 1, or 70). */
export function sinkOf(stream: NodeJS.WriteStream): Sink {
  let failure: 'closed' | Error | undefined;
  const fail = (error: Error) => {
    failure ??= 'code' in error && error.code === 'EPIPE' ? 'closed' : error;
  };
  stream.on('error', fail);
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (failure !== undefined || text === '') return resolve();
        stream.write(text, (error) => {
          if (error) fail(error);
          resolve();
        });
      }),
    failure: () => failure,
  };
}
