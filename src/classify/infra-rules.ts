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

export type InfraTest = {
  readonly ofDiagnostic: (diagnostic: ServerDiagnostic) => boolean;
  readonly ofMessage: (text: string) => boolean;
  /** The server's own configuration leaves the file out. */
  readonly leavesOut: (diagnostic: ServerDiagnostic) => boolean;
};

/** Compiles a definition's rules once. */
export function infraTest(definition: ServerDefinition): InfraTest {
  const patterns = [...builtInPatterns, ...definition.infraPatterns].map(compile);
  const messagePatterns = [...patterns, compile(leftOutPattern)];
  const rules = definition.infraRules.map(compileRule);
  const leftOut = definition.leftOutRules.map(compileRule);
  return {
    ofDiagnostic: (diagnostic) =>
      patterns.some((matches) => matches(diagnostic.message)) || rules.some((matches) => matches(diagnostic)),
    ofMessage: (text) => messagePatterns.some((matches) => matches(text)),
    leavesOut: (diagnostic) => leftOut.some((matches) => matches(diagnostic)),
  };
}

function compile(pattern: InfraPattern): (text: string) => boolean {
  if (pattern.kind === 'substring') return (text) => text.includes(pattern.text);
  const regex = new RegExp(pattern.source, 'u');
  return (text) => regex.test(text);
}

function compileRule(rule: InfraRule): (diagnostic: ServerDiagnostic) => boolean {
  const message = rule.message && compile(rule.message);
  return (diagnostic) =>
    (rule.code === undefined || rule.code === diagnostic.code) &&
    (rule.source === undefined || rule.source === diagnostic.source) &&
    (message === undefined || message(diagnostic.message));
}
