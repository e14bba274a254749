// What is no finding although it comes as one: a server saying that it could not analyse. Built-in texts and the entry's own.
// Kept short on purpose: each text was seen from a real server or backend, and a finding that is swallowed here is lost.

import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { InfraPattern, InfraRule, ServerDefinition } from '../model/server-definition.js';

/** On diagnostics, shown and logged messages alike. */
const builtInPatterns: readonly InfraPattern[] = [
  { kind: 'substring', text: 'orchestrator timeout' },
  { kind: 'substring', text: 'timed out after' },
  // gopls: a file outside every module or excluded by a build tag
  { kind: 'substring', text: 'No packages found for open file' },
  // yaml-language-server, vscode-json: schema unreachable
  { kind: 'substring', text: 'Unable to load schema' },
];

/** On messages only: words by which servers say that they left a file out (biome, vscode-css, actionlint wrappers). */
const leftOutPattern: InfraPattern = {
  kind: 'regex',
  source: '(?:not|never|cannot be|could not be|will not be) (?:be )?(?:analy[sz]ed|checked|linted|processed)',
};

/** A rule whose condition was looked at, and holds. */
export interface DecidedRule {
  readonly rule: InfraRule;
  /** The names for which it holds, where the condition is about the name in the message. */
  readonly names?: ReadonlySet<string>;
}

export type InfraTest = {
  readonly ofDiagnostic: (diagnostic: ServerDiagnostic) => boolean;
  /** What a noise means, where its rule says so. */
  readonly meaningOf: (diagnostic: ServerDiagnostic) => InfraRule['means'];
  readonly ofMessage: (text: string) => boolean;
  /** The server's own configuration leaves the file out. */
  readonly leavesOut: (diagnostic: ServerDiagnostic) => boolean;
};

/** Compiles a definition's rules once: those without a condition, and those whose condition was decided. */
export function infraTest(definition: ServerDefinition, decided: readonly DecidedRule[] = []): InfraTest {
  const patterns = [...builtInPatterns, ...definition.infraPatterns].map(patternTest);
  const messagePatterns = [...patterns, patternTest(leftOutPattern)];
  const plain = definition.infraRules.filter(({ when }) => when === undefined);
  const rules = [...plain.map((rule) => ({ rule })), ...decided].map(({ rule, names }: DecidedRule) => ({
    rule,
    matches: matcherOf(rule, names),
  }));
  const leftOut = definition.leftOutRules.map((rule) => matcherOf(rule));
  return {
    ofDiagnostic: (diagnostic) =>
      patterns.some((matches) => matches(diagnostic.message)) ||
      rules.some(({ matches }) => matches(diagnostic)),
    meaningOf: (diagnostic) => rules.find(({ matches }) => matches(diagnostic))?.rule.means,
    ofMessage: (text) => messagePatterns.some((matches) => matches(text)),
    leavesOut: (diagnostic) => leftOut.some((matches) => matches(diagnostic)),
  };
}

/** Whether a text is what a pattern speaks of. */
export function patternTest(pattern: InfraPattern): (text: string) => boolean {
  if (pattern.kind === 'substring') return (text) => text.includes(pattern.text);
  const regex = new RegExp(pattern.source, 'u');
  return (text) => regex.test(text);
}

/** Whether a diagnostic is what a rule speaks of, its condition left aside; with `names`, only where it names one of them. */
export function matcherOf(
  rule: InfraRule,
  names?: ReadonlySet<string>,
): (diagnostic: ServerDiagnostic) => boolean {
  const message = rule.message && patternTest(rule.message);
  return (diagnostic) =>
    (rule.code === undefined || rule.code === diagnostic.code) &&
    (rule.source === undefined || rule.source === diagnostic.source) &&
    (message === undefined || message(diagnostic.message)) &&
    (names === undefined || names.has(nameIn(rule, diagnostic) ?? ''));
}

/** What a rule's message calls `name`, if it does. */
export function nameIn(rule: InfraRule, diagnostic: ServerDiagnostic): string | undefined {
  if (rule.message?.kind !== 'regex') return undefined;
  return new RegExp(rule.message.source, 'u').exec(diagnostic.message)?.groups?.['name'];
}
