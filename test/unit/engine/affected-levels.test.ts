import { expect, test } from 'vitest';
import { type Step, searchLevels } from '../../../src/engine/affected-levels.js';
import { cause, repoPath } from '../../support/run-builder.js';

/** Who depends on whom; the dependents are looked at next. */
function over(graph: Readonly<Record<string, readonly string[] | 'fails'>>) {
  return async (path: string): Promise<Step<string>> => {
    const found = graph[path] ?? [];
    if (found === 'fails') return { kind: 'failed', cause: cause('exited') };
    return { kind: 'found', paths: found.map(repoPath), next: found };
  };
}

test('level by level, each path once, sorted; what depends on each other ends', async () => {
  const graph = { a: ['c', 'b'], b: ['d', 'c'], c: ['b'], d: [] };
  // A step that names a place again would go round for ever: steps leave out what they have visited.
  const visited = new Set(['a']);
  const step = async (path: string): Promise<Step<string>> => {
    const found = graph[path as keyof typeof graph];
    const next = found.filter((one) => !visited.has(one));
    for (const one of next) visited.add(one);
    return { kind: 'found', paths: found.map(repoPath), next };
  };
  expect(await searchLevels(['a'], step, 10)).toEqual({ levels: [['b', 'c'], ['d']], stopped: false });
});

test('enough: the level is looked at to its end, the next one is not, and that is said', async () => {
  const graph = { a: ['b', 'c'], b: ['d'], c: ['e'], d: ['f'] };
  expect(await searchLevels(['a'], over(graph), 2)).toEqual({ levels: [['b', 'c']], stopped: true });
  expect(await searchLevels(['a'], over(graph), 3)).toEqual({
    levels: [
      ['b', 'c'],
      ['d', 'e'],
    ],
    stopped: true,
  });
  expect(await searchLevels(['a'], over(graph), 9)).toMatchObject({ stopped: false });
});

test('exactly enough, and nothing left to look at, is not stopped', async () => {
  const step = async (): Promise<Step<string>> => ({ kind: 'found', paths: [repoPath('b')], next: [] });
  expect(await searchLevels(['a'], step, 1)).toEqual({ levels: [['b']], stopped: false });
});

test('a step that fails ends the search; what was found stays, also of its own level', async () => {
  const graph = { a: ['b', 'c'], b: ['d'], c: 'fails' } as const;
  expect(await searchLevels(['a'], over(graph), 10)).toEqual({
    levels: [['b', 'c'], ['d']],
    stopped: false,
    cause: cause('exited'),
  });
});

test('nothing to begin with is nothing found', async () => {
  expect(await searchLevels([], over({}), 10)).toEqual({ levels: [], stopped: false });
});
