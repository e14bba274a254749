// A timeline as Chrome trace events, which Perfetto and chrome://tracing open: a server is a process, its phases are the
// first thread, documents that are open side by side are threads below it. Times are whole microseconds.
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

import type { DocumentTimeline, SessionTimeline, Timeline } from '../model/timeline.js';
import { version } from '../platform/version.js';
import { commandSafeJson } from './escape.js';

interface TraceEvent {
  readonly name: string;
  readonly cat?: string;
  readonly ph: 'X' | 'i' | 'M';
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly s?: 't';
  readonly args?: Readonly<Record<string, string | number>>;
}

/** The file in pieces, ending in a line break. */
export function* traceEvents({ sessions, endAt }: Timeline): Iterable<string> {
  yield `{"displayTimeUnit":"ms","otherData":{"tool":"lspcheck","version":${JSON.stringify(version)}},"traceEvents":[\n`;
  yield line({ name: 'run', cat: 'run', ph: 'X', pid: 1, tid: 1, ts: 0, dur: micros(endAt) });
  for (const event of namesOf(1, 'lspcheck', ['run'])) yield `,\n${line(event)}`;
  for (const [index, session] of sessions.entries())
    for (const event of sessionEvents(session, index + 2)) yield `,\n${line(event)}`;
  yield '\n]}\n';
}

function sessionEvents(session: SessionTimeline, pid: number): readonly TraceEvent[] {
  const lanes = lanesOf(session.documents);
  const threads = ['server', ...lanes.map((_, lane) => `documents ${lane + 1}`)];
  return [
    ...namesOf(pid, `${session.server} (${session.root})`, threads),
    ...session.phases.map(({ kind, from, to }): TraceEvent => {
      return {
        name: kind,
        cat: 'server',
        ph: 'X',
        pid,
        tid: 1,
        ts: micros(from),
        dur: micros(to) - micros(from),
      };
    }),
    ...lanes.flatMap((documents, lane) =>
      documents.flatMap((document) => documentEvents(document, pid, lane + 2)),
    ),
  ];
}

function documentEvents({ path, from, to, how, marks }: DocumentTimeline, pid: number, tid: number) {
  const span: TraceEvent = {
    ...{ name: path, cat: 'document', ph: 'X', pid, tid, ts: micros(from), dur: micros(to) - micros(from) },
    args: { settled: how ?? 'not at all' },
  };
  const instants = marks.map(({ kind, at, count }): TraceEvent => {
    const args = count === undefined ? { path } : { path, diagnostics: count };
    return { name: kind, cat: 'document', ph: 'i', pid, tid, ts: micros(at), s: 't', args };
  });
  return [span, ...instants];
}

/** Documents that do not overlap share a lane: a thread's spans must not cross each other. */
function lanesOf(documents: readonly DocumentTimeline[]): readonly (readonly DocumentTimeline[])[] {
  const lanes: DocumentTimeline[][] = [];
  for (const document of documents) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= document.from);
    if (free === undefined) lanes.push([document]);
    else free.push(document);
  }
  return lanes;
}

function namesOf(pid: number, process: string, threads: readonly string[]): readonly TraceEvent[] {
  return [
    { name: 'process_name', ph: 'M', pid, tid: 1, args: { name: process } },
    { name: 'process_sort_index', ph: 'M', pid, tid: 1, args: { sort_index: pid } },
    ...threads.map((name, index): TraceEvent => {
      return { name: 'thread_name', ph: 'M', pid, tid: index + 1, args: { name } };
    }),
  ];
}

function line(event: TraceEvent): string {
  return commandSafeJson(JSON.stringify(event));
}

function micros(ms: number): number {
  return Math.round(ms * 1000);
}
