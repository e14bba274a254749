// How a warm session learns of changes: by events where it asked for them, by a new process where it cannot know.

import { describe, expect, it } from 'vitest';
import { refreshing } from '../../../src/engine/freshness.js';
import type { DiskChange } from '../../../src/plan/disk-scan.js';
import { gitPath } from '../../../src/platform/paths.js';

const change = (path: string, kind: DiskChange['kind'] = 'changed'): DiskChange => ({
  path: gitPath(path),
  kind,
});
const listener = (watches: boolean, known: readonly string[] = [], stopOnNewFile = false) => ({
  definition: { files: ['*.fx'] as const, stopOnNewFile },
  watches,
  knows: (path: string) => known.includes(path),
});
const difference = (...changes: readonly DiskChange[]) => ({ changes, elsewhere: false });

describe('what a warm server is told', () => {
  it('nothing, when nothing changed', () => {
    expect(refreshing(listener(false), difference())).toEqual({ kind: 'nothing' });
  });

  it('every change, when it watches: what it did not ask for is left out where it is sent', () => {
    const changes = [change('a.fx'), change('b.md', 'created')];
    expect(refreshing(listener(true), difference(...changes))).toEqual({ kind: 'tell', changes });
  });

  it('nothing more of documents that it is shown', () => {
    expect(refreshing(listener(false, ['a.fx']), difference(change('a.fx')))).toEqual({ kind: 'nothing' });
  });

  it('a new process, when it watches nothing and another file changed', () => {
    expect(refreshing(listener(false, ['a.fx']), difference(change('a.fx'), change('b.md')))).toEqual({
      kind: 'restart',
      why: 'b.md changed, and it watches no files',
    });
  });

  it('a new process, when nobody can say what changed', () => {
    const outcome = refreshing(listener(true), { changes: [], elsewhere: true });
    expect(outcome).toEqual({ kind: 'restart', why: 'what is installed changed' });
  });

  it.each([
    ['created', 'restart'],
    ['changed', 'tell'],
    ['deleted', 'tell'],
  ] as const)('stopOnNewFile: %s → %s', (kind, expected) => {
    expect(refreshing(listener(true, [], true), difference(change('a.fx', kind))).kind).toBe(expected);
  });

  it('stopOnNewFile: of another kind of file nothing is made', () => {
    expect(refreshing(listener(true, [], true), difference(change('a.md', 'created'))).kind).toBe('tell');
  });
});
