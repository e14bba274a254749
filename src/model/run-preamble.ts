// The JSON report without its files → the rest of a RunResult: scope, policy, servers, notes. Strict, like `run-codec`.

import { decodeSearch } from './affected-codec.js';
import type { RepoPath } from './base.js';
import type { MixedEntry, ResolvedScope, ScopeKind } from './change.js';
import { type FailOn, severities } from './diagnostic.js';
import { decodePath } from './diagnostic-codec.js';
import {
  duration,
  everyOf,
  field,
  flag,
  list,
  Mismatch,
  nullable,
  oneOf,
  optional,
  type Place,
  text,
  whole,
} from './json-reader.js';
import type { InfraNote, RunPolicy, RunResult, ServerReport } from './run.js';
import { reportSchemaVersion } from './run-report.js';
import type { RunShard } from './shard.js';

export const failLevels: readonly FailOn[] = [...severities, 'never'];

const scopeKinds = everyOf<ScopeKind>({
  'working-tree': true,
  staged: true,
  base: true,
  range: true,
  'pre-push': true,
  files: true,
  all: true,
});
const mixedReasons = everyOf<MixedEntry['why']>({
  untracked: true,
  'config-unstaged': true,
  'deleted-on-disk': true,
  'absent-in-judged': true,
});
const infraKinds = everyOf<InfraNote['kind']>({
  message: true,
  diagnostic: true,
  malformed: true,
  log: true,
});

/** @throws Mismatch when the shape, the tool or the version of the schema is another one. */
export function decodePreamble(report: Place): Omit<RunResult, 'files'> {
  const schemaVersion = whole(field(report, 'schemaVersion'), 1);
  if (schemaVersion !== reportSchemaVersion)
    throw new Mismatch('schemaVersion', `expected ${reportSchemaVersion}, found ${schemaVersion}`);
  const tool = field(report, 'tool');
  oneOf(field(tool, 'name'), ['lspcheck']);
  return {
    toolVersion: text(field(tool, 'version')),
    scope: decodeScope(field(report, 'scope')),
    configHash: text(field(report, 'configHash')),
    ...optional(report, 'shard', decodeShard),
    policy: decodePolicy(field(report, 'policy')),
    ...optional(report, 'interrupted', (signal) => oneOf(signal, ['SIGINT', 'SIGTERM'])),
    servers: list(field(report, 'servers'), decodeServer),
    uncovered: list(field(report, 'uncovered'), (entry) => ({
      path: decodePath(field(entry, 'path')),
      language: text(field(entry, 'language')),
    })),
    notes: list(field(report, 'notes'), text),
    ...optional(report, 'affected', (searches) => list(searches, decodeSearch)),
  };
}

function decodeScope(scope: Place): ResolvedScope {
  return {
    kind: oneOf(field(scope, 'kind'), scopeKinds),
    base: nullable(field(scope, 'base'), text),
    head: nullable(field(scope, 'head'), text),
    description: text(field(scope, 'description')),
    mixed: list(field(scope, 'mixed'), (entry) => ({
      path: decodePath(field(entry, 'path')),
      why: oneOf(field(entry, 'why'), mixedReasons),
    })),
  };
}

function decodeShard(shard: Place): RunShard {
  const total = whole(field(shard, 'total'), 1);
  const index = whole(field(shard, 'index'), 1);
  if (index > total) throw new Mismatch(field(shard, 'index').at, `there are only ${total} shards`);
  const planHash = text(field(shard, 'planHash'));
  return {
    ...{ index, total, planHash },
    servedElsewhere: flag(field(shard, 'servedElsewhere')),
    elsewhere: list(field(shard, 'elsewhere'), decodeElsewhere),
  };
}

/** A file that was named may lie outside of the repository. */
function decodeElsewhere(path: Place): RepoPath {
  return text(path).startsWith('../') ? (text(path) as RepoPath) : decodePath(path);
}

function decodePolicy(policy: Place): RunPolicy {
  return {
    failOn: oneOf(field(policy, 'failOn'), failLevels),
    minSeverity: oneOf(field(policy, 'minSeverity'), severities),
    onUnknown: oneOf(field(policy, 'onUnknown'), ['fail', 'warn']),
    onUncovered: oneOf(field(policy, 'onUncovered'), ['ignore', 'warn', 'fail']),
    failOnEmpty: flag(field(policy, 'failOnEmpty')),
    zeroConfig: flag(field(policy, 'zeroConfig')),
  };
}

function decodeServer(server: Place): ServerReport {
  return {
    name: text(field(server, 'name')),
    root: decodePath(field(server, 'root')),
    ...optional(server, 'version', text),
    state: oneOf(field(server, 'state'), ['ok', 'failed']),
    ...optional(server, 'detail', text),
    startMs: optional(server, 'startMs', duration).startMs ?? 0,
    infra: list(field(server, 'infra'), (note) => ({
      kind: oneOf(field(note, 'kind'), infraKinds),
      ...optional(note, 'path', decodePath),
      text: text(field(note, 'text')),
    })),
  };
}
