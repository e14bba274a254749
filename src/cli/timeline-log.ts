// The events of a run, kept with their instants, as a timeline: for `--trace`, and for the HTML report with `--timings`.

import type { ProgressEvent } from '../engine/progress.js';
import { assertNever, type RepoPath } from '../model/base.js';
import type { DocumentTimeline, Phase, SessionTimeline, Timeline, TimelineMark } from '../model/timeline.js';

export interface TimedEvent {
  readonly at: number;
  readonly event: ProgressEvent;
}

/** @param endAt what has no end of its own ends here */
export function timelineOf(events: readonly TimedEvent[], endAt: number): Timeline {
  const sessions = new Map<string, SessionLog>();
  for (const { at, event } of events) {
    if (event.kind === 'planned') {
      for (const { key, server, root } of event.sessions)
        sessions.set(key, { server, root, phases: [], documents: [], open: new Map() });
      continue;
    }
    const session = sessions.get(event.key);
    if (session !== undefined) note(session, event, at);
  }
  return { endAt, sessions: [...sessions.values()].map((session) => closed(session, endAt)) };
}

interface SessionLog {
  readonly server: string;
  readonly root: RepoPath;
  readonly phases: Open<Phase>[];
  readonly documents: OpenDocument[];
  /** By path, the one that is not ended. */
  readonly open: Map<RepoPath, OpenDocument>;
}

type Open<T> = Omit<T, 'to'> & { to?: number };
interface OpenDocument extends Omit<Open<DocumentTimeline>, 'how' | 'marks'> {
  how?: DocumentTimeline['how'];
  readonly marks: TimelineMark[];
}

function note(session: SessionLog, event: Exclude<ProgressEvent, { kind: 'planned' }>, at: number): void {
  const phase = session.phases.at(-1);
  switch (event.kind) {
    case 'starting':
    case 'started':
      if (phase !== undefined) phase.to ??= at;
      session.phases.push({ kind: event.kind === 'starting' ? 'starting' : 'judging', from: at });
      return;
    case 'ended':
      if (phase !== undefined) phase.to ??= at;
      return;
    case 'opened': {
      const document = { path: event.path, from: at, marks: [] };
      session.documents.push(document);
      session.open.set(event.path, document);
      return;
    }
    case 'published':
      session.open.get(event.path)?.marks.push({ kind: 'published', at, count: event.count });
      return;
    case 'asked':
    case 'answered':
      session.open.get(event.path)?.marks.push({ kind: event.kind, at });
      return;
    case 'settled': {
      const document = session.open.get(event.path);
      if (document !== undefined) Object.assign(document, { to: at, how: event.how });
      session.open.delete(event.path);
      return;
    }
    default:
      assertNever(event);
  }
}

function closed({ server, root, phases, documents }: SessionLog, endAt: number): SessionTimeline {
  return {
    server,
    root,
    phases: phases.map((phase) => ({ ...phase, to: phase.to ?? endAt })),
    documents: documents.map((document) => ({ ...document, how: document.how, to: document.to ?? endAt })),
  };
}
