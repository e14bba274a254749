// How far a run is, folded from its events, and in one line of words. Pure.

import type { ProgressEvent } from '../engine/progress.js';
import { assertNever } from '../model/base.js';
import { visible } from '../report/escape.js';

export interface ProgressView {
  /** Instant on the clock, or Infinity. */
  readonly deadlineAt: number;
  readonly sessions: ReadonlyMap<string, SessionView>;
}

interface SessionView {
  readonly server: string;
  readonly documents: number;
  readonly settled: number;
  readonly phase: 'waiting' | 'starting' | 'judging' | 'ended';
  /** When the phase began, on the clock. */
  readonly since: number;
}

export const nothingPlanned: ProgressView = { deadlineAt: Number.POSITIVE_INFINITY, sessions: new Map() };

const mostServers = 3;

/** An event of a session that was never planned changes nothing. */
export function advance(view: ProgressView, event: ProgressEvent, now: number): ProgressView {
  if (event.kind === 'planned') {
    const sessions = event.sessions.map(({ key, server, documents }): [string, SessionView] => [
      key,
      { server, documents, settled: 0, phase: 'waiting', since: now },
    ]);
    return { deadlineAt: event.deadlineAt, sessions: new Map(sessions) };
  }
  const session = view.sessions.get(event.key);
  if (session === undefined) return view;
  const changed = { ...session, ...changeOf(event, session, now) };
  return { ...view, sessions: new Map(view.sessions).set(event.key, changed) };
}

/** `pyright starting 8 s · typescript 118/300 · 1:45 left`: the servers that are waited for, the slowest first; empty when none is. */
export function progressWords(view: ProgressView, now: number, unicode: boolean): string {
  const all = [...view.sessions.values()];
  const waited = [...new Set(all.flatMap(({ phase, server }) => (phase === 'ended' ? [] : [server])))]
    .map((name) =>
      serverWords(
        name,
        all.filter(({ server }) => server === name),
        now,
      ),
    )
    .sort((a, b) => a.done - b.done)
    .map(({ words }) => words);
  if (waited.length === 0) return '';
  const more = waited.length > mostServers ? [`${waited.length - mostServers} more`] : [];
  const left = Number.isFinite(view.deadlineAt) ? [`${minutes(view.deadlineAt - now)} left`] : [];
  return [...waited.slice(0, mostServers), ...more, ...left].join(unicode ? ' · ' : ', ');
}

function changeOf(
  event: Exclude<ProgressEvent, { kind: 'planned' }>,
  session: SessionView,
  now: number,
): Partial<SessionView> {
  switch (event.kind) {
    case 'starting':
      return { phase: 'starting', since: now };
    case 'started':
      return { phase: 'judging', since: now };
    case 'settled':
      return { settled: session.settled + 1 };
    case 'ended':
      return { phase: 'ended', since: now };
    case 'opened':
    case 'published':
    case 'asked':
    case 'answered':
      return {};
    default:
      return assertNever(event);
  }
}

/** One server, all of its sessions. `done`: 0 to 1, below 0 while one of them starts. */
function serverWords(name: string, sessions: readonly SessionView[], now: number) {
  const waits = sessions.flatMap(({ phase, since }) => (phase === 'starting' ? [now - since] : []));
  if (waits.length > 0)
    return { done: -1, words: `${visible(name)} starting ${Math.round(Math.max(...waits) / 1000)} s` };
  const settled = sessions.reduce((sum, session) => sum + session.settled, 0);
  const documents = sessions.reduce((sum, session) => sum + session.documents, 0);
  return { done: settled / documents, words: `${visible(name)} ${settled}/${documents}` };
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
