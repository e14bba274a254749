// GitLab's code quality report: one JSON array. Its widget joins entries with equal fingerprints into one and drops those
// without a path or a line, so every fingerprint is its own, and what is unknown stands at line 1.

import type { Severity } from '../model/diagnostic.js';
import { contentHash } from '../platform/hash.js';
import { entriesOf, type ReportEntry } from './entries.js';
import { commandSafeJson, oneLine } from './escape.js';
import type { Reporter } from './reporter.js';

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: info, minor, major, critical, blocker. */
const severities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'major',
  info: 'minor',
  hint: 'info',
};

export const gitlabReport: Reporter = function* (run) {
  const seen = new Map<string, number>();
  let before = '[';
  for (const entry of entriesOf(run)) {
    const identity = identityOf(entry);
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    yield `${before}\n${commandSafeJson(JSON.stringify(issue(entry, `${identity} ${count}`)))}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
};

function issue({ path, range, severity, message, rule }: ReportEntry, identity: string) {
  return {
    type: 'issue',
    description: oneLine(message), // one line, by the specification that GitLab's is a part of
    check_name: rule,
    categories: ['Bug Risk'],
    fingerprint: contentHash(identity).slice('sha256:'.length),
    severity: severities[severity],
    location: { path, lines: { begin: range.start.line, end: range.end.line } },
  };
}

/** Without line numbers: the widget compares with the target branch, and what only moved is not new. */
function identityOf({ path, rule, message, diagnostic }: ReportEntry): string {
  return JSON.stringify([path, rule, diagnostic?.fingerprint ?? message, diagnostic?.provisional ?? false]);
}
