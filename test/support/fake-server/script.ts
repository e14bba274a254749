// The language of fake server scripts (cases.md's notation as data), and small builders so that a script reads like it:
// on('open', 'a.fx', at(150, push([])), at(450, push([E(0, 0, 0, 3, 'bad')], 'doc')))
// Positions are LSP's, 0-based. Interpreted by server.mjs.

import type { JsonObject, JsonValue } from '../../../src/model/base.js';

/** What makes handlers run. `command`: workspace/executeCommand, `file` names the command. `other`: `file` names the method. */
export type ScriptEvent =
  | 'start'
  | 'initialize'
  | 'initialize-answered'
  | 'initialized'
  | 'open'
  | 'change'
  | 'save'
  | 'close'
  | 'pull'
  | 'command'
  | 'cancel'
  | 'shutdown'
  | 'other';

export interface Item {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly severity?: 1 | 2 | 3 | 4;
  readonly message: string;
  readonly source?: string;
  readonly code?: string | number | { readonly value: string | number; readonly target: string };
  readonly codeDescription?: { readonly href: string };
}

interface Place {
  readonly line: number;
  readonly character: number;
}

/** An answer the server wants: `{ result }` with `{ $any: true }` and `{ $oneOf: […] }` as wild cards, or an error code. */
export type Expected = { readonly result: JsonValue } | { readonly errorCode: number };

export type Action =
  /** `file`: another document than the event's. `onlyIfAnswered`: silent when an answer to one of our requests was wrong. */
  | {
      readonly do: 'push';
      readonly items: readonly Item[];
      readonly version?: 'doc' | number;
      readonly file?: string;
      readonly onlyIfAnswered?: boolean;
    }
  | { readonly do: 'push-rule'; readonly version?: 'doc' | number; readonly file?: string }
  | { readonly do: 'full'; readonly items: readonly Item[]; readonly resultId?: string }
  | { readonly do: 'full-rule'; readonly resultId?: string }
  | { readonly do: 'unchanged'; readonly resultId: string }
  | { readonly do: 'error'; readonly code: number; readonly message?: string; readonly data?: JsonValue }
  | { readonly do: 'result'; readonly value: JsonValue }
  | { readonly do: 'empty-response' }
  /** The rest of a response, whatever it is. */
  | { readonly do: 'reply'; readonly body: JsonObject }
  | { readonly do: 'never' }
  /** From here on handlers with `before: name` are over. */
  | { readonly do: 'mark'; readonly name: string }
  | {
      readonly do: 'progress';
      readonly kind: 'begin' | 'end';
      readonly token: string | number;
      readonly title?: string;
    }
  /** Waits for the answer; strings may hold `{rootUri}`, `{uri:NAME}` and `{x*1000}` (a thousand x), here and below. */
  | {
      readonly do: 'request';
      readonly method: string;
      readonly params: JsonValue;
      readonly id?: string | number;
      readonly expect?: Expected;
    }
  | { readonly do: 'notify'; readonly method: string; readonly params: JsonValue; readonly repeat?: number }
  /** Asked `repeat` times without waiting for answers. */
  | {
      readonly do: 'ask-repeatedly';
      readonly method: string;
      readonly params: JsonValue;
      readonly repeat: number;
    }
  /** Bytes as they are; `latin1` for such as are no UTF-8. */
  | {
      readonly do: 'raw';
      readonly text: string;
      readonly encoding?: 'latin1';
      readonly repeat?: number;
    }
  /** A body (a string: JSON already) under a header of its own, `{length}` in it; announced `longBy` bytes longer, or cut off. */
  | {
      readonly do: 'frame';
      readonly body: JsonValue;
      readonly header?: string;
      readonly longBy?: number;
      readonly cutAt?: number;
    }
  | { readonly do: 'stderr'; readonly text: string; readonly repeat?: number }
  | { readonly do: 'exit'; readonly code: number }
  | { readonly do: 'kill'; readonly signal: string }
  | { readonly do: 'close-stdin' }
  | { readonly do: 'close-stdout' }
  | { readonly do: 'stop-reading' }
  | { readonly do: 'busy'; readonly ms: number; readonly where: 'self' | 'child' }
  | { readonly do: 'sleeper'; readonly seconds?: number; readonly detached?: boolean }
  | { readonly do: 'run'; readonly program: string; readonly args: readonly string[]; readonly cwd: string }
  | { readonly do: 'dump-environment' };

/** Not before `atMs` after the event, nor before the gate: a file that exists, or another event seen `count` times. */
export type Step = Action & {
  readonly atMs?: number;
  readonly whenFile?: string;
  readonly when?: { readonly event: ScriptEvent | 'mark'; readonly file?: string; readonly count?: number };
};

/** The first handler that matches and has turns left runs. `file`: base name, path suffix, or `*`. */
export interface Handler {
  readonly event: ScriptEvent;
  readonly file: string;
  readonly times?: number;
  /** Only as long as this mark was not set. */
  readonly before?: string;
  /** Only in the first so many starts of this server. */
  readonly starts?: number;
  readonly steps: readonly Step[];
}

export interface Script {
  readonly initialize?:
    | {
        readonly kind: 'result';
        readonly capabilities?: JsonObject;
        /** Laid over the whole result (`offsetEncoding`). */
        readonly extra?: JsonObject;
        readonly delayMs?: number;
      }
    | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly delayMs?: number }
    /** An answer that is no InitializeResult. */
    | { readonly kind: 'value'; readonly value: JsonValue }
    | { readonly kind: 'never' };
  readonly handlers?: readonly Handler[];
  /** One error per word BAD in the text given, for every document that no handler speaks for. */
  readonly contentRule?: {
    readonly by: 'push' | 'pull';
    readonly version?: 'doc';
    /** A queue: one document at a time, each taking this long. */
    readonly perFileMs?: number;
    readonly neverFor?: readonly string[];
    /** A document that says `use NAME` has an error as well when the text of NAME (open, else the disk's) holds BAD. */
    readonly followsUses?: boolean;
  };
  readonly output?: {
    readonly chunking?: 'whole' | 'byte' | 'seven' | 'joined';
    readonly header?: 'plain' | 'odd';
  };
  readonly uriSpelling?: 'echo' | 'encode-all' | 'encode-least';
  readonly ignores?: readonly ('SIGTERM' | 'SIGINT' | 'SIGHUP' | 'stdin-eof' | 'shutdown' | 'exit')[];
  /** `never`: a request that nothing handles is never answered; else -32601. */
  readonly unknownRequests?: 'never';
}

export function on(event: ScriptEvent, file: string, ...steps: readonly Step[]): Handler {
  return { event, file, steps };
}

/** The handler's first `times` turns only; later events go on to the next one that matches. */
export function times(count: number, handler: Handler): Handler {
  return { ...handler, times: count };
}

/** The handler in the first `count` starts of this server only. */
export function inStarts(count: number, handler: Handler): Handler {
  return { ...handler, starts: count };
}

export function at(ms: number, step: Step): Step {
  return { ...step, atMs: ms };
}

export function push(items: readonly Item[], version?: 'doc' | number): Step {
  return { do: 'push', items, ...(version === undefined ? {} : { version }) };
}

export function full(items: readonly Item[]): Step {
  return { do: 'full', items };
}

export function refuse(code: number, data?: JsonValue): Step {
  return { do: 'error', code, ...(data === undefined ? {} : { data }) };
}

/** An error, 0-based `startLine, startCharacter, endLine, endCharacter`. */
export function E(l1: number, c1: number, l2: number, c2: number, message: string): Item {
  return item(1, l1, c1, l2, c2, message);
}

export function W(l1: number, c1: number, l2: number, c2: number, message: string): Item {
  return item(2, l1, c1, l2, c2, message);
}

function item(severity: 1 | 2, l1: number, c1: number, l2: number, c2: number, message: string): Item {
  return {
    range: { start: { line: l1, character: c1 }, end: { line: l2, character: c2 } },
    severity,
    message,
    source: 'fake',
  };
}
