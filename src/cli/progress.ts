// What a person who waits sees on stderr: nothing in the first second, then on a terminal one line that is redrawn and
// erased before the report, elsewhere a line now and then. Says which server is waited for. Never on stdout, and no verdicts.

import type { ProgressEvent } from '../engine/progress.js';
import type { Clock } from '../platform/clock.js';
import type { Sink } from './host.js';
import { advance, nothingPlanned, progressWords } from './progress-view.js';

export interface Progress {
  readonly onEvent: (event: ProgressEvent) => void;
  /** A line of its own, the redrawn one out of its way. */
  readonly print: (line: string) => Promise<void>;
  /** Erases what is left. Afterwards nothing more is drawn. */
  readonly stop: () => Promise<void>;
}

export interface ProgressStyle {
  /** False: only what `print` is given is written. */
  readonly shown: boolean;
  /** The cursor can be moved back. */
  readonly terminal: boolean;
  readonly unicode: boolean;
}

const redrawn = { afterMs: 1000, everyMs: 100 };
const printed = { afterMs: 10_000, everyMs: 30_000 };
const eraseLine = '\r\u001b[2K';

export function startProgress(sink: Sink, style: ProgressStyle, clock: Clock): Progress {
  const stopping = new AbortController();
  let view = nothingPlanned;
  let drawn = false;
  const erase = async () => {
    if (drawn) await sink.write(eraseLine);
    drawn = false;
  };
  const draw = async () => {
    const { afterMs, everyMs } = style.terminal ? redrawn : printed;
    await clock.sleep(afterMs, stopping.signal);
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const words = progressWords(view, clock.now(), style.unicode);
      if (words === '') await erase();
      else if (!style.terminal) await sink.write(`lspcheck: ${words}\n`);
      else {
        drawn = true;
        const line = `${spinner(turn, style.unicode)} ${words}`;
        await sink.write(`${eraseLine}${line.slice(0, (sink.columns || 80) - 1)}`);
      }
      await clock.sleep(everyMs, stopping.signal);
    }
  };
  const drawing = style.shown ? draw() : Promise.resolve();
  return {
    onEvent: (event) => {
      view = advance(view, event, clock.now());
    },
    print: async (line) => {
      await erase();
      await sink.write(`${line}\n`);
    },
    stop: async () => {
      stopping.abort();
      await drawing;
      await erase();
    },
  };
}

function spinner(turn: number, unicode: boolean): string {
  const frames = unicode ? '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏' : '|/-\\';
  return frames[turn % frames.length] ?? '';
}
