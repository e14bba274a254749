// RunResult → the JSON report (contract, section 4). Lossless but for raw server answers, so that `run-codec` can read it back:
// what the contract's sample lacks and a decoder needs (policy, roles, hidden diagnostics) stands beside its keys.
// The order of keys is part of the format: equal runs give equal bytes.

import type { AffectedSearch } from './affected.js';
import { assertNever, type JsonObject, type JsonValue } from './base.js';
import type { Diagnostic } from './diagnostic.js';
import { encodeDiagnostics } from './diagnostic-codec.js';
import type { SkipReason, UnknownReason } from './fault.js';
import { known } from './json-reader.js';
import type { RunResult, ServerReport, Summary } from './run.js';
import type { RunShard } from './shard.js';
import {
  cellsOf,
  exitCodeOf,
  isConclusive,
  isIncomplete,
  reportedDiagnostics,
  summarize,
} from './summary.js';
import type { CellResult, FileResult, FileVerdict } from './verdict.js';

export const reportSchemaVersion = 1;

/** `timings`: with start times and durations, which differ from run to run. */
export interface EncodeOptions {
  readonly timings: boolean;
}

/** The whole report; `files` last, since it is the long part. */
export function encodeRun(run: RunResult, options: EncodeOptions): JsonObject {
  return {
    ...encodeHead(run),
    ...encodeOutcome(run),
    ...encodeServers(run, options),
    files: run.files.map((file) => encodeFile(run, file, options)),
  };
}

/** What was asked, and with which policy. */
export function encodeHead(run: RunResult): JsonObject {
  const { scope, policy } = run;
  return {
    schemaVersion: reportSchemaVersion,
    tool: { name: 'lspcheck', version: run.toolVersion },
    root: '.',
    scope: {
      kind: scope.kind,
      base: scope.base,
      head: scope.head,
      mixed: scope.mixed.map(({ path, why }) => ({ path, why })),
      description: scope.description,
    },
    configHash: run.configHash,
    ...(run.shard !== undefined && { shard: encodeShard(run.shard) }),
    policy: {
      failOn: policy.failOn,
      minSeverity: policy.minSeverity,
      onUnknown: policy.onUnknown,
      onUncovered: policy.onUncovered,
      failOnEmpty: policy.failOnEmpty,
      zeroConfig: policy.zeroConfig,
    },
  };
}

function encodeShard({ index, total, planHash, elsewhere, servedElsewhere }: RunShard): JsonObject {
  return { index, total, planHash, servedElsewhere, elsewhere };
}

/** What it came to. */
export function encodeOutcome(run: RunResult): JsonObject {
  return known({
    complete: isConclusive(run),
    exitCode: exitCodeOf(run),
    interrupted: run.interrupted,
    summary: encodeSummary(summarize(run)),
  });
}

/** In the contract's order. */
export function encodeSummary(summary: Summary): JsonObject {
  const { files, clean, findings, unknown, skipped, skippedByReason, ...rest } = summary;
  return { files, clean, findings, unknown, skipped, skippedByReason, ...rest };
}

export function encodeServers(run: RunResult, options: EncodeOptions): JsonObject {
  return {
    servers: run.servers.map((server) => encodeServer(server, options)),
    uncovered: run.uncovered.map(({ path, language }) => ({ path, language })),
    ...(run.affected !== undefined && { affected: run.affected.map(encodeSearch) }),
    notes: run.notes,
  };
}

/** One file of the report. `reason` stands only where no server could give it a verdict, or none was asked. */
export function encodeFile(run: RunResult, file: FileResult, options: EncodeOptions): JsonObject {
  const { verdict } = file;
  const hidden = cellsOf(verdict).flatMap((cell) => cell.verdict.hidden);
  const repeated = repetitions(verdict);
  return known({
    path: file.path,
    affected: file.affected,
    verdict: verdict.kind,
    ...(verdict.kind === 'skipped' && encodeWhy(verdict)),
    ...(verdict.kind === 'unknown' && encodeWhy(verdict.cause)),
    incomplete: isIncomplete(verdict),
    contentHash: file.contentHash,
    failOn: file.failOn === run.policy.failOn ? undefined : file.failOn,
    cells: cellsOf(verdict).map((cell) => encodeCell(cell, options)),
    diagnostics: encodeDiagnostics(reportedDiagnostics(file)),
    repeated: repeated.length === 0 ? undefined : encodeDiagnostics(repeated),
    hidden: hidden.length === 0 ? undefined : encodeDiagnostics(hidden),
  });
}

/** What a server found that another one says in the same words: once in `diagnostics`, and here, so that its cell keeps its findings. */
function repetitions(verdict: FileVerdict): readonly Diagnostic[] {
  if (verdict.kind !== 'findings') return [];
  const said = new Set(
    verdict.findings.map(({ server, fingerprint }) => JSON.stringify([server, fingerprint])),
  );
  const found = verdict.cells.flatMap((cell) =>
    cell.verdict.kind === 'findings' ? cell.verdict.findings : [],
  );
  return found.filter(({ server, fingerprint }) => !said.has(JSON.stringify([server, fingerprint])));
}

function encodeCell(cell: CellResult, options: EncodeOptions): JsonObject {
  return known({
    server: cell.server,
    role: cell.role === 'advisory' ? cell.role : undefined,
    verdict: cell.verdict.kind,
    ...encodeEvidence(cell),
    ms: options.timings ? cell.ms : undefined,
  });
}

function encodeEvidence({ verdict }: CellResult): Fields {
  switch (verdict.kind) {
    case 'clean':
      return { via: verdict.settlement.via };
    case 'findings':
      return { via: verdict.settlement.via, ...encodeWhy(verdict.impaired) };
    case 'unknown':
      return encodeWhy(verdict.cause);
    default:
      return assertNever(verdict);
  }
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

interface Why {
  readonly reason: UnknownReason | SkipReason;
  readonly detail?: string;
  readonly hint?: string;
}

function encodeWhy(why: Why | undefined): Fields {
  return why === undefined ? {} : { reason: why.reason, detail: why.detail, hint: why.hint };
}

function encodeSearch({ server, root, method, judged, cut, outcome }: AffectedSearch): JsonObject {
  return known({
    server,
    root,
    method,
    state: outcome.kind,
    judged,
    cut: cut.length === 0 ? undefined : cut,
    gaps: outcome.kind === 'partial' ? outcome.gaps.map(({ kind, detail }) => ({ kind, detail })) : undefined,
    ...encodeWhy(outcome.kind === 'failed' ? outcome.cause : undefined),
  });
}

function encodeServer(server: ServerReport, options: EncodeOptions): JsonObject {
  return known({
    name: server.name,
    root: server.root,
    version: server.version,
    state: server.state,
    detail: server.detail,
    startMs: options.timings ? server.startMs : undefined,
    infra: server.infra.map((note) => known({ kind: note.kind, path: note.path, text: note.text })),
  });
}
