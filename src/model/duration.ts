// Durations as people write them: `300ms`, `15s`, `2m`, `1.5s`. Zero, negative and nonsense are refused, never guessed.

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Milliseconds, or undefined when the text is no positive duration with a unit. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text.trim());
  const unit = unitMs[match?.[2] ?? ''];
  if (!match || unit === undefined) return undefined;
  const ms = Math.round(Number(match[1]) * unit);
  return ms > 0 && Number.isSafeInteger(ms) ? ms : undefined;
}

/** The shortest exact form: `300ms`, `15s`, `2m`. */
export function formatDuration(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  if (ms % 1000 === 0) return `${ms / 1000}s`;
  return `${Math.round(ms)}ms`;
}
