import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markExisting, markOutsideChange } from '../../../src/classify/annotate.js';
import { existingFindings } from '../../../src/classify/existing.js';
import { everythingChanged, mapLines } from '../../../src/classify/line-map.js';
import type { Diagnostic } from '../../../src/model/diagnostic.js';

function at(line: number, message = 'wrong', lastLine = line, endColumn = 2): Diagnostic {
  return {
    server: 's',
    code: '1',
    severity: 'error',
    message,
    range: { start: { line, column: 1 }, end: { line: lastLine, column: endColumn } },
    approximate: false,
    tags: [],
    related: [],
    fingerprint: `${line}`,
    status: 'active',
    provisional: false,
  };
}

describe('lines', () => {
  const map = mapLines(['a', 'b', 'c', 'd'], ['new', 'a', 'B', 'c', 'd', 'end']);

  test('added and changed lines are changed, the others are not', () => {
    expect([1, 2, 3, 4, 5, 6].map((line) => map.isChanged(line))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test('a base line is found again where it moved, or in the block that replaced it', () => {
    expect([1, 2, 3].map((line) => map.judgedLinesOf(line))).toEqual([
      { first: 2, last: 2 },
      { first: 3, last: 3 },
      { first: 4, last: 4 },
    ]);
  });

  test('a removed line corresponds to nothing, and changes no line beside it', () => {
    const removed = mapLines(['a', 'b', 'c'], ['a', 'c']);
    expect(removed.judgedLinesOf(2)).toEqual({ first: 2, last: 1 });
    expect([1, 2].map((line) => removed.isChanged(line))).toEqual([false, false]);
  });

  test('any two texts: unchanged lines are equal in both, and each base line maps to at most one block', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (base, judged) => {
        const lines = mapLines(base, judged);
        base.forEach((content, index) => {
          const { first, last } = lines.judgedLinesOf(index + 1);
          if (first === last && !lines.isChanged(first)) expect(judged[first - 1]).toBe(content);
        });
        const kept = judged.filter((_, index) => !lines.isChanged(index + 1));
        for (const line of kept) expect(base).toContain(line);
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });
});

describe('outside the change', () => {
  const map = mapLines(['a', 'b', 'c', 'd'], ['a', 'X', 'c', 'd']);

  test('a finding counts when any of its lines changed', () => {
    const marked = markOutsideChange([at(1), at(2), at(1, 'm', 2), at(1, 'm', 2, 1), at(3)], map);
    expect(marked.map(({ status }) => status)).toEqual([
      'outside-change',
      'active',
      'active',
      'outside-change',
      'outside-change',
    ]);
  });

  test('without a base nothing is outside', () => {
    expect(markOutsideChange([at(1)], everythingChanged)[0]?.status).toBe('active');
  });
});

describe('existing', () => {
  const compare = (judgedLines: string[], judged: Diagnostic[], baseLines: string[], base: Diagnostic[]) => {
    const map = mapLines(baseLines, judgedLines);
    const existing = existingFindings(
      { diagnostics: judged, lines: judgedLines },
      { diagnostics: base, lines: baseLines },
      map,
    );
    return markExisting(judged, existing).map(({ status }) => status);
  };

  test('a line that moved is not new', () => {
    expect(compare(['x', 'y', 'bad', 'z'], [at(3)], ['bad', 'z'], [at(1)])).toEqual(['existing']);
  });

  test('a consequence on an unchanged line is new', () => {
    expect(compare(['use()', 'changed'], [at(1, 'no such name')], ['use()', 'old'], [])).toEqual(['active']);
  });

  test('a second one like the first is new: each base entry is used once', () => {
    const statuses = compare(['bad', 'bad'], [at(1), at(2)], ['bad'], [at(1)]);
    expect([...statuses].sort()).toEqual(['active', 'existing']);
  });

  test('a mended one does not hide a new one elsewhere', () => {
    expect(compare(['ok', 'mid', 'worse'], [at(3)], ['bad', 'mid', 'fine'], [at(1)])).toEqual(['active']);
  });

  test('in the block that replaced its line it is the same one', () => {
    expect(compare(['a', 'bad2()', 'c'], [at(2)], ['a', 'bad()', 'c'], [at(2)])).toEqual(['existing']);
  });

  test('counts and blanks in the message take no part, words do', () => {
    const lines = ['bad'];
    expect(compare(lines, [at(1, 'found 3  errors')], lines, [at(1, 'found 12 errors')])).toEqual([
      'existing',
    ]);
    expect(compare(lines, [at(1, 'found none')], lines, [at(1, 'found one')])).toEqual(['active']);
  });
});
