// Processes that take what processor time there is, as other builds on the same machine would.

import { spawn } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';

/** So many loops while the tests of this group run. They end with us: each watches the pipe that only we hold. */
export function besideBusyLoops(count: number): void {
  const stops: (() => void)[] = [];
  beforeAll(() => {
    for (let index = 0; index < count; index += 1) {
      // The shell is no more than the loop; `read` in the background ends it when the pipe closes.
      const loop = spawn('/bin/sh', ['-c', '(read -r _; kill $$) <&3 & while :; do :; done'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      stops.push(() => loop.kill('SIGKILL'));
    }
  });
  afterAll(() => {
    for (const stop of stops.splice(0)) stop();
  });
}
