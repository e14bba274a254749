// Which processes of a run are alive, found by a marker in their environment, as the kernel shows it (Linux).
// A server that left its group or was re-parented is still found.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../support/processes.js';

export const markerVariable = 'LSPCHECK_TEST_MARKER';

export interface LiveProcess {
  readonly pid: number;
  readonly command: string;
}

/** Every live process whose environment holds the marker. */
export function marked(marker: string): readonly LiveProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const pid = Number(name);
      const environment = read(`/proc/${name}/environ`).split('\0');
      if (!environment.includes(`${markerVariable}=${marker}`) || !isAlive(pid)) return [];
      return [{ pid, command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }];
    });
}

/** Polls until `condition` holds of the marked processes or `withinMs` has passed; answers the last look. */
export async function waitForMarked(
  marker: string,
  condition: (alive: readonly LiveProcess[]) => boolean,
  withinMs: number,
): Promise<readonly LiveProcess[]> {
  const end = performance.now() + withinMs;
  for (;;) {
    const alive = marked(marker);
    if (condition(alive) || performance.now() > end) return alive;
    await delay(20);
  }
}

/** Empty when the process is gone or not ours. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
