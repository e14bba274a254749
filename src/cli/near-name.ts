// "Did you mean": the closest of the names that could have been meant, or none. A far-fetched guess is worse than silence.

import { distance } from 'fastest-levenshtein';

/** The nearest candidate: at most two edits and a third of its length away, or the only one that begins with what was typed. */
export function nearName(typed: string, candidates: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const [best] = candidates
    .map((name) => ({ name, edits: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(2, Math.max(name.length, wanted.length) / 3))
    .sort((a, b) => a.edits - b.edits);
  if (best !== undefined) return best.name;
  const longer = candidates.filter((name) => wanted.length >= 3 && name.toLowerCase().startsWith(wanted));
  return longer.length === 1 ? longer[0] : undefined;
}
