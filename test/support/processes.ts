// Which processes live, seen through /proc: a zombie has ended, so `kill(pid, 0)` would lie about it.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** True while the process runs: it has a state other than Z (zombie) or X (dead). */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name may hold blanks and parentheses; the state is the first field after the last one.
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

export interface RecordedPid {
  readonly pid: number;
  readonly what: string;
}

/** Reads a pids file of the fake server: `PID what` a line. A missing file lists nobody. */
export function recordedPids(file: string): readonly RecordedPid[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ pid: Number.parseInt(line, 10), what: line.slice(line.indexOf(' ') + 1) }));
}

/** Those that are still alive when `withinMs` have passed; returns sooner when none is. */
export async function survivors(
  pids: readonly RecordedPid[],
  withinMs: number,
): Promise<readonly RecordedPid[]> {
  const left = () => pids.filter(({ pid }) => isAlive(pid));
  await poll(() => left().length === 0, withinMs).catch(() => undefined);
  return left();
}

/** Waits for a condition; rejects with `what` when it does not hold in time. */
export async function poll(isTrue: () => boolean, withinMs: number, what = 'the condition'): Promise<void> {
  const end = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`${what} did not come true within ${withinMs} ms`);
    await delay(10);
  }
}
