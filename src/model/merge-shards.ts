// The runs of all parts → the run that they are parts of. A part that is missing leaves its files unknown; parts that do not
// belong together, or come twice, are refused: a merged report says no more than its parts have shown.

import { assertNever, type RepoPath } from './base.js';
import { compareText } from './diagnostic.js';
import type { InfraNote, RunResult, ServerReport } from './run.js';
import { type RunShard, shardWords } from './shard.js';
import { UserError } from './user-error.js';
import type { FileResult } from './verdict.js';

export interface NamedRun {
  /** Of the report's file, for messages. */
  readonly name: string;
  readonly run: RunResult;
}

export interface Merged {
  readonly run: RunResult;
  /** Parts without a report, ascending. */
  readonly missing: readonly number[];
}

/**
 * A single whole run is its own sum, so that a JSON report can be told in any other form.
 * @throws UserError `usage`: not parts of one run.
 */
export function mergeShards(parts: readonly NamedRun[]): Merged {
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && only.run.shard === undefined)
    return { run: only.run, missing: [] };
  const shards = parts.map((part) => ({ ...part, shard: shardIn(part) })).sort(byIndex);
  const [first, ...others] = shards;
  if (first === undefined) throw new UserError('usage', 'no report to merge');
  for (const other of others) checkKinship(first, other);
  shards.forEach((one, at) => {
    const before = shards[at - 1];
    if (before?.shard.index === one.shard.index)
      throw new UserError('usage', `${before.name} and ${one.name} are both ${shardWords(one.shard)}`);
  });
  const { total } = first.shard;
  const present = new Set(shards.map(({ shard }) => shard.index));
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !present.has(index));
  const { shard: _, interrupted: __, ...whole } = first.run;
  const runs = shards.map(({ run }) => run);
  return {
    run: {
      ...whole,
      scope: { ...whole.scope, mixed: unique(runs.flatMap(({ scope }) => scope.mixed)).sort(byPath) },
      servers: mergeServers(runs.flatMap(({ servers }) => servers)),
      files: mergeFiles(shards, missing),
      uncovered: runs.flatMap(({ uncovered }) => uncovered).sort(byPath),
      notes: unique(runs.flatMap(({ notes }) => notes)),
    },
    missing,
  };
}

interface Part extends NamedRun {
  readonly shard: RunShard;
}

function shardIn({ name, run }: NamedRun): RunShard {
  if (run.shard !== undefined) return run.shard;
  throw new UserError('usage', `${name} is a report of a whole run, not of a shard`, {
    hint: 'merge joins what --shard I/N cut; a whole report needs no merging',
  });
}

function byIndex(a: Part, b: Part): number {
  return a.shard.index - b.shard.index;
}

function checkKinship(first: Part, other: Part): void {
  const differs = differenceOf(first, other);
  if (differs === undefined) return;
  throw new UserError('usage', `${first.name} and ${other.name} are no parts of one run: ${differs}`, {
    hint: 'give every shard the same commit, flags, lspcheck and servers',
  });
}

function differenceOf(a: Part, b: Part): string | undefined {
  if (a.run.toolVersion !== b.run.toolVersion)
    return `lspcheck ${a.run.toolVersion} and ${b.run.toolVersion}`;
  if (a.run.scope.base !== b.run.scope.base || a.run.scope.head !== b.run.scope.head)
    return 'their commits differ';
  if (a.run.configHash !== b.run.configHash) return 'their configuration or flags differ';
  if (JSON.stringify(a.run.policy) !== JSON.stringify(b.run.policy)) return 'their policy differs';
  if (a.shard.total !== b.shard.total)
    return `one run was cut into ${a.shard.total}, the other into ${b.shard.total}`;
  return a.shard.planHash === b.shard.planHash ? undefined : 'their files, texts or servers differ';
}

/** Every file that some part names: judged by the one it belongs to, or unknown when that one is missing. */
function mergeFiles(parts: readonly Part[], missing: readonly number[]): readonly FileResult[] {
  const files = new Map<RepoPath, FileResult>();
  for (const { name, run } of parts) {
    for (const file of run.files) {
      if (files.has(file.path))
        throw new UserError('usage', `${name} judges ${file.path}, which another shard judges too`);
      files.set(file.path, file);
    }
  }
  const named = new Set(parts.flatMap(({ shard }) => shard.elsewhere));
  const { run } = parts[0] ?? {};
  for (const path of named) {
    if (files.has(path)) continue;
    if (missing.length === 0 || run === undefined)
      throw new UserError('usage', `no shard judges ${path}, though none is missing`);
    files.set(path, unheard(path, run, missing));
  }
  return [...files.values()].sort(byPath);
}

function unheard(path: RepoPath, { policy }: RunResult, missing: readonly number[]): FileResult {
  const which = missing.length === 1 ? `shard ${missing[0]} has` : `the shards ${missing.join(', ')} have`;
  // What lies outside of the repository was not read by anybody, whoever was to say so.
  const reason = path.startsWith('../') ? 'read-failed' : 'not-started';
  const cause = { reason, detail: `${which} no report here, and no other shard judges the file` } as const;
  return { path, failOn: policy.failOn, verdict: { kind: 'unknown', cells: [], cause, incomplete: true } };
}

function mergeServers(servers: readonly ServerReport[]): readonly ServerReport[] {
  const merged = new Map<string, ServerReport>();
  for (const server of servers) {
    const key = JSON.stringify([server.name, server.root]);
    const before = merged.get(key);
    merged.set(key, before === undefined ? server : joinServers(before, server));
  }
  return [...merged.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.root, b.root));
}

function joinServers(a: ServerReport, b: ServerReport): ServerReport {
  const { detail: ofA, ...rest } = a;
  const details = unique([ofA, b.detail].flatMap((detail) => detail ?? []));
  return {
    ...rest,
    ...(b.version !== undefined && { version: b.version }),
    state: worse(a.state, b.state),
    startMs: Math.max(a.startMs, b.startMs),
    infra: unique([...a.infra, ...b.infra]).sort(compareNotes),
    ...(details.length > 0 && { detail: details.join('; ') }),
  };
}

function worse(a: ServerReport['state'], b: ServerReport['state']): ServerReport['state'] {
  switch (a) {
    case 'failed':
      return a;
    case 'ok':
      return b;
    default:
      return assertNever(a);
  }
}

function compareNotes(a: InfraNote, b: InfraNote): number {
  return (
    compareText(a.path ?? '', b.path ?? '') || compareText(a.kind, b.kind) || compareText(a.text, b.text)
  );
}

function byPath(a: { readonly path: RepoPath }, b: { readonly path: RepoPath }): number {
  return compareText(a.path, b.path);
}

/** By value, the first of equals kept. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
