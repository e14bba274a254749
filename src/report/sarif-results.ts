// Active findings as SARIF results, and the rules they name. Only settled, active findings: code scanning ignores
// suppressions and takes absence for "fixed", so what does not count is counted in the run's properties instead.

import type { ReportingDescriptor, Result } from 'sarif';
import type { RepoPath } from '../model/base.js';
import { atLeast, type Diagnostic, severities } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { ruleIdOf } from './entries.js';
import { cut, safeUrl } from './escape.js';
import { activeOf } from './file-counts.js';
import type { ReportContext } from './reporter.js';
import { lineHashes } from './sarif-line-hash.js';
import { locationOf, narrowed } from './sarif-location.js';

/** Code scanning refuses more than 25,000 results of a run, and keeps 5,000 of them in an order of its own: we choose instead. */
export const mostResults = 5000;
/** It refuses a result with more than 1,000 places, and shows 100. */
const mostRelated = 100;
/** Code units of a description. */
const longestDescription = 1024;

export interface PlacedFinding {
  readonly path: RepoPath;
  readonly finding: Diagnostic;
}

export interface ChosenFindings {
  /** In report order. */
  readonly chosen: readonly PlacedFinding[];
  readonly left: number;
}

/** The gravest findings that fit, in the order of the report. */
export function chooseFindings(run: RunResult, most: number): ChosenFindings {
  const all = run.files.flatMap((file) => activeOf(file).map((finding) => ({ path: file.path, finding })));
  const byGravity = severities.flatMap((severity) =>
    all.filter(({ finding }) => finding.severity === severity),
  );
  const kept = new Set(byGravity.slice(0, most));
  return { chosen: all.filter((placed) => kept.has(placed)), left: all.length - kept.size };
}

/** Sorted by id; every id names server and code, nothing that changes from run to run. */
export function rulesOf(findings: readonly PlacedFinding[]): readonly ReportingDescriptor[] {
  const rules = new Map<string, ReportingDescriptor>();
  for (const { finding } of findings) {
    const id = ruleIdOf(finding);
    if (!rules.has(id)) rules.set(id, ruleOf(id, finding));
  }
  return [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function resultsOf(
  findings: readonly PlacedFinding[],
  rules: readonly ReportingDescriptor[],
  context: ReportContext,
): readonly Result[] {
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  const texts = new Map<RepoPath, Judged | undefined>();
  return findings.map(({ path, finding }) => {
    if (!texts.has(path)) texts.set(path, judgedText(context.text(path)));
    return resultOf(path, finding, indexOf.get(ruleIdOf(finding)) ?? -1, texts.get(path));
  });
}

interface Judged {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
}

function judgedText(text: string | undefined): Judged | undefined {
  return text === undefined ? undefined : { lines: text.split(/\r\n|\r|\n/), hashes: lineHashes(text) };
}

function resultOf(
  path: RepoPath,
  finding: Diagnostic,
  ruleIndex: number,
  judged: Judged | undefined,
): Result {
  const places = finding.related.filter((place) => !place.outsideRepository);
  const inside = places.slice(0, mostRelated);
  const outside = finding.related.filter((place) => place.outsideRepository);
  const range = narrowed(finding.range, judged?.lines);
  const hash = judged?.hashes[finding.range.start.line - 1];
  return {
    ruleId: ruleIdOf(finding),
    ruleIndex,
    level: levelOf(finding),
    message: { text: plainText(finding.message) },
    locations: [locationOf(path, range)],
    ...(inside.length > 0 && {
      relatedLocations: inside.map((place, index) => ({
        id: index + 1,
        message: { text: plainText(place.message) },
        ...locationOf(place.path, place.range),
      })),
    }),
    partialFingerprints: {
      ...(hash !== undefined && { primaryLocationLineHash: hash }),
      'lspcheck/v1': finding.fingerprint,
    },
    properties: {
      server: finding.server,
      ...(finding.source !== undefined && { source: finding.source }),
      severity: finding.severity,
      ...(finding.tags.length > 0 && { tags: [...new Set(finding.tags)] }),
      ...(finding.approximate && { approximate: true }),
      ...(range !== finding.range && { range: finding.range }),
      ...(places.length > inside.length && { relatedLeftOut: places.length - inside.length }),
      ...(outside.length > 0 && { relatedOutside: outside.map(({ path, message }) => ({ path, message })) }),
    },
  };
}

function ruleOf(id: string, { server, code, codeUrl }: Diagnostic): ReportingDescriptor {
  const what = code === undefined || code === '' ? 'A diagnostic without a code' : `Diagnostic ${code}`;
  const url = safeUrl(codeUrl);
  return {
    id,
    shortDescription: { text: cut(id, longestDescription) },
    fullDescription: { text: cut(`${what} of the language server ${server}`, longestDescription) },
    help: { text: url === undefined ? `See the documentation of ${server}.` : `See ${url}` },
    ...(url !== undefined && { helpUri: url }),
    properties: { tags: [server] },
  };
}

export function levelOf({ severity }: Diagnostic): 'error' | 'warning' | 'note' {
  if (atLeast(severity, 'error')) return 'error';
  return atLeast(severity, 'warning') ? 'warning' : 'note';
}

/** Never empty, cut where it is endless; `[text](1)` in a server's words would be taken for a link to a related place, so its brackets are escaped. */
export function plainText(message: string): string {
  if (message.trim() === '') return '(no message)';
  const text = cut(message);
  return text.includes('](') ? text.replace(/[[\]]/g, '\\$&') : text;
}
