// What a transcript tells of a process beside its messages: start, stderr and end.

import type { ServerProcess } from './process.js';
import type { Recorder } from './transcript.js';

/** `wholeStderr`: as it comes, where a verdict can depend on it; else its end. Nothing is recorded after the exit. */
export function recordLife(server: ServerProcess, recorder: Recorder, wholeStderr: boolean): void {
  recorder.mark({ kind: 'start' });
  let rest = '';
  const tell = (text: string) => {
    if (text !== '') recorder.mark({ kind: 'stderr', text });
  };
  if (wholeStderr) {
    server.onStderr((chunk) => {
      // Whole lines: a folder that is cut in two would not be masked.
      const text = `${rest}${chunk.toString('utf8')}`;
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      tell(text.slice(0, end));
    });
  }
  void server.ended.then((end) => {
    tell(wholeStderr ? rest : server.stderrTail());
    recorder.mark({ kind: 'exit', ...end });
    recorder.end();
  });
}
