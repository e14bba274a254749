// What an import gives: servers as lspcheck.yml would have them, and everything that could not be carried over, in words.
// Types and the two steps that all sources share; what a source's file means is in its own file.

import type { JsonObject } from '../../model/base.js';

export const importSources = ['cclsp', 'lsp-mcp', 'titah', 'supertool'] as const;
export type ImportSource = (typeof importSources)[number];

export interface Imported {
  /** By name, in the order of the file. */
  readonly servers: Readonly<Record<string, JsonObject>>;
  /** One sentence each; names of the file stand in it, so it is hostile text until escaped. */
  readonly lost: readonly string[];
}

/** A name of lspcheck's: rules say `server/code`, so it has no slash; a second one of the same name gets a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const clean = wanted.replace(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'server';
  if (!taken.has(clean)) return clean;
  for (let number = 2; ; number += 1) if (!taken.has(`${clean}-${number}`)) return `${clean}-${number}`;
}

/** `5` seconds as a duration of lspcheck.yml; undefined for what is no length. */
export function secondsAsDuration(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !(seconds > 0)) return undefined;
  return Number.isInteger(seconds) ? `${seconds}s` : `${Math.max(1, Math.round(seconds * 1000))}ms`;
}

/** Keys that the source has and lspcheck has no place for. */
export function leftOver(
  entry: Readonly<Record<string, unknown>>,
  known: readonly string[],
  where: string,
): readonly string[] {
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => `${where}: "${key}" has no counterpart here`);
}
