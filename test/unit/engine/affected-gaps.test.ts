import { describe, expect, test } from 'vitest';
import { outcomeOf, type SearchFacts } from '../../../src/engine/affected-gaps.js';
import { cause, repoPath } from '../../support/run-builder.js';

const imports = {
  kind: 'file-references',
  globalWith: '\\bdeclare\\s+(global|module)\\b',
  globalWithout: '^\\s*(import|export)\\b',
} as const;

function facts(given: Partial<SearchFacts> = {}): SearchFacts {
  return {
    server: 'typescript',
    root: repoPath('packages/a'),
    rule: imports,
    changed: [],
    rootMarkers: ['tsconfig.json'],
    unshown: [],
    texts: ['export const a = 1;\n'],
    otherRoots: [],
    foreign: [],
    byText: false,
    limit: 200,
    overLimit: false,
    cause: undefined,
    ...given,
  };
}

const kinds = (given: Partial<SearchFacts>) => {
  const outcome = outcomeOf(facts(given));
  return outcome.kind === 'partial' ? outcome.gaps.map(({ kind }) => kind) : outcome.kind;
};

test('nothing in the way: complete', () => {
  expect(outcomeOf(facts())).toEqual({ kind: 'complete' });
});

test('a cause makes it failed, whatever else is known', () => {
  const failed = cause('deadline');
  expect(outcomeOf(facts({ cause: failed, overLimit: true }))).toEqual({ kind: 'failed', cause: failed });
});

test('a server that nobody can ask is never failed: nothing was looked for', () => {
  expect(kinds({ rule: { kind: 'unknown' }, cause: cause('exited') })).toEqual(['unsupported']);
});

test.each([
  ['limit', { overLimit: true }],
  ['no-base', { unshown: [repoPath('packages/a/gone.ts')] }],
  ['other-roots', { otherRoots: [repoPath('packages/b')] }],
  ['not-judged', { foreign: [repoPath('packages/a/a.vue')] }],
  ['heuristic', { byText: true }],
] as const)('%s', (kind, given) => {
  expect(kinds(given)).toEqual([kind]);
});

describe('a configuration file that changed', () => {
  const changed = (path: string) => kinds({ changed: [repoPath(path)] });

  test('at the root, above it or below it', () => {
    for (const path of ['packages/a/tsconfig.json', 'tsconfig.json', 'packages/a/test/tsconfig.json'])
      expect(changed(path)).toEqual(['configuration']);
  });

  test('of another root, or of another name, is none', () => {
    expect(changed('packages/b/tsconfig.json')).toBe('complete');
    expect(changed('packages/a/package.json')).toBe('complete');
  });
});

describe('declarations that need no import', () => {
  test('an augmentation, or a text without import and export', () => {
    expect(kinds({ texts: ['export {};\ndeclare global { const x: number; }\n'] })).toEqual(['globals']);
    expect(kinds({ texts: ['declare const limit: number;\n'] })).toEqual(['globals']);
  });

  test('an empty text declares nothing; other rules see them anyway', () => {
    expect(kinds({ texts: ['', '\n'] })).toBe('complete');
    const rule = { kind: 'pull-unopened' } as const;
    expect(kinds({ rule, texts: ['declare const limit: number;\n'] })).toBe('complete');
  });
});

test('several gaps are all told, each with a clause', () => {
  const outcome = outcomeOf(facts({ overLimit: true, unshown: [repoPath('b.ts'), repoPath('a.ts')] }));
  expect(outcome).toEqual({
    kind: 'partial',
    gaps: [
      { kind: 'limit', detail: 'more than 200 files depend on the change' },
      { kind: 'no-base', detail: 'it cannot be shown what "a.ts" and 1 more held before the change' },
    ],
  });
});
