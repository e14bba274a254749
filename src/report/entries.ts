// A run as a flat list of places: what the formats carry that know nothing but findings (gitlab, checkstyle, rdjson).
// Such a format cannot say "unknown" or "incomplete" of its own, so both are entries of severity error: a list that is
// short of them would be read as a success.

import {
  atLeast,
  compareDiagnostics,
  type Diagnostic,
  type Range,
  type Severity,
} from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf } from '../model/summary.js';
import type { FileResult } from '../model/verdict.js';
import { shownMessage } from './escape.js';
import { activeOf } from './file-counts.js';
import { incompleteness, unknownFiles } from './unknowns.js';

export interface ReportEntry {
  /** As it is in the repository, not escaped; `.` for what is said of the whole run. */
  readonly path: string;
  readonly range: Range;
  readonly severity: Severity;
  /** Visible, never empty. */
  readonly message: string;
  /** `server/code`, or `lspcheck/unknown/<reason>`, `lspcheck/incomplete`. */
  readonly rule: string;
  /** What a server said; absent for our own entries. */
  readonly diagnostic?: Diagnostic;
}

/** Files in their order, in each the missing answer first; last what is said of the run. */
export function entriesOf(run: RunResult): readonly ReportEntry[] {
  const unknown = new Map(unknownFiles(run).map((file) => [file.path, file]));
  const files = run.files.flatMap((file): readonly ReportEntry[] => {
    const missing = unknown.get(file.path);
    const said = [...activeOf(file), ...provisionalOf(file.verdict)].sort(compareDiagnostics);
    const entries = said.map((diagnostic) => saidEntry(file, diagnostic));
    if (missing === undefined) return entries;
    const { role, reason, message, inPart } = missing;
    const words = `${inPart ? 'judged in part' : 'unknown'}: ${message}`;
    const severity = role === 'required' ? 'error' : 'warning';
    return [ownEntry(file.path, severity, words, `unknown/${reason}`), ...entries];
  });
  const why = incompleteness(run);
  return why === undefined ? files : [...files, ownEntry('.', 'error', `incomplete: ${why}`, 'incomplete')];
}

const longestCode = 200;

/** `server/code`; one without a code has a name of its own, never its message. */
export function ruleIdOf({ server, code }: Pick<Diagnostic, 'server' | 'code'>): string {
  return `${server}/${code === undefined || code === '' ? 'uncoded' : code.slice(0, longestCode)}`;
}

/** A provisional one is no finding, and says so; it is as grave as it looks only where it fails the run. */
function saidEntry({ path, failOn }: FileResult, diagnostic: Diagnostic): ReportEntry {
  const { severity, message, range, provisional } = diagnostic;
  return {
    path,
    range,
    severity: provisional && !atLeast(severity, failOn) ? 'info' : severity,
    message: provisional ? `provisional ${severity}: ${shownMessage(message)}` : shownMessage(message),
    rule: ruleIdOf(diagnostic),
    diagnostic,
  };
}

const firstLine: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

function ownEntry(path: string, severity: Severity, message: string, rule: string): ReportEntry {
  return { path, range: firstLine, severity, message: shownMessage(message), rule: `lspcheck/${rule}` };
}
