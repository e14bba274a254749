// A run's events as a timeline, and the timeline as trace events: spans that nest, times that are whole microseconds.

import { describe, expect, test } from 'vitest';
import { type TimedEvent, timelineOf } from '../../../src/cli/timeline-log.js';
import type { ProgressEvent } from '../../../src/engine/progress.js';
import { traceEvents } from '../../../src/report/trace-events.js';
import { repoPath } from '../../support/run-builder.js';

const root = repoPath('.');
const a = repoPath('a.ts');
const b = repoPath('b##[x.ts');
const key = 'ts@.';

const events: readonly (readonly [number, ProgressEvent])[] = [
  [5, { kind: 'planned', deadlineAt: 1000, sessions: [{ key, server: 'typescript', root, documents: 2 }] }],
  [6, { kind: 'starting', key }],
  [100.25, { kind: 'started', key }],
  [101, { kind: 'opened', key, path: a }],
  [102, { kind: 'opened', key, path: b }],
  [150, { kind: 'published', key, path: a, count: 3 }],
  [160, { kind: 'asked', key, path: b }],
  [170, { kind: 'answered', key, path: b }],
  [171, { kind: 'settled', key, path: b, how: 'pull' }],
  [200, { kind: 'settled', key, path: a, how: 'push-idle' }],
  [201, { kind: 'published', key, path: a, count: 9 }],
  [210, { kind: 'opened', key, path: a }],
  [220, { kind: 'ended', key }],
  [221, { kind: 'settled', key: 'nobody', path: a, how: 'pull' }],
];
const timeline = timelineOf(
  events.map(([at, event]): TimedEvent => ({ at, event })),
  300,
);

test('phases and documents with their marks; what has no end ends with the run', () => {
  expect(timeline).toEqual({
    endAt: 300,
    sessions: [
      {
        server: 'typescript',
        root,
        phases: [
          { kind: 'starting', from: 6, to: 100.25 },
          { kind: 'judging', from: 100.25, to: 220 },
        ],
        documents: [
          {
            path: a,
            from: 101,
            to: 200,
            how: 'push-idle',
            marks: [{ kind: 'published', at: 150, count: 3 }],
          },
          {
            ...{ path: b, from: 102, to: 171, how: 'pull' },
            marks: [
              { kind: 'asked', at: 160 },
              { kind: 'answered', at: 170 },
            ],
          },
          { path: a, from: 210, to: 300, how: undefined, marks: [] },
        ],
      },
    ],
  });
});

describe('trace events', () => {
  const text = [...traceEvents(timeline)].join('');
  const trace = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const spans = trace.traceEvents.filter(({ ph }) => ph === 'X');

  test('have pid, tid, and whole microseconds', () => {
    for (const event of trace.traceEvents) {
      expect(['X', 'i', 'M']).toContain(event.ph);
      for (const number of [event.pid, event.tid, ...(event.ph === 'M' ? [] : [event.ts])])
        expect(Number.isInteger(number)).toBe(true);
      if (event.ph === 'X') expect(event.dur).toBeGreaterThanOrEqual(0);
    }
    expect(spans.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
      ['run', 0, 300_000],
      ['starting', 6000, 94_250],
      ['judging', 100_250, 119_750],
      ['a.ts', 101_000, 99_000],
      ['a.ts', 210_000, 90_000],
      ['b##[x.ts', 102_000, 69_000],
    ]);
  });

  test('spans of one thread never cross, and every thread has a name', () => {
    const threads = new Map<string, TraceEvent[]>();
    for (const span of spans) {
      const thread = `${span.pid} ${span.tid}`;
      threads.set(thread, [...(threads.get(thread) ?? []), span]);
    }
    for (const ofThread of threads.values())
      for (const [index, span] of ofThread.slice(1).entries()) {
        const before = ofThread[index];
        expect((before?.ts ?? 0) + (before?.dur ?? 0)).toBeLessThanOrEqual(span.ts ?? 0);
      }
    const named = trace.traceEvents.filter(({ name }) => name === 'thread_name');
    expect(new Set(named.map(({ pid, tid }) => `${pid} ${tid}`))).toEqual(new Set(threads.keys()));
  });

  test('a file name makes no command for a runner', () => {
    expect(text).not.toContain('##[');
  });
});

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
}
