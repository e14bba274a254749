import { describe, expect, test } from 'vitest';
import { startProgress } from '../../../src/cli/progress.js';
import { advance, nothingPlanned, progressWords } from '../../../src/cli/progress-view.js';
import type { ProgressEvent } from '../../../src/engine/progress.js';
import { fakeClock } from '../../support/fake-clock.js';
import { repoPath } from '../../support/run-builder.js';

const root = repoPath('.');

const planned: ProgressEvent = {
  kind: 'planned',
  deadlineAt: 120_000,
  sessions: [
    { key: 'ts:.', server: 'typescript', root, documents: 2 },
    { key: 'ts:lib', server: 'typescript', root, documents: 1 },
    { key: 'py:.', server: 'pyright', root, documents: 1 },
  ],
};

const settled = (key: string): ProgressEvent => {
  return { kind: 'settled', key, path: repoPath('a.ts'), how: 'pull' };
};

function view(events: readonly (readonly [number, ProgressEvent])[]) {
  return events.reduce((seen, [at, event]) => advance(seen, event, at), nothingPlanned);
}

describe('the words', () => {
  test('name the servers that are waited for, the slowest first, and the time that is left', () => {
    const seen = view([
      [0, planned],
      [100, { kind: 'starting', key: 'ts:.' }],
      [200, { kind: 'starting', key: 'py:.' }],
      [1200, { kind: 'started', key: 'ts:.' }],
      [2000, settled('ts:.')],
    ]);
    expect(progressWords(seen, 8200, true)).toBe('pyright starting 8 s · typescript 1/3 · 1:52 left');
    expect(progressWords(seen, 8200, false)).toBe('pyright starting 8 s, typescript 1/3, 1:52 left');
  });

  test('leave out servers that are done, and say nothing when all are', () => {
    const done = view([
      [0, planned],
      [1, { kind: 'ended', key: 'py:.' }],
      [1, { kind: 'ended', key: 'ts:.' }],
      [1, settled('ts:lib')],
    ]);
    expect(progressWords(done, 60_000, true)).toBe('typescript 1/3 · 1:00 left');
    expect(progressWords(advance(done, { kind: 'ended', key: 'ts:lib' }, 2), 3, true)).toBe('');
    expect(progressWords(nothingPlanned, 0, true)).toBe('');
  });

  test('without a deadline, and with many servers', () => {
    const sessions = ['a', 'b', 'c', 'd', 'e'].map((server) => ({ key: server, server, root, documents: 1 }));
    const seen = view([[0, { kind: 'planned', deadlineAt: Number.POSITIVE_INFINITY, sessions }]]);
    expect(progressWords(seen, 0, true)).toBe('a 0/1 · b 0/1 · c 0/1 · 2 more');
  });

  test('never let a name steer the terminal, nor time run below zero', () => {
    const sessions = [{ key: 'k', server: 'x\u001b[2J', root, documents: 1 }];
    const seen = view([[0, { kind: 'planned', deadlineAt: 10, sessions }]]);
    expect(progressWords(seen, 5000, true)).toBe('x␛[2J 0/1 · 0:00 left');
  });

  test('an event of an unknown session changes nothing', () => {
    expect(advance(nothingPlanned, settled('x'), 1)).toBe(nothingPlanned);
  });
});

function recorder(isTTY: boolean) {
  const written: string[] = [];
  const sink = {
    isTTY,
    columns: 30,
    write: async (text: string) => {
      written.push(text);
    },
    failure: () => undefined,
  };
  return { sink, written };
}

const erase = '\r\u001b[2K';

describe('on a terminal', () => {
  const style = { shown: true, terminal: true, unicode: true };

  test('nothing in the first second, then one line redrawn, erased at the end', async () => {
    const clock = fakeClock();
    const { sink, written } = recorder(true);
    const progress = startProgress(sink, style, clock);
    progress.onEvent(planned);
    await clock.advance(999);
    expect(written).toEqual([]);
    await clock.advance(101);
    expect(written).toEqual([
      `${erase}⠋ typescript 0/3 · pyright 0/`,
      `${erase}⠙ typescript 0/3 · pyright 0/`,
    ]);
    await progress.stop();
    expect(written.at(-1)).toBe(erase);
    const count = written.length;
    await clock.advance(60_000);
    expect(written).toHaveLength(count);
  });

  test('a line of its own does not mix with it', async () => {
    const clock = fakeClock();
    const { sink, written } = recorder(true);
    const progress = startProgress(sink, style, clock);
    progress.onEvent(planned);
    await clock.advance(1000);
    await progress.print('note: text');
    expect(written.slice(1)).toEqual([erase, 'note: text\n']);
    await progress.stop();
    expect(written.slice(3)).toEqual([]);
  });

  test('a run that ends within the second leaves no trace', async () => {
    const clock = fakeClock();
    const { sink, written } = recorder(true);
    const progress = startProgress(sink, style, clock);
    progress.onEvent(planned);
    await progress.stop();
    expect(written).toEqual([]);
    expect(clock.sleepers()).toBe(0);
  });
});

describe('elsewhere', () => {
  test('silent for ten seconds, then a line each thirty', async () => {
    const clock = fakeClock();
    const { sink, written } = recorder(false);
    const progress = startProgress(sink, { shown: true, terminal: false, unicode: true }, clock);
    progress.onEvent(planned);
    await clock.advance(9999);
    expect(written).toEqual([]);
    await clock.advance(30_001);
    expect(written).toEqual([
      'lspcheck: typescript 0/3 · pyright 0/1 · 1:50 left\n',
      'lspcheck: typescript 0/3 · pyright 0/1 · 1:20 left\n',
    ]);
    await progress.stop();
    expect(written).toHaveLength(2);
  });

  test('not shown at all, it still prints what it is given', async () => {
    const clock = fakeClock();
    const { sink, written } = recorder(true);
    const progress = startProgress(sink, { shown: false, terminal: true, unicode: true }, clock);
    progress.onEvent(planned);
    await clock.advance(60_000);
    await progress.print('line');
    await progress.stop();
    expect(written).toEqual(['line\n']);
  });
});
