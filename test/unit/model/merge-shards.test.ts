import { describe, expect, test } from 'vitest';
import { mergeShards } from '../../../src/model/merge-shards.js';
import type { RunResult } from '../../../src/model/run.js';
import { exitCodeOf, isConclusive, summarize } from '../../../src/model/summary.js';
import {
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  repoPath,
  runOf,
  skipped,
} from '../../support/run-builder.js';

const clean = (path: string) => judged(path, [cleanCell('typescript')]);
const wrong = (path: string) => judged(path, [findingsCell('typescript', [diagnostic()])]);

function part(index: number, files: Parameters<typeof runOf>[0], elsewhere: readonly string[]) {
  const run = runOf(files);
  const shard = {
    index,
    total: 2,
    planHash: 'sha256:same',
    elsewhere: elsewhere.map(repoPath),
    servedElsewhere: true,
  };
  return { name: `shard-${index}.json`, run: { ...run, shard } as RunResult };
}

const one = part(1, [clean('a.ts')], ['b.ts', 'c.ts']);
const two = part(2, [clean('b.ts'), wrong('c.ts')], ['a.ts']);

describe('the run of its parts', () => {
  test('has every file once, whatever the order, and is no part any more', () => {
    const { run, missing } = mergeShards([two, one]);
    expect(run.files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(run).toEqual(mergeShards([one, two]).run);
    expect(missing).toEqual([]);
    expect(run.shard).toBeUndefined();
    expect(summarize(run)).toMatchObject({ files: 3, clean: 2, findings: 1, unknown: 0 });
    expect(exitCodeOf(run)).toBe(1);
  });

  test('a missing part leaves its files unknown: exit 3, never clean', () => {
    const { run, missing } = mergeShards([one]);
    expect(missing).toEqual([2]);
    expect(summarize(run)).toMatchObject({ files: 3, clean: 1, unknown: 2, incomplete: 2 });
    expect(isConclusive(run)).toBe(false);
    expect(exitCodeOf(run)).toBe(3);
    expect(run.files.at(-1)?.verdict).toMatchObject({
      kind: 'unknown',
      cause: {
        reason: 'not-started',
        detail: 'shard 2 has no report here, and no other shard judges the file',
      },
    });
  });

  test('findings outrank what is missing', () => {
    expect(exitCodeOf(mergeShards([two]).run)).toBe(1);
  });

  test('servers with the same name and root are one; failed wins, and nothing that was said is lost', () => {
    const server = (state: 'ok' | 'failed', text: string) => ({
      ...{ name: 'typescript', root: repoPath('.'), state, startMs: 1 },
      infra: [{ kind: 'log' as const, text }],
      ...(state === 'failed' && { detail: 'it died' }),
    });
    const { run } = mergeShards([
      { ...one, run: { ...one.run, servers: [server('failed', 'x')] } },
      { ...two, run: { ...two.run, servers: [server('ok', 'y'), server('ok', 'x')] } },
    ]);
    expect(run.servers).toMatchObject([
      { state: 'failed', detail: 'it died', infra: [{ text: 'x' }, { text: 'y' }] },
    ]);
    expect(run.servers).toHaveLength(1);
  });

  test('what was interrupted in one machine is told by its files, not as an interruption of the merge', () => {
    const { run } = mergeShards([{ ...one, run: { ...one.run, interrupted: 'SIGINT' } }, two]);
    expect(run.interrupted).toBeUndefined();
  });
});

test('a whole run alone is its own sum', () => {
  const run = runOf([clean('a.ts')]);
  expect(mergeShards([{ name: 'whole.json', run }])).toEqual({ run, missing: [] });
});

describe('a part in which nothing is judged', () => {
  const run = runOf([skipped('a.py', 'no-server')], { policy: { zeroConfig: true, failOnEmpty: true } });
  const partOf = (servedElsewhere: boolean): RunResult => ({
    ...run,
    shard: { index: 1, total: 2, planHash: 'sha256:same', elsewhere: [repoPath('b.ts')], servedElsewhere },
  });

  test('passes where another part has something to judge, and only there', () => {
    expect(exitCodeOf(partOf(true))).toBe(0);
    expect(exitCodeOf(partOf(false))).toBe(3);
  });
});

describe('refused', () => {
  const refused: readonly (readonly [
    string,
    readonly Parameters<typeof mergeShards>[0][number][],
    RegExp,
  ])[] = [
    ['nothing', [], /no report to merge/],
    [
      'a whole run beside a part',
      [one, { name: 'whole.json', run: runOf([clean('a.ts')]) }],
      /whole\.json is a report of a whole run/,
    ],
    ['a part twice', [one, { ...one, name: 'again.json' }], /both shard 1 of 2/],
    [
      'another plan',
      [
        one,
        {
          ...two,
          run: {
            ...two.run,
            shard: { index: 2, total: 2, planHash: 'sha256:other', elsewhere: [], servedElsewhere: true },
          },
        },
      ],
      /no parts of one run: their files, texts or servers differ/,
    ],
    [
      'another configuration',
      [one, { ...two, run: { ...two.run, configHash: 'sha256:0' } }],
      /configuration/,
    ],
    [
      'another policy',
      [one, { ...two, run: { ...two.run, policy: { ...two.run.policy, onUnknown: 'warn' } } }],
      /policy/,
    ],
    ['another version', [one, { ...two, run: { ...two.run, toolVersion: '9.9.9' } }], /9\.9\.9/],
    [
      'another commit',
      [one, { ...two, run: { ...two.run, scope: { ...two.run.scope, head: 'f'.repeat(40) } } }],
      /commits differ/,
    ],
    [
      'a file in two parts',
      [one, part(2, [clean('a.ts')], [])],
      /judges a\.ts, which another shard judges too/,
    ],
    ['a file in none', [part(1, [clean('a.ts')], ['b.ts']), part(2, [], [])], /no shard judges b\.ts/],
  ];
  test.each(refused)('%s', (_, parts, message) => {
    expect(() => mergeShards(parts)).toThrow(message);
  });
});
