// Dependents level by level: what depends on the change, then what depends on that, until nothing new is found or enough is.
// A step that fails ends the search and keeps what was found. Knows no server.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';

export type Step<T> =
  | { readonly kind: 'found'; readonly paths: readonly RepoPath[]; readonly next: readonly T[] }
  | { readonly kind: 'failed'; readonly cause: UnknownCause };

export interface Levels {
  /** Each path once, in the level where it was found first; sorted within a level. */
  readonly levels: readonly (readonly RepoPath[])[];
  /** There were places left to look at: what is found is enough, and not all. */
  readonly stopped: boolean;
  readonly cause?: UnknownCause;
}

/** @param enough no further level is looked at from so many paths on. */
export async function searchLevels<T>(
  start: readonly T[],
  step: (one: T) => Promise<Step<T>>,
  enough: number,
): Promise<Levels> {
  const seen = new Set<RepoPath>();
  const levels: (readonly RepoPath[])[] = [];
  let current = start;
  while (current.length > 0) {
    if (seen.size >= enough) return { levels, stopped: true };
    const fresh = new Set<RepoPath>();
    const next: T[] = [];
    let cause: UnknownCause | undefined;
    for (const one of current) {
      const result = await step(one);
      if (result.kind === 'failed') {
        cause = result.cause;
        break;
      }
      for (const path of result.paths) if (!seen.has(path)) fresh.add(path);
      next.push(...result.next);
    }
    for (const path of fresh) seen.add(path);
    if (fresh.size > 0) levels.push([...fresh].sort(compareText));
    if (cause !== undefined) return { levels, stopped: false, cause };
    current = next;
  }
  return { levels, stopped: false };
}
