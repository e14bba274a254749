// One session's traffic as lines of JSON: a header, then every message in the order in which it was sent or read, and marks
// for what happens beside messages. Decides the form of the lines; where they go and what is masked is given.
// Invariant: recording never throws, so it can never change a verdict. Command lines and environments are not recorded.

import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import { version } from '../platform/version.js';
import { field } from './document-text.js';
import type { FrameTrouble } from './message-reader.js';
import type { ProcessEnd } from './process.js';
import { redactSettings } from './secrets.js';
import type { Mask } from './transcript-mask.js';

export const transcriptSchemaVersion = 1;

export type TranscriptMark =
  /** The process runs. */
  | { readonly kind: 'start' }
  | ({ readonly kind: 'exit' } & ProcessEnd)
  /** As it comes where a verdict can depend on it, else its end. */
  | { readonly kind: 'stderr'; readonly text: string }
  /** What stood on stdout in place of a message; the beginning of it. */
  | { readonly kind: FrameTrouble['kind']; readonly text: string };

export interface Recorder {
  sent(message: unknown): void;
  received(message: unknown): void;
  mark(mark: TranscriptMark): void;
  /** Nothing comes after. */
  end(): void;
}

/** Called at each start of a server. Undefined: there is nowhere to write to, and that was said. */
export type StartRecording = (session: PlannedSession) => Recorder | undefined;

/** Takes whole lines; neither throws. */
export interface TranscriptSink {
  write(line: string): void;
  close(): void;
}

export interface TranscriptFacts {
  readonly server: string;
  /** Of the package, where it is known; else the server's own word is waited for. */
  readonly serverVersion: string | undefined;
  /** Workspace folder of the session. */
  readonly folder: string;
}

/** Times count from now on. The header is written once the server has said its version, or has ended without. */
export function createRecorder(
  facts: TranscriptFacts,
  mask: Mask,
  clock: Clock,
  sink: TranscriptSink,
): Recorder {
  const startedAt = clock.now();
  let held: string[] | undefined = [];

  const writeHeader = (said: unknown) => {
    if (held === undefined) return;
    const ownWord = typeof said === 'string' ? mask.text(said) : undefined;
    const header = {
      schemaVersion: transcriptSchemaVersion,
      lspcheck: version,
      server: { name: facts.server, version: facts.serverVersion ?? ownWord ?? null },
      node: process.versions.node,
      platform: process.platform,
      root: mask.text(facts.folder),
    };
    for (const line of [lineOf(header), ...held]) sink.write(line);
    held = undefined;
  };
  const add = (content: () => object) => {
    const line = lineAt(Math.round(clock.now() - startedAt), content);
    if (held === undefined) sink.write(line);
    else held.push(line);
  };

  return {
    sent: (message) => add(() => ({ direction: 'sent', message: withoutSettings(mask.json(message)) })),
    received: (message) => {
      add(() => ({ direction: 'received', message: mask.json(message) }));
      const result = field(message, 'result');
      if (field(result, 'capabilities') !== undefined)
        writeHeader(field(field(result, 'serverInfo'), 'version'));
    },
    mark: (mark) => add(() => ({ mark: mask.json(mark) })),
    end: () => {
      writeHeader(undefined);
      sink.close();
    },
  };
}

export function markOf(trouble: FrameTrouble): TranscriptMark {
  const text = trouble.kind === 'too-large' ? `${trouble.length} bytes` : trouble.excerpt.toString('utf8');
  return { kind: trouble.kind, text };
}

/** A message may be nested so deeply that it can be read and not walked: then that is all there is to say of it. */
function lineAt(at: number, content: () => object): string {
  try {
    return lineOf({ at, ...content() });
  } catch {
    return lineOf({ at, mark: { kind: 'unreadable', text: '(nested too deeply to be recorded)' } });
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Settings leave in three places: with initialize, when they change, and as the answer to a question. */
function withoutSettings(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  const params = field(message, 'params');
  if (field(message, 'result') !== undefined)
    return { ...message, result: redactSettings(field(message, 'result')) };
  if (typeof params !== 'object' || params === null) return message;
  const redacted = Object.entries(params).map(([name, value]) => [
    name,
    name === 'settings' || name === 'initializationOptions' ? redactSettings(value) : value,
  ]);
  return Array.isArray(params) ? message : { ...message, params: Object.fromEntries(redacted) };
}
