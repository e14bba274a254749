// SARIF as tests read it, and the text that a reported region covers.

import type { Log, Region, Result } from 'sarif';

export function parseSarif(stdout: string): Log {
  return JSON.parse(stdout) as Log; // our own output; test/golden holds it against the schema
}

export function resultsOf(log: Log): readonly Result[] {
  return log.runs.flatMap((run) => run.results ?? []);
}

export function uriOf(result: Result): string | undefined {
  return result.locations?.[0]?.physicalLocation?.artifactLocation?.uri;
}

export function regionOf(result: Result): Region | undefined {
  return result.locations?.[0]?.physicalLocation?.region;
}

/** The text of a region on one line, by the unit that the run declares. */
export function cut(text: string, region: Region, columnKind: string | undefined): string {
  const line = text.split('\n')[(region.startLine ?? 1) - 1] ?? '';
  const units = columnKind === 'unicodeCodePoints' ? [...line] : line.split('');
  return units.slice((region.startColumn ?? 1) - 1, (region.endColumn ?? 1) - 1).join('');
}
