// Run results in a few words, for tests of whatever reads them. Values are put together as the judge does:
// the file's verdict is the judge's own; nothing here can make a clean cell without a settlement.

import { judgeFile } from '../../src/classify/judge.js';
import type { AffectedGap, AffectedSearch } from '../../src/model/affected.js';
import type { ContentHash, NonEmpty, RepoPath } from '../../src/model/base.js';
import type { ScopeKind } from '../../src/model/change.js';
import {
  compareDiagnostics,
  type Diagnostic,
  type FailOn,
  type RelatedLocation,
} from '../../src/model/diagnostic.js';
import type { SkipReason, UnknownCause, UnknownReason } from '../../src/model/fault.js';
import type { InfraNote, RunPolicy, RunResult, ServerReport } from '../../src/model/run.js';
import { type Evidence, type Settlement, settlement } from '../../src/model/settlement.js';
import type { CellResult, FileResult, FileVerdict } from '../../src/model/verdict.js';

const hash = `sha256:${'0123456789abcdef'.repeat(4)}` as ContentHash;

export const repoPath = (path: string) => path as RepoPath;

export function range(line: number, column: number, endLine = line, endColumn = column + 1) {
  return { start: { line, column }, end: { line: endLine, column: endColumn } };
}

/** An error of `typescript` with code 2322 at 1:1, unless said otherwise. */
export function diagnostic(given: Partial<Diagnostic> = {}): Diagnostic {
  const { start } = given.range ?? range(1, 1);
  return {
    server: 'typescript',
    code: '2322',
    severity: 'error',
    message: "Type 'string' is not assignable to type 'number'.",
    range: range(1, 1),
    approximate: false,
    tags: [],
    related: [],
    fingerprint: `f${start.line}-${start.column}`,
    status: 'active',
    provisional: false,
    ...given,
  };
}

export function related(path: string, line: number, column: number, message: string): RelatedLocation {
  return { path: repoPath(path), outsideRepository: false, range: range(line, column), message };
}

export function cause(reason: UnknownReason, detail = `typescript: ${reason}`, hint?: string): UnknownCause {
  return hint === undefined ? { reason, detail } : { reason, detail, hint };
}

interface CellOptions {
  readonly role?: CellResult['role'];
  readonly ms?: number;
  readonly hidden?: readonly Diagnostic[];
}

export function cleanCell(
  server: string,
  { via = 'pull', ...options }: CellOptions & { readonly via?: Evidence } = {},
): CellResult {
  const hidden = options.hidden ?? [];
  return cell(server, options, { kind: 'clean', settlement: evidence(via, hidden), hidden });
}

/** A cell with these findings; they are made the server's own. */
export function findingsCell(
  server: string,
  found: NonEmpty<Diagnostic>,
  {
    via = 'barrier',
    impaired,
    ...options
  }: CellOptions & { readonly via?: Evidence; readonly impaired?: UnknownCause } = {},
): CellResult {
  const findings = owned(server, found, false) as readonly Diagnostic[] as NonEmpty<Diagnostic>;
  const hidden = owned(server, options.hidden ?? [], false);
  return cell(server, options, {
    kind: 'findings',
    settlement: evidence(via, [...findings, ...hidden]),
    findings,
    hidden,
    ...(impaired && { impaired }),
  });
}

export function unknownCell(
  server: string,
  why: UnknownCause,
  { provisional = [], ...options }: CellOptions & { readonly provisional?: readonly Diagnostic[] } = {},
): CellResult {
  return cell(server, options, {
    kind: 'unknown',
    cause: why,
    provisional: owned(server, provisional, true),
    hidden: owned(server, options.hidden ?? [], false),
  });
}

/** A file judged by these cells. */
export function judged(path: string, cells: NonEmpty<CellResult>, failOn: FailOn = 'error'): FileResult {
  return { path: repoPath(path), verdict: judgeFile(cells), contentHash: hash, failOn };
}

/** The same file, judged since it depends on what changed. */
export function affected(file: FileResult): FileResult {
  return { ...file, affected: true };
}

/** A search for dependents in the repository root. */
export function search(
  server: string,
  method: AffectedSearch['method'],
  outcome: AffectedSearch['outcome'],
  given: Partial<AffectedSearch> = {},
): AffectedSearch {
  return { server, root: repoPath('.'), method, judged: 0, cut: [], outcome, ...given };
}

export function partial(kind: AffectedGap['kind'], detail: string): AffectedSearch['outcome'] {
  return { kind: 'partial', gaps: [{ kind, detail }] };
}

/** A file that no server could be asked about. */
export function unreadable(path: string, why: UnknownCause): FileResult {
  const verdict: FileVerdict = { kind: 'unknown', cells: [], cause: why, incomplete: true };
  return { path: repoPath(path), verdict, failOn: 'error' };
}

export function skipped(
  path: string,
  reason: SkipReason,
  more: { readonly detail?: string; readonly hint?: string } = {},
): FileResult {
  return { path: repoPath(path), verdict: { kind: 'skipped', reason, ...more }, failOn: 'error' };
}

export function serverReport(name: string, given: Partial<ServerReport> = {}): ServerReport {
  return { name, root: repoPath('.'), version: '1.0.0', state: 'ok', startMs: 812.4, infra: [], ...given };
}

export function infra(kind: InfraNote['kind'], text: string, path?: string): InfraNote {
  return path === undefined ? { kind, text } : { kind, text, path: repoPath(path) };
}

interface RunOptions extends Partial<Omit<RunResult, 'policy' | 'files' | 'scope'>> {
  readonly policy?: Partial<RunPolicy>;
  readonly scope?: Partial<RunResult['scope']> & { readonly kind?: ScopeKind };
}

export function runOf(files: readonly FileResult[], given: RunOptions = {}): RunResult {
  const { policy, scope, ...rest } = given;
  return {
    toolVersion: '0.0.0-test',
    scope: {
      kind: 'staged',
      base: 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334',
      head: 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334',
      description: 'index against HEAD a1b2c3d',
      mixed: [],
      ...scope,
    },
    configHash: `sha256:${'f'.repeat(64)}`,
    policy: {
      failOn: 'error',
      minSeverity: 'info',
      onUnknown: 'fail',
      onUncovered: 'warn',
      failOnEmpty: false,
      zeroConfig: false,
      ...policy,
    },
    servers: [],
    files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    uncovered: [],
    notes: [],
    ...rest,
  };
}

function cell(server: string, options: CellOptions, verdict: CellResult['verdict']): CellResult {
  return { server, role: options.role ?? 'required', verdict, ms: options.ms ?? 143.25 };
}

function evidence(via: Evidence, diagnostics: readonly Diagnostic[]): Settlement {
  return settlement(
    via,
    hash,
    diagnostics.map(({ server: _, fingerprint: __, status: ___, provisional: ____, ...said }) => said),
  );
}

function owned(server: string, list: readonly Diagnostic[], provisional: boolean): readonly Diagnostic[] {
  return list.map((found) => ({ ...found, server, provisional })).sort(compareDiagnostics);
}
