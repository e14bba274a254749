// How long the process tree has been at rest without a break. A single busy look, or news from the server, starts it over.

import type { Rest } from '../session/process-tree.js';

export interface RestWindow {
  add(at: number, rest: Rest): void;
  reset(): void;
  /** True when every look over the last `windowMs` found the tree at rest, in at least as many looks as were measured to do. */
  covers(now: number): boolean;
}

/** Looks that a window must hold: no miss was seen with 100 ms at 20 ms a look (design: 0 of 104 runs, calm and loaded). */
const fewestLooks = 5;

export function createRestWindow(windowMs: number): RestWindow {
  let since: number | undefined;
  let looks = 0;
  const reset = () => {
    since = undefined;
    looks = 0;
  };
  return {
    add(at, rest) {
      if (rest !== 'resting') return reset();
      since ??= at;
      looks += 1;
    },
    reset,
    covers: (now) => since !== undefined && looks >= fewestLooks && now - since >= windowMs,
  };
}
