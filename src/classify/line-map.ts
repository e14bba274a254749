// Which lines a change touched, and where the lines of the base went. Pure; the difference itself is the library's (sole
// owner of `diff`). A difference too large to compute counts as "everything changed": that hides nothing.

import { diffArrays } from 'diff';

export interface LineMap {
  /** 1-based line of the judged text: added or changed. A line beside which something was only removed is not. */
  isChanged(line: number): boolean;
  /** Judged lines (1-based, inclusive) that a base line corresponds to: itself, or the whole changed block it lies in. */
  judgedLinesOf(baseLine: number): { readonly first: number; readonly last: number };
}

/** Steps that a difference may take: beyond them two texts have next to nothing in common. */
const longestEdit = 20_000;

interface Segment {
  readonly same: boolean;
  /** First line and count in each text, 1-based. */
  readonly base: { readonly from: number; readonly count: number };
  readonly judged: { readonly from: number; readonly count: number };
}

/** For a file that the base does not have. */
export const everythingChanged: LineMap = {
  isChanged: () => true,
  judgedLinesOf: () => ({ first: 1, last: 0 }),
};

export function mapLines(base: readonly string[], judged: readonly string[]): LineMap {
  const segments = segmentsOf(base, judged);
  if (segments === undefined) return everythingChanged;
  return {
    isChanged: (line) =>
      segments.some(({ same, judged: { from, count } }) => !same && line >= from && line < from + count),
    judgedLinesOf(baseLine) {
      const segment = segments.find(
        ({ base: { from, count } }) => baseLine >= from && baseLine < from + count,
      );
      if (segment === undefined) return { first: 1, last: 0 };
      if (!segment.same)
        return { first: segment.judged.from, last: segment.judged.from + segment.judged.count - 1 };
      const line = segment.judged.from + (baseLine - segment.base.from);
      return { first: line, last: line };
    },
  };
}

/** Lines of a text, 1-based and inclusive; `last` before `first` where something was put in before `first`. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** What of the base was changed or removed, and where it was added to. The whole of it when the difference is too large to compute. */
export function changedBaseLines(base: readonly string[], judged: readonly string[]): readonly LineRange[] {
  const segments = segmentsOf(base, judged);
  if (segments === undefined) return [{ first: 1, last: base.length }];
  return segments
    .filter(({ same }) => !same)
    .map(({ base: { from, count } }) => ({ first: from, last: from + count - 1 }));
}

function segmentsOf(base: readonly string[], judged: readonly string[]): readonly Segment[] | undefined {
  const changes = diffArrays([...base], [...judged], { maxEditLength: longestEdit });
  if (changes === undefined) return undefined;
  const segments: Segment[] = [];
  let inBase = 1;
  let inJudged = 1;
  for (const { added, removed, count } of changes) {
    const size = count ?? 0;
    const baseCount = added ? 0 : size;
    const judgedCount = removed ? 0 : size;
    const before = segments.at(-1);
    const segment: Segment = {
      same: !added && !removed,
      base: { from: inBase, count: baseCount },
      judged: { from: inJudged, count: judgedCount },
    };
    // A removal and the addition in its place are one changed block.
    if (before !== undefined && !before.same && !segment.same)
      segments[segments.length - 1] = joined(before, segment);
    else segments.push(segment);
    inBase += baseCount;
    inJudged += judgedCount;
  }
  return segments;
}

function joined(a: Segment, b: Segment): Segment {
  return {
    same: false,
    base: { from: a.base.from, count: a.base.count + b.base.count },
    judged: { from: a.judged.from, count: a.judged.count + b.judged.count },
  };
}
