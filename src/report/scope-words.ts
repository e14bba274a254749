// Scopes in words.

import type { ResolvedScope, ScopeKind } from '../model/change.js';
import type { RunResult } from '../model/run.js';
import { shardWords } from '../model/shard.js';

const labels: Readonly<Record<ScopeKind, string>> = {
  'working-tree': 'working tree',
  staged: 'staged',
  base: 'base',
  range: 'range',
  'pre-push': 'pre-push',
  files: 'files',
  all: 'all',
};

/** `staged: index against HEAD a1b2c3d`. A description names refs, so it is hostile text until escaped. */
export function scopeWords({ kind, description }: ResolvedScope): string {
  return repeatsLabel(kind, description) ? description : `${labels[kind]}: ${description}`;
}

/** `staged: 5 files (index against HEAD a1b2c3d)`, `all: 5 files, shard 2 of 4 (tracked files)`. */
export function scopeLine({ scope, shard }: Pick<RunResult, 'scope' | 'shard'>, files: string): string {
  const { kind, description } = scope;
  const rest = repeatsLabel(kind, description) ? description.slice(labels[kind].length + 1) : description;
  const part = shard === undefined ? '' : `, ${shardWords(shard)}`;
  return `${labels[kind]}: ${files}${part} (${rest})`;
}

function repeatsLabel(kind: ScopeKind, description: string): boolean {
  return description.startsWith(`${labels[kind]} `);
}
