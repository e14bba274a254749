// Which files of a change only moved, judged by their texts as git does it: at least half of the larger one is in the other.
// Pure. Each file is used once; what is equal comes first, then what is most alike.

import type { RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { splitLines } from '../model/lines.js';
import { baseNameOf } from '../platform/paths.js';

type Texts = ReadonlyMap<RepoPath, string>;

const leastAlike = 0.5;
/** Beyond these only files that kept their name are compared, and those that are equal. */
const mostPairs = 10_000;

/** New path → old path. */
export function findRenames(gone: Texts, arrived: Texts): ReadonlyMap<RepoPath, RepoPath> {
  const renames = new Map<RepoPath, RepoPath>();
  const used = new Set<RepoPath>();
  for (const { from, to } of pairsOf(gone, arrived)) {
    if (renames.has(to) || used.has(from)) continue;
    renames.set(to, from);
    used.add(from);
  }
  return renames;
}

interface Pair {
  readonly from: RepoPath;
  readonly to: RepoPath;
  readonly likeness: number;
  readonly keepsName: boolean;
}

/** The best first. */
function pairsOf(gone: Texts, arrived: Texts): readonly Pair[] {
  const linesOf = countedLines();
  const all = gone.size * arrived.size <= mostPairs;
  const pairs = [...arrived].flatMap(([to, text]) =>
    [...gone].flatMap(([from, before]): readonly Pair[] => {
      const keepsName = baseNameOf(from) === baseNameOf(to);
      if (text.trim() === '' || before.trim() === '') return [];
      if (text === before) return [{ from, to, likeness: 1, keepsName }];
      if (!all && !keepsName) return [];
      const likeness = likenessOf(linesOf(before), linesOf(text));
      return likeness < leastAlike ? [] : [{ from, to, likeness, keepsName }];
    }),
  );
  return pairs.sort(
    (a, b) =>
      b.likeness - a.likeness ||
      Number(b.keepsName) - Number(a.keepsName) ||
      compareText(a.to, b.to) ||
      compareText(a.from, b.from),
  );
}

interface CountedLines {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

/** Each text once. */
function countedLines(): (text: string) => CountedLines {
  const known = new Map<string, CountedLines>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const counts = new Map<string, number>();
    let size = 0;
    for (const line of splitLines(text)) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
      size += weightOf(line);
    }
    known.set(text, { counts, size });
    return { counts, size };
  };
}

function weightOf(line: string): number {
  return line.length + 1;
}

function likenessOf(a: CountedLines, b: CountedLines): number {
  let common = 0;
  for (const [line, count] of a.counts) common += Math.min(count, b.counts.get(line) ?? 0) * weightOf(line);
  return common / Math.max(a.size, b.size);
}
