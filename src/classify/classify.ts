// A cell's diagnostics, sorted into findings, hidden ones and infrastructure noise. Marks, never drops: whatever comes in
// goes out in one of the three. Knows no files but this one, and makes no verdict.

import type { RepoPath } from '../model/base.js';
import {
  atLeast,
  compareDiagnostics,
  type Diagnostic,
  type ServerDiagnostic,
  type Severity,
} from '../model/diagnostic.js';
import { fingerprints } from '../model/fingerprint.js';
import type { InfraNote } from '../model/run.js';
import type { InfraRule, ServerDefinition } from '../model/server-definition.js';
import type { InfraTest } from './infra-rules.js';

export interface ClassifyContext {
  readonly path: RepoPath;
  readonly lines: readonly string[];
  readonly definition: Pick<ServerDefinition, 'name' | 'absentSeverity'>;
  readonly infra: InfraTest;
  /** The user's rules: a severity, `off`, or undefined for "as the server says". */
  readonly severityOf: (
    path: RepoPath,
    server: string,
    code: string | undefined,
  ) => Severity | 'off' | undefined;
  readonly minSeverity: Severity;
  readonly hash: (text: string) => string;
}

export interface Classified {
  /** In report order. */
  readonly findings: readonly Diagnostic[];
  /** Below the minimum severity, or switched off by a rule. */
  readonly hidden: readonly Diagnostic[];
  readonly infra: readonly InfraNote[];
  /** What the first of the noise means, where that is known. */
  readonly meaning: InfraRule['means'];
}

export function classify(
  diagnostics: readonly ServerDiagnostic[],
  provisional: boolean,
  context: ClassifyContext,
): Classified {
  const { definition, path } = context;
  const infra: InfraNote[] = [];
  let meaning: InfraRule['means'];
  const judged: { readonly diagnostic: ServerDiagnostic; readonly severity: Severity | 'off' }[] = [];
  for (const diagnostic of diagnostics) {
    if (context.infra.ofDiagnostic(diagnostic)) {
      meaning ??= context.infra.meaningOf(diagnostic);
      infra.push({ kind: 'diagnostic', path, text: diagnostic.message });
      continue;
    }
    const ruled = context.severityOf(path, definition.name, diagnostic.code);
    judged.push({ diagnostic, severity: ruled ?? diagnostic.severity ?? definition.absentSeverity });
  }
  const identities = fingerprints(
    judged.map(({ diagnostic }) => ({ server: definition.name, ...diagnostic })),
    context.lines,
    context.hash,
  );
  const findings: Diagnostic[] = [];
  const hidden: Diagnostic[] = [];
  judged.forEach(({ diagnostic, severity }, index) => {
    const reported: Diagnostic = {
      ...diagnostic,
      server: definition.name,
      severity: severity === 'off' ? 'hint' : severity,
      fingerprint: identities[index] ?? '',
      status: 'active',
      provisional,
    };
    if (severity !== 'off' && atLeast(severity, context.minSeverity)) findings.push(reported);
    else hidden.push(reported);
  });
  return { findings: withoutRepetition(findings), hidden: hidden.sort(compareDiagnostics), infra, meaning };
}

/** A server may publish and answer the same diagnostic twice; what a reader could not tell apart is one. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(compareDiagnostics);
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return (
      before === undefined ||
      compareDiagnostics(before, diagnostic) !== 0 ||
      before.source !== diagnostic.source
    );
  });
}
