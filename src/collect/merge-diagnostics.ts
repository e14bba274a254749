// Lists of one server's diagnostics for one text: united without exact repetition, or compared as sets.

import type { ServerDiagnostic } from '../model/diagnostic.js';

/** Both lists, each diagnostic once. */
export function mergeDiagnostics(
  first: readonly ServerDiagnostic[],
  second: readonly ServerDiagnostic[],
): readonly ServerDiagnostic[] {
  const byKey = new Map<string, ServerDiagnostic>();
  for (const diagnostic of [...first, ...second]) {
    const key = keyOf(diagnostic);
    if (!byKey.has(key)) byKey.set(key, diagnostic);
  }
  return [...byKey.values()];
}

/**
 * `own` without those that `compiler` says as well in other words: the same code on an overlapping line
 * (rust-analyzer 1.96: native E0308 and rustc's differ in range and text).
 */
export function withoutEchoes(
  own: readonly ServerDiagnostic[],
  compiler: readonly ServerDiagnostic[],
): readonly ServerDiagnostic[] {
  return own.filter(
    (diagnostic) =>
      diagnostic.code === undefined ||
      !compiler.some((other) => other.code === diagnostic.code && linesOverlap(other, diagnostic)),
  );
}

function linesOverlap(a: ServerDiagnostic, b: ServerDiagnostic): boolean {
  return a.range.start.line <= b.range.end.line && b.range.start.line <= a.range.end.line;
}

/** Equal as multisets: servers do not promise an order. */
export function sameDiagnostics(a: readonly ServerDiagnostic[], b: readonly ServerDiagnostic[]): boolean {
  if (a.length !== b.length) return false;
  const keys = a.map(keyOf).sort();
  return b
    .map(keyOf)
    .sort()
    .every((key, index) => key === keys[index]);
}

/** Everything that a reader of the report could tell apart. */
function keyOf(diagnostic: ServerDiagnostic): string {
  const { start, end } = diagnostic.range;
  return JSON.stringify([
    start.line,
    start.column,
    end.line,
    end.column,
    diagnostic.severity ?? '',
    diagnostic.code ?? '',
    diagnostic.source ?? '',
    diagnostic.message,
  ]);
}
