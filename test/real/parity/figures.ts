// The figures of docs/parity.md: kept beside the tests, written by them with UPDATE_PARITY=1, and compared otherwise, so that the
// document stays true. Times and versions are told only: another version is compared by its findings.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { KnownDifference } from './known-differences.js';

export interface Figures {
  readonly engine: string;
  readonly version: string;
  readonly server: string;
  readonly files: number;
  /** Mistakes put in. */
  readonly seeded: number;
  /** Findings of the command line. */
  readonly cli: number;
  readonly lspcheck: number;
  readonly missed: number;
  readonly extra: number;
  readonly cliMs: number;
  readonly lspcheckMs: number;
  readonly known: readonly Pick<KnownDifference, 'side' | 'cause' | 'count'>[];
}

const folder = join(import.meta.dirname, 'figures');

export function keepFigures(figures: Figures, use: 'compared' | 'told'): void {
  const file = join(folder, `${figures.engine.replaceAll(/\W+/g, '-')}.json`);
  if (process.env['UPDATE_PARITY'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  if (use === 'told') return;
  // Our own file, written above.
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Figures;
  expect(counts(figures), 'docs/parity.md: UPDATE_PARITY=1, then node scripts/parity-table.mjs').toEqual(
    counts(kept),
  );
}

function counts({ version, cliMs, lspcheckMs, ...rest }: Figures): Partial<Figures> {
  return rest;
}
