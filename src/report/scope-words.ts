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
  return description === '' ? labels[kind] : `${labels[kind]}: ${description}`;
}

/** `staged: 5 files (index against HEAD a1b2c3d)`. */
export function scopeLine({ kind, description }: ResolvedScope, files: string): string {
  return description === '' ? `${labels[kind]}: ${files}` : `${labels[kind]}: ${files} (${description})`;
}
