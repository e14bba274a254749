// Findings that were accepted when lspcheck was introduced: counts per path, server, code and message class, without line
// numbers, so that moving code changes nothing. What goes beyond the count is new. Text in, text out; reads no file.

import type { RepoPath } from '../model/base.js';
import { compareText, type Diagnostic } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';

export interface BaselineEntry {
  readonly path: RepoPath;
  readonly server: string;
  /** Empty for a diagnostic without one. */
  readonly code: string;
  /** The message with numbers and blanks folded. */
  readonly message: string;
  readonly count: number;
}

/** Entries by path. */
export type Baseline = ReadonlyMap<RepoPath, readonly BaselineEntry[]>;

export const baselineFileName = 'lspcheck-baseline.jsonl';
const header = '{"lspcheckBaseline":1}';

export type ReadBaseline =
  | { readonly kind: 'baseline'; readonly entries: readonly BaselineEntry[] }
  /** 1-based. */
  | { readonly kind: 'broken'; readonly line: number; readonly why: string };

/** One entry per line, so that merges and reviews see single lines. */
export function readBaseline(text: string): ReadBaseline {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== header) return { kind: 'broken', line: 1, why: `the first line must be ${header}` };
  const entries: BaselineEntry[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const entry = readEntry(line);
    if (entry === undefined)
      return { kind: 'broken', line: index + 1, why: 'expected path, server, code, message and count' };
    entries.push(entry);
  }
  return { kind: 'baseline', entries };
}

export function writeBaseline(entries: readonly BaselineEntry[]): string {
  const sorted = [...entries].sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      compareText(a.server, b.server) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
  const lines = sorted.map(({ path, server, code, message, count }) =>
    JSON.stringify({ path, server, code, message, count }),
  );
  return `${[header, ...lines].join('\n')}\n`;
}

/** @param renamed new path → the path that the entries were made under. */
export function baselineOf(
  entries: readonly BaselineEntry[],
  renamed: ReadonlyMap<RepoPath, RepoPath>,
): Baseline {
  const byPath = new Map<RepoPath, BaselineEntry[]>();
  for (const entry of entries) byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry]);
  for (const [to, from] of renamed) {
    const moved = byPath.get(from);
    if (moved !== undefined && !byPath.has(to)) byPath.set(to, moved);
  }
  return byPath;
}

/** Marks active findings up to each entry's count, in order of place. */
export function markBaselined(
  findings: readonly Diagnostic[],
  entries: readonly BaselineEntry[],
): readonly Diagnostic[] {
  const left = new Map(entries.map((entry) => [keyOf(entry), entry.count]));
  return findings.map((finding) => {
    const key = keyOf(classOf(finding));
    const count = left.get(key) ?? 0;
    if (finding.status !== 'active' || count === 0) return finding;
    left.set(key, count - 1);
    return { ...finding, status: 'baselined' as const };
  });
}

/** What a run would accept: its findings that count, or were accepted already. Provisional ones are no ground to accept. */
export function acceptedBy(run: RunResult): readonly BaselineEntry[] {
  return run.files.flatMap(({ path, verdict }) =>
    verdict.kind === 'findings' ? counted(path, verdict.findings.filter(isAcceptable)) : [],
  );
}

/**
 * The new entries: those of judged files as they are now; those of files that this run knows nothing final of, as before.
 * With `prune` no count grows.
 */
export function updated(
  before: readonly BaselineEntry[],
  run: RunResult,
  options: { readonly prune: boolean; readonly exists: (path: RepoPath) => boolean },
): readonly BaselineEntry[] {
  const judged = new Set(run.files.flatMap(({ path, verdict }) => (isFinal(verdict) ? [path] : [])));
  const kept = before.filter(({ path }) => !judged.has(path) && options.exists(path));
  const old = new Map(before.map((entry) => [`${entry.path}\0${keyOf(entry)}`, entry.count]));
  const now = acceptedBy(run).filter(({ path }) => judged.has(path));
  const current = options.prune
    ? now.flatMap((entry) => {
        const count = Math.min(entry.count, old.get(`${entry.path}\0${keyOf(entry)}`) ?? 0);
        return count === 0 ? [] : [{ ...entry, count }];
      })
    : now;
  return [...kept, ...current];
}

function isFinal(verdict: RunResult['files'][number]['verdict']): boolean {
  return verdict.kind === 'clean' || (verdict.kind === 'findings' && !verdict.incomplete);
}

function isAcceptable({ status, provisional }: Diagnostic): boolean {
  return !provisional && (status === 'active' || status === 'baselined');
}

function counted(path: RepoPath, findings: readonly Diagnostic[]): readonly BaselineEntry[] {
  const byKey = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    const one = classOf(finding);
    const key = keyOf(one);
    byKey.set(key, { path, ...one, count: (byKey.get(key)?.count ?? 0) + 1 });
  }
  return [...byKey.values()];
}

type MessageClass = Pick<BaselineEntry, 'server' | 'code' | 'message'>;

function classOf({ server, code, message }: Diagnostic): MessageClass {
  return { server, code: code ?? '', message: message.replace(/\d+/g, 'N').replace(/\s+/g, ' ').trim() };
}

function keyOf({ server, code, message }: MessageClass): string {
  return JSON.stringify([server, code, message]);
}

function readEntry(line: string): BaselineEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { path, server, code, message, count } = value as Record<string, unknown>; // a parsing border, checked below
  if (typeof path !== 'string' || typeof server !== 'string') return undefined;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) return undefined;
  return { path: path as RepoPath, server, code, message, count };
}
