import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSettling, type Settling } from '../../../src/collect/settle.js';
import type { SettleEvent, SettleRules } from '../../../src/collect/settle-event.js';
import type { ContentHash, RepoPath } from '../../../src/model/base.js';
import type { ServerDiagnostic } from '../../../src/model/diagnostic.js';
import type { SettleRule } from '../../../src/model/server-definition.js';
import type { CellOutcome } from '../../../src/model/settlement.js';

const a = 'a.ts' as RepoPath;
const b = 'b.ts' as RepoPath;
const hash = 'sha256:0' as ContentHash;
const place = { line: 1, column: 1 };

function error(message: string): ServerDiagnostic {
  return {
    message,
    severity: 'error',
    range: { start: place, end: place },
    approximate: false,
    tags: [],
    related: [],
  };
}

const measuredPull: SettleRule = {
  kind: 'pull',
  announced: 'static',
  refresh: 'voids',
  progress: 'voids',
  afterConfiguration: false,
};

function settlingOf(rule: SettleRule, paths: readonly RepoPath[], over: Partial<SettleRules> = {}): Settling {
  const rules: SettleRules = {
    server: 'fake',
    rule,
    quietPeriodMs: 100,
    observable: true,
    requestTimeoutMs: 15_000,
    deadlineAt: 10_000,
    pullAnnounced: false,
    ignoredProgress: [],
    ...over,
  };
  return createSettling(
    rules,
    paths.map((path) => ({ path, contentHash: hash })),
  );
}

/** Plays events in order of time, with a look at a resting tree every 20 ms, as the driver does; returns when it ended. */
function play(
  settling: Settling,
  events: readonly SettleEvent[],
  until: number,
  busy: (at: number) => boolean = () => false,
): { readonly endedAt: number; readonly asked: readonly string[] } {
  const queue = [...events].sort((x, y) => x.at - y.at);
  const asked: string[] = [];
  for (let now = 0; now <= until; now += 20) {
    while (queue[0] !== undefined && queue[0].at <= now) settling.apply(queue.shift() as SettleEvent);
    const step = settling.next(now);
    if (step.done) return { endedAt: now, asked };
    for (const path of step.ask) {
      asked.push(`${path}@${now}`);
      settling.apply({ kind: 'asked', path, at: now });
    }
    for (const path of step.nudge) settling.apply({ kind: 'nudged', path, version: 2, at: now });
    if (step.sample) settling.apply({ kind: 'rest', rest: busy(now) ? 'busy' : 'resting', at: now });
  }
  return { endedAt: until, asked };
}

const opened = (path: RepoPath, at = 0): SettleEvent => ({ kind: 'opened', path, version: 1, at });
const publish = (
  path: RepoPath,
  at: number,
  diagnostics: ServerDiagnostic[],
  version?: number,
): SettleEvent => ({
  kind: 'publish',
  path,
  at,
  version,
  diagnostics,
});
const answer = (path: RepoPath, at: number, diagnostics: ServerDiagnostic[]): SettleEvent => ({
  kind: 'answered',
  path,
  at,
  diagnostics,
});

function told(outcome: CellOutcome | undefined): unknown {
  if (outcome === undefined) return 'pending';
  if (outcome.kind === 'gave-up')
    return { unknown: outcome.cause.reason, seen: outcome.provisional.map((d) => d.message) };
  return { via: outcome.via, found: outcome.diagnostics.map((d) => d.message) };
}

describe('push', () => {
  test('the last publish counts, however many came before', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const { endedAt } = play(
      settling,
      [opened(a), publish(a, 150, []), publish(a, 200, [error('real')])],
      9000,
    );
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['real'] });
    expect(endedAt).toBeGreaterThanOrEqual(300);
    expect(endedAt).toBeLessThan(500);
  });

  test('a file still silent holds all others back, so that a late correction is not missed', () => {
    const settling = settlingOf({ kind: 'push' }, [a, b]);
    const events = [
      opened(a),
      opened(b),
      publish(a, 150, []),
      publish(a, 900, [error('late')]),
      publish(b, 2000, []),
    ];
    const { endedAt } = play(settling, events, 9000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['late'] });
    expect(endedAt).toBeGreaterThanOrEqual(2100);
  });

  test('a busy process tree holds settling back as long as it is busy', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const events = [opened(a), publish(a, 100, []), publish(a, 5100, [error('after the type check')])];
    const { endedAt } = play(settling, events, 9000, (at) => at < 5100);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['after the type check'] });
  });

  test('open progress holds settling back, but for tokens the entry calls noise', () => {
    const begin: SettleEvent = { kind: 'progress-begin', token: '"index"', title: 'indexing', at: 50 };
    const held = settlingOf({ kind: 'push' }, [a]);
    const { endedAt } = play(held, [opened(a), begin, publish(a, 100, [])], 20_000);
    expect(endedAt).toBe(10_000);
    expect(told(held.outcome(a, endedAt))).toEqual({ unknown: 'still-busy', seen: [] });

    const ignoring = settlingOf({ kind: 'push' }, [a], { ignoredProgress: ['indexing'] });
    expect(play(ignoring, [opened(a), begin, publish(a, 100, [])], 20_000).endedAt).toBeLessThan(500);
  });

  test('at the deadline the published and quiet is kept, the silent is no-publish', () => {
    const settling = settlingOf({ kind: 'push' }, [a, b]);
    const { endedAt } = play(settling, [opened(a), opened(b), publish(a, 100, [])], 20_000);
    expect(endedAt).toBe(10_000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: [] });
    expect(told(settling.outcome(b, endedAt))).toEqual({ unknown: 'no-publish', seen: [] });
  });

  test('a tree that never rests ends as still-busy with what was seen', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const { endedAt } = play(settling, [opened(a), publish(a, 100, [error('seen')])], 20_000, () => true);
    expect(told(settling.outcome(a, endedAt))).toEqual({ unknown: 'still-busy', seen: ['seen'] });
  });

  test('where the tree cannot be observed, quiet alone settles and says so', () => {
    const settling = settlingOf({ kind: 'push' }, [a], { observable: false, quietPeriodMs: 300 });
    const { endedAt } = play(settling, [opened(a), publish(a, 100, [])], 9000);
    expect(endedAt).toBe(400);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-quiet', found: [] });
  });
});

describe('what contradicts itself or is cut off', () => {
  const bad = [error('bad')];
  test.each([
    ['the later is empty', [publish(a, 100, bad, 1), publish(a, 120, [], 0)]],
    ['the earlier is empty', [publish(a, 100, [], 1), publish(a, 120, bad, 0)]],
  ])('sinking versions of the only text: neither list is lost, %s', (_, events) => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const { endedAt } = play(settling, [opened(a), ...events], 9000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['bad'] });
  });

  test('a constant version is no sign of anything: the last publish counts', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const { endedAt } = play(settling, [opened(a), publish(a, 100, bad, 0), publish(a, 120, [], 0)], 9000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: [] });
  });

  const torn = (at: number, torn: boolean): SettleEvent => ({ kind: 'torn', torn, at });

  test('nothing is settled in the middle of a message', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const events = [
      opened(a),
      publish(a, 100, []),
      torn(110, true),
      torn(5000, false),
      publish(a, 5000, bad),
    ];
    const { endedAt } = play(settling, events, 9000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['bad'] });
  });

  test.each<SettleRule>([{ kind: 'push' }, { kind: 'versioned' }, measuredPull])(
    'a message that is never whole ends as a protocol error: %o',
    (rule) => {
      const settling = settlingOf(rule, [a]);
      const asked: SettleEvent = { kind: 'asked', path: a, at: 0 };
      const events = [opened(a), torn(1, true), publish(a, 100, bad, 1), asked, answer(a, 100, [])];
      const { endedAt } = play(settling, events, 20_000);
      expect(endedAt).toBe(10_000);
      expect(told(settling.outcome(a, endedAt))).toEqual({ unknown: 'protocol-error', seen: ['bad'] });
    },
  );

  test('a server that is heard is not at rest: it may only wait for us to read it', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    const talk = Array.from(
      { length: 100 },
      (_, index): SettleEvent => ({ kind: 'heard', at: 110 + index * 50 }),
    );
    const events = [opened(a), publish(a, 100, []), ...talk, publish(a, 5110, bad)];
    const { endedAt } = play(settling, events, 9000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['bad'] });
  });

  test('what a voided answer told is seen at the end', () => {
    const settling = settlingOf(measuredPull, [a]);
    const events: SettleEvent[] = [opened(a), answer(a, 30, bad), { kind: 'refresh', at: 35 }];
    const { endedAt } = play(settling, events, 20_000);
    expect(told(settling.outcome(a, endedAt))).toMatchObject({ seen: ['bad'] });
  });

  test('a tree that does not rest is looked at every 20 ms, not without pause', () => {
    const settling = settlingOf({ kind: 'push' }, [a]);
    for (const event of [opened(a), publish(a, 100, [])]) settling.apply(event);
    expect(settling.next(1000)).toMatchObject({ done: false, sample: true });
    settling.apply({ kind: 'rest', rest: 'busy', at: 1000 });
    settling.apply({ kind: 'heard', at: 1001 });
    expect(settling.next(1001)).toMatchObject({ done: false, sample: false, wakeAt: 1020 });
    expect(settling.next(1020)).toMatchObject({ done: false, sample: true });
  });
});

describe('pull', () => {
  test('a full answer of a measured server is complete', () => {
    const settling = settlingOf(measuredPull, [a]);
    play(settling, [opened(a)], 20);
    settling.apply(answer(a, 30, [error('x')]));
    expect(told(settling.outcome(a, 40))).toEqual({ via: 'pull', found: ['x'] });
  });

  test('a refresh voids the answers before it, and what was under way', () => {
    const settling = settlingOf(measuredPull, [a, b]);
    play(settling, [opened(a), opened(b)], 20);
    settling.apply(answer(a, 30, []));
    settling.apply({ kind: 'refresh', at: 40 });
    settling.apply(answer(b, 50, []));
    expect(told(settling.outcome(a, 60))).toBe('pending');
    expect(told(settling.outcome(b, 60))).toBe('pending');
    const { asked } = play(settling, [], 400);
    expect(asked.map((text) => text.slice(0, 4)).sort()).toEqual(['a.ts', 'b.ts']);
    settling.apply(answer(a, 500, [error('real')]));
    expect(told(settling.outcome(a, 500))).toEqual({ via: 'pull', found: ['real'] });
  });

  test('loading work voids what was answered before it, and is waited for', () => {
    const settling = settlingOf(measuredPull, [a]);
    play(settling, [opened(a)], 20);
    settling.apply(answer(a, 30, []));
    settling.apply({ kind: 'progress-begin', token: '1', title: 'loading', at: 40 });
    expect(play(settling, [], 600).asked).toEqual([]);
    settling.apply({ kind: 'progress-end', token: '1', at: 620 });
    expect(play(settling, [], 2000).asked).toHaveLength(1);
  });

  test('refreshes that were measured to be noise void nothing', () => {
    const settling = settlingOf({ ...measuredPull, refresh: 'noise' }, [a]);
    play(settling, [opened(a)], 20);
    settling.apply(answer(a, 30, []));
    settling.apply({ kind: 'refresh', at: 40 });
    expect(told(settling.outcome(a, 60))).toEqual({ via: 'pull', found: [] });
  });

  test('an answer of a server nobody measured is confirmed by a second, equal one', () => {
    const settling = settlingOf({ kind: 'auto' }, [a], { pullAnnounced: true });
    play(settling, [opened(a)], 20);
    settling.apply(answer(a, 30, []));
    expect(told(settling.outcome(a, 40))).toBe('pending');
    const again = play(settling, [], 1000);
    expect(again.asked).toHaveLength(1);
    settling.apply(answer(a, 1020, [error('now loaded')]));
    expect(told(settling.outcome(a, 1030))).toBe('pending');
    play(settling, [], 2000);
    settling.apply(answer(a, 2020, [error('now loaded')]));
    expect(told(settling.outcome(a, 2030))).toEqual({ via: 'pull', found: ['now loaded'] });
  });

  test('the confirming question waits until the tree rests', () => {
    const settling = settlingOf({ kind: 'auto' }, [a], { pullAnnounced: true });
    play(settling, [opened(a)], 20);
    settling.apply(answer(a, 30, []));
    expect(play(settling, [], 3000, () => true).asked).toEqual([]);
  });

  test('asked to ask again, it does so with growing pauses', () => {
    const settling = settlingOf(measuredPull, [a]);
    let asked = 0;
    for (let now = 0; now < 10_000; now += 20) {
      if (now === 0) settling.apply(opened(a));
      for (const path of settling.next(now).ask) {
        asked += 1;
        settling.apply({ kind: 'asked', path, at: now });
        settling.apply({ kind: 'ask-again', path, at: now });
      }
    }
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(15);
    expect(told(settling.outcome(a, 10_000))).toEqual({ unknown: 'deadline', seen: [] });
  });

  test('asked, silent and at rest for the request timeout: hung; busy is not hung', () => {
    const hung = settlingOf(measuredPull, [a], { requestTimeoutMs: 2000 });
    const { endedAt } = play(hung, [opened(a)], 9000);
    expect(endedAt).toBeLessThan(2600);
    expect(told(hung.outcome(a, endedAt))).toEqual({ unknown: 'pull-failed', seen: [] });

    const busy = settlingOf(measuredPull, [a], { requestTimeoutMs: 2000 });
    expect(play(busy, [opened(a)], 9000, () => true).endedAt).toBe(9000);
  });

  test('what was answered before the server died stays proven; the rest has the cause of death', () => {
    const settling = settlingOf(measuredPull, [a, b]);
    play(settling, [opened(a), opened(b)], 20);
    settling.apply(answer(a, 30, []));
    settling.apply({ kind: 'lost', at: 40, fault: { reason: 'exited', detail: 'gone' } });
    expect(told(settling.outcome(a, 50))).toEqual({ via: 'pull', found: [] });
    expect(told(settling.outcome(b, 50))).toEqual({ unknown: 'exited', seen: [] });
  });

  test('questions wait for the configuration round trip where the entry says so', () => {
    const rule: SettleRule = { ...measuredPull, afterConfiguration: true };
    const waiting = settlingOf(rule, [a]);
    expect(play(waiting, [opened(a)], 280).asked).toEqual([]);
    expect(
      play(settlingOf(rule, [a]), [opened(a), { kind: 'configuration-asked', at: 40 }], 100).asked,
    ).toEqual(['a.ts@40']);
    expect(play(settlingOf(rule, [a]), [opened(a)], 400).asked).toEqual(['a.ts@300']);
  });
});

describe('pull after the server’s own checking', () => {
  const rule: SettleRule = { ...measuredPull, afterWork: 'cargo check' };
  const begin: SettleEvent = { kind: 'progress-begin', token: '"flycheck"', title: 'cargo check', at: 300 };
  const end: SettleEvent = { kind: 'progress-end', token: '"flycheck"', at: 900 };
  const quiescent: SettleEvent = { kind: 'quiescence', quiescent: true, failure: undefined, at: 200 };

  test('is asked when it is loaded, the checking has ended and the tree rests', () => {
    const { asked } = play(settlingOf(rule, [a]), [opened(a), quiescent, begin, end], 2000);
    expect(asked).toHaveLength(1);
    expect(Number(asked[0]?.split('@')[1])).toBeGreaterThanOrEqual(1000);
  });

  test.each([
    ['never loaded', [begin, end]],
    ['the checking never began', [quiescent]],
    ['the checking never ended', [quiescent, begin]],
  ])('%s: still busy at the deadline, whatever was published', (_, events) => {
    const settling = settlingOf(rule, [a]);
    const { endedAt, asked } = play(
      settling,
      [opened(a), publish(a, 100, [error('seen')]), ...events],
      20_000,
    );
    expect(asked).toEqual([]);
    expect(told(settling.outcome(a, endedAt))).toEqual({ unknown: 'still-busy', seen: ['seen'] });
  });

  test('a workspace that failed to load ends it at once', () => {
    const settling = settlingOf(rule, [a]);
    const failed: SettleEvent = { kind: 'quiescence', quiescent: true, failure: 'no such manifest', at: 200 };
    expect(play(settling, [opened(a), failed], 20_000).endedAt).toBe(200);
    expect(told(settling.outcome(a, 200))).toEqual({ unknown: 'infra', seen: [] });
  });

  test('what was pushed is part of the list, and the compiler’s words win over the server’s own', () => {
    const settling = settlingOf(rule, [a]);
    const compiler = { ...error('mismatched types'), code: 'E0308' };
    const own = { ...error('expected u32, found bool'), code: 'E0308' };
    play(settling, [opened(a), quiescent, begin, publish(a, 500, [compiler]), end], 2000);
    settling.apply(answer(a, 2010, [own, error('only native')]));
    expect(told(settling.outcome(a, 2020))).toEqual({
      via: 'pull',
      found: ['mismatched types', 'only native'],
    });
  });
});

describe('auto', () => {
  test('publishes until pull is registered, then pull', () => {
    const settling = settlingOf({ kind: 'auto' }, [a]);
    const registered: SettleEvent = { kind: 'pull-announced', at: 60 };
    expect(play(settling, [opened(a), registered], 100).asked).toEqual(['a.ts@60']);
  });
});

describe('barrier, nudge, version', () => {
  test('a barrier with its own list needs no publish, and ignores them', () => {
    const settling = settlingOf({ kind: 'barrier', request: 'tsserver-sync' }, [a]);
    play(settling, [opened(a), publish(a, 10, [])], 20);
    settling.apply(answer(a, 30, [error('x')]));
    expect(told(settling.outcome(a, 40))).toEqual({ via: 'barrier', found: ['x'] });
  });

  test('a barrier without a list takes the last publish, and none is no-publish', () => {
    const settling = settlingOf({ kind: 'barrier', request: 'document-symbol' }, [a, b]);
    play(settling, [opened(a), opened(b), publish(a, 10, [error('x')])], 20);
    for (const path of [a, b]) settling.apply({ kind: 'answered', path, at: 30, diagnostics: undefined });
    expect(told(settling.outcome(a, 40))).toEqual({ via: 'barrier', found: ['x'] });
    expect(told(settling.outcome(b, 40))).toEqual({ unknown: 'no-publish', seen: [] });
  });

  test('nudged after a first publish of every file, and settled by the new version only', () => {
    const settling = settlingOf({ kind: 'nudge' }, [a, b]);
    const events = [
      opened(a),
      opened(b),
      publish(a, 100, []),
      publish(b, 200, []),
      publish(a, 300, [], 1),
      publish(a, 400, [error('x')], 2),
      publish(b, 420, [], 2),
    ];
    const { endedAt } = play(settling, events, 9000);
    expect(endedAt).toBe(420);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-versioned', found: ['x'] });
  });

  test('a publish of an older text never counts', () => {
    const settling = settlingOf({ kind: 'nudge' }, [a]);
    play(settling, [opened(a), publish(a, 100, [])], 200);
    settling.apply(publish(a, 300, [error('old')], 1));
    expect(told(settling.outcome(a, 320))).toBe('pending');
  });

  test('the versioned publish settles at once', () => {
    const settling = settlingOf({ kind: 'versioned' }, [a]);
    settling.apply(opened(a));
    settling.apply(publish(a, 100, []));
    expect(told(settling.outcome(a, 110))).toBe('pending');
    settling.apply(publish(a, 120, [error('x')], 1));
    expect(told(settling.outcome(a, 130))).toEqual({ via: 'push-versioned', found: ['x'] });
  });
});

describe('files that nothing is published for', () => {
  const impatient = { requestTimeoutMs: 2000, deadlineAt: 60_000 };
  const silent = { unknown: 'no-publish', seen: [] };

  test('a long silence of a server at rest ends the wait: the silent is no-publish, the published keeps what it has', () => {
    const settling = settlingOf({ kind: 'push' }, [a, b], impatient);
    const { endedAt } = play(settling, [opened(a), opened(b), publish(a, 500, [error('bad')])], 60_000);
    expect(endedAt).toBeGreaterThanOrEqual(2500);
    expect(endedAt).toBeLessThan(3100);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['bad'] });
    expect(told(settling.outcome(b, endedAt))).toEqual(silent);
  });

  test('nothing published at all is no verdict for any file', () => {
    const settling = settlingOf({ kind: 'auto' }, [a, b], impatient);
    const { endedAt } = play(settling, [opened(a), opened(b)], 60_000);
    expect(endedAt).toBeLessThan(2600);
    for (const path of [a, b]) expect(told(settling.outcome(path, endedAt))).toEqual(silent);
  });

  test.each<[string, readonly SettleEvent[], (at: number) => boolean, number]>([
    ['a busy tree', [], (at) => at < 9000, 9000],
    [
      'open work',
      [
        { kind: 'progress-begin', token: '1', title: '', at: 100 },
        { kind: 'progress-end', token: '1', at: 7000 },
      ],
      () => false,
      9000,
    ],
    ['half a message', [{ kind: 'torn', torn: true, at: 100 }], () => false, 60_000],
    [
      'any sign of life',
      [1500, 3000, 4500, 6000].map((at): SettleEvent => ({ kind: 'heard', at })),
      () => false,
      8000,
    ],
  ])('%s prolongs the wait', (_, signs, busy, endsAt) => {
    const settling = settlingOf({ kind: 'push' }, [a], impatient);
    expect(play(settling, [opened(a), ...signs], 60_000, busy).endedAt).toBeGreaterThanOrEqual(endsAt);
  });

  test('where rest cannot be seen, only the deadline ends the wait', () => {
    const settling = settlingOf({ kind: 'push' }, [a], { ...impatient, observable: false });
    expect(play(settling, [opened(a)], 60_000).endedAt).toBe(60_000);
  });

  test('a publish that comes after all is taken', () => {
    const settling = settlingOf({ kind: 'nudge' }, [a, b], impatient);
    const events = [
      opened(a),
      opened(b),
      publish(a, 100, []),
      publish(b, 2700, []),
      publish(a, 2800, [], 2),
      publish(b, 2900, [error('x')], 2),
    ];
    const { endedAt } = play(settling, events, 60_000);
    expect(endedAt).toBe(2900);
    expect(told(settling.outcome(b, endedAt))).toEqual({ via: 'push-versioned', found: ['x'] });
  });

  test('a silent file does not keep the others from being nudged', () => {
    const settling = settlingOf({ kind: 'nudge' }, [a, b], impatient);
    const events = [opened(a), opened(b), publish(a, 100, []), publish(a, 3000, [error('x')], 2)];
    const { endedAt } = play(settling, events, 60_000);
    expect(endedAt).toBe(3000);
    expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-versioned', found: ['x'] });
    expect(told(settling.outcome(b, endedAt))).toEqual(silent);
  });

  describe('of which the server said that it cannot judge them', () => {
    const cause = { reason: 'infra', detail: 'fake said: no project' } as const;
    const doubted = (path: RepoPath, at: number): SettleEvent => ({ kind: 'doubted', path, cause, at });

    test('they are given up as soon as it is quiet and at rest, in its words', () => {
      const settling = settlingOf({ kind: 'push' }, [a, b], impatient);
      const { endedAt } = play(settling, [opened(a), opened(b), publish(a, 50, []), doubted(b, 300)], 60_000);
      expect(endedAt).toBeGreaterThanOrEqual(400);
      expect(endedAt).toBeLessThan(600);
      expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: [] });
      expect(settling.outcome(b, endedAt)).toMatchObject({ kind: 'gave-up', cause });
    });

    test('a server at work is waited for, and what it publishes all the same is taken', () => {
      const settling = settlingOf({ kind: 'push' }, [a], impatient);
      const events = [opened(a), doubted(a, 300), publish(a, 1500, [error('bad')])];
      const { endedAt } = play(settling, events, 60_000, (at) => at < 1500);
      expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['bad'] });
    });

    test('a question is waited for as ever', () => {
      const settling = settlingOf(measuredPull, [a], impatient);
      play(settling, [opened(a), doubted(a, 100)], 1000);
      expect(told(settling.outcome(a, 1000))).toBe('pending');
    });
  });

  test('a publish of another version only is no publish of this one', () => {
    const settling = settlingOf({ kind: 'versioned' }, [a], impatient);
    const { endedAt } = play(settling, [opened(a), publish(a, 100, [error('x')])], 60_000);
    expect(endedAt).toBeLessThan(2700);
    expect(told(settling.outcome(a, endedAt))).toEqual({ unknown: 'no-publish', seen: ['x'] });
  });
});

describe('two-stage publishers', () => {
  test('empty, then real after any gap: never clean while the tree is busy, progress is open or a file is silent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.constantFrom('busy', 'progress', 'silent-file'),
        fc.integer({ min: 1, max: 400 }),
        (first, gap, sign, quietPeriodMs) => {
          const patient = { deadlineAt: 40_000, requestTimeoutMs: 25_000, quietPeriodMs };
          const settling = settlingOf({ kind: 'push' }, [a, b], patient);
          const real = first + gap;
          const events: SettleEvent[] = [
            opened(a),
            opened(b),
            publish(a, first, []),
            publish(a, real, [error('real')]),
          ];
          if (sign === 'progress') {
            events.push({ kind: 'progress-begin', token: '1', title: '', at: 0 });
            events.push({ kind: 'progress-end', token: '1', at: real });
          }
          events.push(publish(b, sign === 'silent-file' ? real : first, []));
          const { endedAt } = play(settling, events, 45_000, (at) => sign === 'busy' && at < real);
          expect(told(settling.outcome(a, endedAt))).toEqual({ via: 'push-idle', found: ['real'] });
        },
      ),
      { seed: 20261130, numRuns: 400 },
    );
  });

  test('any order of events: no settlement without a publish or an answer, and everything ends by the deadline', () => {
    const path = fc.constantFrom(a, b);
    const at = fc.integer({ min: 0, max: 12_000 });
    const event: fc.Arbitrary<SettleEvent> = fc.oneof(
      fc.record({
        kind: fc.constant('publish' as const),
        path,
        at,
        version: fc.constantFrom(undefined, 0, 1, 2, 3),
        diagnostics: fc.constantFrom([], [error('x')]),
      }),
      fc.record({
        kind: fc.constant('progress-begin' as const),
        token: fc.constantFrom('1', '2'),
        title: fc.constant(''),
        at,
      }),
      fc.record({ kind: fc.constant('progress-end' as const), token: fc.constantFrom('1', '2'), at }),
      fc.record({ kind: fc.constant('refresh' as const), at }),
      fc.record({ kind: fc.constant('pull-announced' as const), at }),
      fc.record({ kind: fc.constant('pull-withdrawn' as const), at }),
      fc.record({
        kind: fc.constant('answered' as const),
        path,
        at,
        diagnostics: fc.constantFrom([], [error('y')]),
      }),
    );
    const patience = fc.constantFrom(500, 15_000);
    const rule = fc.constantFrom<SettleRule[]>(
      { kind: 'auto' },
      { kind: 'push' },
      measuredPull,
      { kind: 'nudge' },
      { kind: 'versioned' },
      { kind: 'barrier', request: 'tsserver-sync' },
      { kind: 'barrier', request: 'document-symbol' },
    );
    fc.assert(
      fc.property(rule, fc.array(event, { maxLength: 12 }), patience, (chosen, events, requestTimeoutMs) => {
        const settling = settlingOf(chosen, [a, b], { requestTimeoutMs });
        const { endedAt } = play(settling, [opened(a), opened(b), ...events], 10_020);
        expect(endedAt).toBeLessThanOrEqual(10_000);
        for (const one of [a, b]) {
          const outcome = settling.outcome(one, endedAt);
          expect(outcome).toBeDefined();
          const heard = events.some((e) => (e.kind === 'publish' || e.kind === 'answered') && e.path === one);
          if (!heard) expect(outcome?.kind).toBe('gave-up');
        }
      }),
      { seed: 20261130, numRuns: 600 },
    );
  });
});
