// One planned session whose server speaks MCP: asked file by file, a few at a time. Every document has an outcome; what the server
// said before it died stays.

import pLimit from 'p-limit';
import { infraTest } from '../classify/infra-rules.js';
import type { Collected } from '../collect/collector.js';
import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import { splitLines } from '../model/lines.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import { repoPathOf } from '../platform/paths.js';
import type { CallLimits, McpBackend } from '../session/mcp-backend.js';
import { placeOf } from '../session/place.js';
import { withoutEvidence } from './load-documents.js';
import { causeBeforeStart, type SessionRun, type SessionRunOptions } from './run-session.js';

/** Calls under way at once: a backend need not be made for more. */
const callsAtOnce = 4;

export async function runBackend(plan: PlannedSession, options: SessionRunOptions): Promise<SessionRun> {
  const { clock, limits, onProgress, source } = options;
  const { name, startTimeoutMs = limits.startTimeoutMs } = plan.definition;
  const early = causeBeforeStart(name, limits, clock);
  if (early !== undefined) return withoutVerdicts(plan, early);
  onProgress({ kind: 'starting', key: plan.key });
  const started = await source.backend(plan, { ...limits, startTimeoutMs });
  if (started.kind === 'failed') {
    onProgress({ kind: 'ended', key: plan.key });
    return withoutVerdicts(plan, started.fault);
  }
  const { backend, end } = started;
  onProgress({ kind: 'started', key: plan.key });
  const turn = pLimit(callsAtOnce);
  const collected = await Promise.all(
    plan.documents.map((document) =>
      turn(async (): Promise<readonly [RepoPath, Collected]> => {
        const { path } = document;
        onProgress({ kind: 'asked', key: plan.key, path });
        const result = await judge(backend, document, options);
        const { outcome } = result;
        const how = outcome.kind === 'settled' ? outcome.via : outcome.cause.reason;
        onProgress({ kind: 'settled', key: plan.key, path, how });
        return [path, result];
      }),
    ),
  );
  end();
  onProgress({ kind: 'ended', key: plan.key });
  const { version, startMs, lost } = backend;
  const facts = { ...nothingAnnounced, version };
  const served = { remarks: [], lastingWords: [], startMs, facts, lost };
  const deaths = lost === undefined ? [] : [lost];
  return { plan, collected: new Map(collected), base: new Map(), sessions: [served], fault: lost, deaths };
}

const nothingAnnounced = {
  encoding: 'utf-16',
  announcesPull: false,
  save: undefined,
  pullIdentifier: undefined,
  capabilities: {},
} as const;

async function judge(
  backend: McpBackend,
  document: PlannedDocument,
  options: SessionRunOptions,
): Promise<Collected> {
  const { clock, limits, store } = options;
  const { plan } = backend;
  const askedAt = clock.now();
  const read = await store.text(document.path);
  if (read.kind === 'failed') return withoutEvidence({ reason: 'read-failed', detail: read.detail });
  const early = backend.lost ?? causeBeforeStart(plan.definition.name, limits, clock);
  if (early !== undefined) return withoutEvidence(early);
  const requestMs = plan.definition.requestTimeoutMs ?? options.requestTimeoutMs;
  const within: CallLimits = {
    timeoutMs: Math.min(requestMs, limits.deadlineAt - askedAt),
    signal: limits.signal,
  };
  const { serverRoot, root } = plan.tree;
  const context = {
    lines: splitLines(read.text),
    encoding: 'utf-16',
    columnUnits: plan.definition.columnUnits,
    place: (uri: string) => placeOf(uri, root, (absolute) => repoPathOf(serverRoot, absolute)),
  } as const;
  const isInfra = infraTest(plan.definition).ofMessage;
  const { outcome, malformed } = await backend.diagnose(document, context, isInfra, within);
  return { outcome, malformed, ms: Math.round(clock.now() - askedAt) };
}

function withoutVerdicts(plan: PlannedSession, cause: UnknownCause): SessionRun {
  const collected = new Map(plan.documents.map(({ path }) => [path, withoutEvidence(cause)]));
  return { plan, collected, base: new Map(), sessions: [], fault: cause, deaths: [] };
}
