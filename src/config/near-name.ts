// "Did you mean …": the nearest known name, only when it is near enough to be worth saying.

import { distance } from 'fastest-levenshtein';

/** The candidate at most 2 edits, and at most a third of its length, away from what was typed (case aside); the first of equals. */
export function nearestName(typed: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.min(2, Math.floor(typed.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const edits = distance(typed.toLowerCase(), candidate.toLowerCase());
    if (edits >= bestDistance) continue;
    best = candidate;
    bestDistance = edits;
  }
  return best;
}

/** A hint for a wrong word: the near name, all names when they are few, or nothing. */
export function nameHint(typed: string, allowed: readonly string[]): string | undefined {
  const near = nearestName(typed, allowed);
  const list = allowed.length > 0 && allowed.length <= 12 ? allowed.join(', ') : undefined;
  if (near === undefined) return list === undefined ? undefined : `allowed: ${list}`;
  return list === undefined ? `did you mean "${near}"?` : `did you mean "${near}"? (${list})`;
}
