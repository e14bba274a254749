import { expect, test } from 'vitest';
import { collectWindow } from '../../../src/collect/collector.js';
import type { ContentHash, DocumentUri } from '../../../src/model/base.js';
import type { ServerDiagnostic } from '../../../src/model/diagnostic.js';
import type { Clock } from '../../../src/platform/clock.js';
import type { ServerSession } from '../../../src/session/server-session.js';
import type { TimedSessionEvent } from '../../../src/session/session-event.js';
import { definition, repoPath } from '../../support/definitions.js';

const path = repoPath('a.fx');
const document = {
  path,
  uri: 'file:///w/a.fx' as DocumentUri,
  languageId: 'fx',
  contentHash: 'sha256:0' as ContentHash,
  matchesDisk: true,
};
const place = { line: 1, column: 1 };
const mistake: ServerDiagnostic = {
  message: 'bad',
  severity: 'error',
  range: { start: place, end: place },
  approximate: false,
  tags: [],
  related: [],
};
const publish = (at: number, diagnostics: readonly ServerDiagnostic[]): TimedSessionEvent => ({
  kind: 'publish',
  at,
  path,
  version: undefined,
  diagnostics,
  malformed: [],
});

test('we are kept from running for a second: a publish that waits unread is read before silence is concluded', async () => {
  let time = 0;
  let listener: (event: TimedSessionEvent) => void = () => {};
  /** What the server wrote, and when. */
  const pipe = [publish(10, []), publish(95, [mistake])];
  const read = () => {
    while (pipe[0] !== undefined && pipe[0].at <= time) {
      const event = pipe.shift();
      if (event) listener({ ...event, at: time });
    }
  };
  const clock: Clock = {
    now: () => time,
    // Woken by what can be read; but asked to sleep past 90 ms it wakes a second too late, and nothing was read meanwhile.
    sleep: async (ms) => {
      const wakeAt = Math.min(time + ms, pipe[0]?.at ?? Number.POSITIVE_INFINITY);
      const late = time < 90 && wakeAt >= 90;
      time = late ? wakeAt + 1000 : wakeAt;
      if (!late) read();
    },
    turn: async () => read(),
  };
  // Only what collecting calls.
  const session = {
    plan: { definition: definition('fake', { settle: { kind: 'push' } }) },
    announcesPull: false,
    tree: { watch: () => () => 'resting' },
    subscribe: (heard: typeof listener) => {
      listener = heard;
      return () => {};
    },
    show: () => 1,
  } as unknown as ServerSession;
  const results = await collectWindow(session, [{ document, text: 'BAD\n' }], {
    clock,
    quietPeriodMs: 100,
    requestTimeoutMs: 15_000,
    deadlineAt: 60_000,
    signal: new AbortController().signal,
  });
  expect(results.get(path)?.outcome).toMatchObject({ kind: 'settled', diagnostics: [mistake] });
});
