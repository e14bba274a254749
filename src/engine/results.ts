// Outcomes of sessions + the plan → file results and server reports. Every file of the plan appears exactly once.

import { markExisting, markOutsideChange } from '../classify/annotate.js';
import { type Baseline, markBaselined } from '../classify/baseline.js';
import { classify } from '../classify/classify.js';
import { existingFindings } from '../classify/existing.js';
import type { DecidedRule, InfraTest } from '../classify/infra-rules.js';
import { judgeCell, judgeFile } from '../classify/judge.js';
import { mapLines } from '../classify/line-map.js';
import { noiseCause } from '../classify/noise-cause.js';
import { type SessionNotes, sessionNotes } from '../classify/session-notes.js';
import { readSuppressions, type Suppression, suppress, uselessText } from '../classify/suppress.js';
import { assertNever, isNonEmpty, type RepoPath } from '../model/base.js';
import { type BaseTexts, beforeOf } from '../model/base-texts.js';
import type { Config } from '../model/config.js';
import { compareText, type Diagnostic, type FailOn, type Severity } from '../model/diagnostic.js';
import type { Fault } from '../model/fault.js';
import { splitLines } from '../model/lines.js';
import type { CheckPlan, PlannedCell, PlannedFile, TextStore } from '../model/plan.js';
import type { InfraNote, ServerReport } from '../model/run.js';
import type { CellOutcome } from '../model/settlement.js';
import type { CellResult, FileResult } from '../model/verdict.js';
import type { Environment } from '../platform/environment.js';
import { contentHash } from '../platform/hash.js';
import { ruleDecider } from './decided-rules.js';
import { remarkRules } from './remark-rules.js';
import { type RootCutter, rootCutter } from './root-cutter.js';
import type { SessionRun } from './run-session.js';

export interface ResultsInput {
  readonly plan: CheckPlan;
  readonly runs: readonly SessionRun[];
  readonly store: TextStore;
  readonly config: Pick<Config, 'failOn' | 'minSeverity' | 'only'>;
  /** Texts before the change: set where --only asks for a comparison. */
  readonly base: BaseTexts | undefined;
  /** Files outside of the scope that depend on the change: of these only what is new counts. */
  readonly affected: ReadonlySet<RepoPath>;
  /** Accepted findings; empty when there is no baseline file. */
  readonly baseline: Baseline;
  /** The caller's: where packages of an active environment are. */
  readonly env: Environment;
  readonly severityOf: (
    path: RepoPath,
    server: string,
    code: string | undefined,
  ) => Severity | 'off' | undefined;
}

export interface Results {
  readonly files: readonly FileResult[];
  readonly servers: readonly ServerReport[];
  /** Suppressions without effect, as sentences. */
  readonly warnings: readonly string[];
}

/** A session's run with what was read out of its remarks, and the notes that its cells add. */
interface Reading {
  readonly run: SessionRun;
  readonly infra: InfraTest;
  readonly cut: RootCutter;
  readonly notes: SessionNotes;
  readonly cellNotes: InfraNote[];
}

export async function resultsOf(input: ResultsInput): Promise<Results> {
  const decide = ruleDecider(input.env);
  const readings = new Map<string, Reading>();
  for (const run of input.runs) readings.set(run.plan.key, readRemarks(run, await decide(run)));
  const files: FileResult[] = [];
  const warnings: string[] = [];
  for (const file of input.plan.files) files.push(await fileResult(file, readings, input, warnings));
  const servers = [...readings.values()].map(serverReport);
  return {
    files,
    warnings,
    servers: servers.sort((a, b) => compareText(a.name, b.name) || compareText(a.root, b.root)),
  };
}

function readRemarks(run: SessionRun, decided: readonly DecidedRule[]): Reading {
  const { definition, documents } = run.plan;
  const rules = remarkRules(definition, decided);
  const cut = rootCutter([run.plan.tree.serverRoot, run.plan.tree.root]);
  const notes = sessionNotes(
    run.sessions.flatMap(({ remarks }) => remarks.map(cut.remark)),
    { server: definition.name, documents: documents.map(({ path }) => path), ...rules },
  );
  return { run, infra: rules.infra, cut, notes, cellNotes: [] };
}

async function fileResult(
  file: PlannedFile,
  readings: ReadonlyMap<string, Reading>,
  input: ResultsInput,
  warnings: string[],
): Promise<FileResult> {
  const { failOn } = input.config;
  switch (file.kind) {
    case 'skipped': {
      const { path, kind, ...verdict } = file;
      return { path, failOn, verdict: { kind, ...verdict } };
    }
    case 'unknown':
      return {
        path: file.path,
        failOn,
        verdict: { kind: 'unknown', cells: [], cause: file.cause, incomplete: true },
      };
    case 'judged': {
      const text = await textOf(file.path, input.store);
      const suppressions = readSuppressions(text, splitLines);
      const subject = {
        path: file.path,
        lines: () => splitLines(text),
        suppressions,
        used: new Set<Suppression>(),
        warnings,
      };
      const cells = file.cells.flatMap((cell) => cellResult(subject, cell, readings, input) ?? []);
      if (!input.affected.has(file.path)) warnings.push(...uselessSuppressions(subject, cells));
      if (!isNonEmpty(cells)) return leftOutByAll(file.path, failOn, file.cells);
      return {
        path: file.path,
        failOn: file.failOn,
        contentHash: file.contentHash,
        verdict: judgeFile(cells),
      };
    }
    default:
      return assertNever(file);
  }
}

/** Every server that was asked says that its own configuration leaves the file out: nobody judged it. */
function leftOutByAll(path: RepoPath, failOn: FailOn, cells: readonly PlannedCell[]): FileResult {
  const servers = cells.map(({ server }) => server).join(' and ');
  return {
    path,
    failOn,
    verdict: { kind: 'skipped', reason: 'ignored', detail: `left out by the configuration of ${servers}` },
  };
}

interface Subject {
  readonly path: RepoPath;
  readonly lines: () => readonly string[];
  readonly suppressions: readonly Suppression[];
  /** Filled while the cells are judged. */
  readonly used: Set<Suppression>;
  /** For people, beside the report. */
  readonly warnings: string[];
}

function cellResult(
  subject: Subject,
  cell: PlannedCell,
  readings: ReadonlyMap<string, Reading>,
  input: ResultsInput,
): CellResult | undefined {
  const { path } = subject;
  const { server, role } = cell;
  if (cell.kind === 'unknown') {
    return {
      server,
      role,
      ms: 0,
      verdict: { kind: 'unknown', cause: cell.cause, provisional: [], hidden: [] },
    };
  }
  const reading = readings.get(cell.sessionKey);
  const collected = reading?.run.collected.get(path);
  if (reading === undefined || collected === undefined)
    throw new Error(`no outcome of ${cell.sessionKey} for ${path}`);
  const { ms } = collected;
  const { cut } = reading;
  const outcome = withoutRoot(collected.outcome, cut);
  const malformed = collected.malformed.map(cut.text);
  const provisional = outcome.kind === 'gave-up';
  const diagnostics = cut.diagnostics(provisional ? outcome.provisional : outcome.diagnostics);
  if (!provisional && diagnostics.some(reading.infra.leavesOut)) return undefined;
  const classified = classify(diagnostics, provisional, {
    path,
    lines: diagnostics.length === 0 ? [] : subject.lines(),
    definition: reading.run.plan.definition,
    infra: reading.infra,
    severityOf: input.severityOf,
    minSeverity: input.config.minSeverity,
    hash: (text) => contentHash(text).slice('sha256:'.length, 'sha256:'.length + 16),
  });
  const unreadable = malformed.map((text): InfraNote => ({ kind: 'malformed', path, text }));
  reading.cellNotes.push(...classified.infra, ...unreadable);
  const impairment = noiseCause(server, classified, unreadable) ?? reading.notes.impairmentOf(path);
  const { findings: said, used } = suppress(classified.findings, subject.suppressions);
  const known = markBaselined(said, input.baseline.get(path) ?? []);
  const findings = compared(known, subject, reading, input);
  for (const suppression of used) subject.used.add(suppression);
  return { server, role, ms, verdict: judgeCell(outcome, { ...classified, findings }, impairment) };
}

/** What the change and the base say of the findings, where --only asks for it. */
function compared(
  findings: readonly Diagnostic[],
  { path, lines }: Subject,
  { run, cut, cellNotes }: Reading,
  { base: texts, config, affected }: ResultsInput,
): readonly Diagnostic[] {
  const only = affected.has(path) ? 'new' : config.only;
  if (only === 'all' || texts === undefined || findings.length === 0) return findings;
  const { text: before } = beforeOf(texts, path);
  // An unreadable or absent base text: then every line is changed, and every finding new.
  if (before !== undefined && before.kind !== 'text') return findings;
  const baseLines = before === undefined ? lines() : splitLines(before.text);
  const map = mapLines(baseLines, lines());
  if (only === 'changed-lines') return markOutsideChange(findings, map);
  const cell = run.base.get(path);
  if (cell?.kind !== 'known') {
    const why = cut.text(cell?.why ?? 'it was not asked');
    const text = `what it had to say before the change is unknown (${why}): its findings count as new`;
    cellNotes.push({ kind: 'log', path, text });
    return findings;
  }
  const base = { diagnostics: cut.diagnostics(cell.diagnostics), lines: baseLines };
  return markExisting(findings, existingFindings({ diagnostics: findings, lines: lines() }, base, map));
}

/** Only where the server that a suppression names has spoken: of an unknown cell nothing can be said. */
function uselessSuppressions(
  { path, suppressions, used }: Subject,
  cells: readonly CellResult[],
): readonly string[] {
  const spoken = new Set(
    cells.flatMap(({ server, verdict }) => (verdict.kind === 'unknown' ? [] : [server])),
  );
  return suppressions
    .filter((suppression) => !used.has(suppression) && spoken.has(suppression.server))
    .map((suppression) => uselessText(path, suppression));
}

async function textOf(path: RepoPath, store: TextStore): Promise<string> {
  const read = await store.text(path);
  return read.kind === 'text' ? read.text : '';
}

function withoutRoot(outcome: CellOutcome, cut: RootCutter): CellOutcome {
  return outcome.kind === 'gave-up' ? { ...outcome, cause: cut.cause(outcome.cause) } : outcome;
}

function serverReport({ run, cut, notes, cellNotes }: Reading): ServerReport {
  const { plan, sessions, fault, deaths } = run;
  const [first] = sessions;
  const version = plan.command.version ?? first?.facts.version;
  const detail = fault?.detail ?? restartText(deaths);
  return {
    name: plan.definition.name,
    root: plan.rootPath,
    state: fault === undefined ? 'ok' : 'failed',
    startMs: Math.round(first?.startMs ?? 0),
    infra: [...notes.notes, ...cellNotes].sort(compareNotes),
    ...(version !== undefined && { version }),
    ...(detail !== undefined && { detail: cut.text(detail) }),
  };
}

/** A crash that was got over is still worth knowing. */
function restartText(deaths: readonly Fault[]): string | undefined {
  const [first] = deaths;
  if (first === undefined) return undefined;
  return `${first.detail}; it was started again ${deaths.length === 1 ? 'once' : `${deaths.length} times`}`;
}

function compareNotes(a: InfraNote, b: InfraNote): number {
  return (
    compareText(a.path ?? '', b.path ?? '') || compareText(a.kind, b.kind) || compareText(a.text, b.text)
  );
}
