// Scopes in words.

import type { ResolvedScope, ScopeKind } from '../model/change.js';

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

/** `staged: 5 files (index against HEAD a1b2c3d)`, `working tree: 5 files (against HEAD a1b2c3d)`. */
export function scopeLine({ kind, description }: ResolvedScope, files: string): string {
  const rest = repeatsLabel(kind, description) ? description.slice(labels[kind].length + 1) : description;
  return `${labels[kind]}: ${files} (${rest})`;
}

function repeatsLabel(kind: ScopeKind, description: string): boolean {
  return description.startsWith(`${labels[kind]} `);
}
