// The fake server's log, read by tests: what was received and sent, in order, with times.

import { existsSync, readFileSync } from 'node:fs';

export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: {
      readonly uri: string;
      readonly version?: number;
      readonly languageId?: string;
      readonly sha256?: string;
    };
    readonly uri?: string;
    readonly [key: string]: unknown;
  };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface LogEntry {
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
  readonly pid: number;
  readonly dir: 'in' | 'out' | 'note';
  /** Of `in` and `out`. Document texts are replaced by `sha256`. */
  readonly message?: Message;
  /** Of `note`: exit, signal, raw, garbled-input, wrong-answer, content-rule, environment, run … */
  readonly kind?: string;
  readonly [detail: string]: unknown;
}

export interface ServerLog {
  readonly entries: readonly LogEntry[];
  /** Messages the server received: all of a method, or only those about one file (base name or path suffix). */
  received(method: string, file?: string): readonly Message[];
  sent(method: string, file?: string): readonly Message[];
  notes(kind: string): readonly LogEntry[];
  /** The client's answer to the server's own request with this id. */
  answer(id: string | number): Message | undefined;
  /** The last lines, for a failing test. */
  tail(lines?: number): string;
}

/** A log file that does not exist is a server that never started: an empty log. */
export function readServerLog(file: string): ServerLog {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const entries = lines.map((line) => JSON.parse(line) as LogEntry); // our own server wrote it
  const select = (dir: LogEntry['dir'], method: string, name?: string) =>
    entries.flatMap(({ dir: way, message }) =>
      way === dir && message?.method === method && isAbout(message, name) ? [message] : [],
    );
  return {
    entries,
    received: (method, name) => select('in', method, name),
    sent: (method, name) => select('out', method, name),
    notes: (kind) => entries.filter((entry) => entry.dir === 'note' && entry.kind === kind),
    answer: (id) =>
      entries.find(({ dir, message }) => dir === 'in' && message?.method === undefined && message?.id === id)
        ?.message,
    tail: (count = 30) => lines.slice(-count).join('\n'),
  };
}

function isAbout(message: Message, name: string | undefined): boolean {
  if (name === undefined) return true;
  const uri = message.params?.textDocument?.uri ?? message.params?.uri;
  return uri !== undefined && decodeURIComponent(uri).endsWith(`/${name}`);
}
