// ast-grep, with rules of a project's own against its own command line, on sources of underscore and bootstrap.

import type { Finding } from './findings.js';
import { allLintMistakes, lintCorpus } from './lint-corpus.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { placeOfCodePoint } from './positions.js';

/** What the command prints, as far as it is read. */
interface AstGrepMatch {
  readonly file: string;
  readonly severity: Finding['severity'];
  readonly ruleId: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
}

const patterns: Readonly<Record<string, readonly [Finding['severity'], string]>> = {
  'loose-comparison': ['error', '{ pattern: $A == $B }'],
  'no-debugger': ['warning', '{ kind: debugger_statement }'],
  'no-eval': ['error', '{ pattern: eval($$$) }'],
  'no-var': ['info', '{ kind: variable_declaration }'],
  'unknown-call': ['warning', '{ kind: call_expression, has: { field: function, regex: Unknown$ } }'],
  'unused-here': ['error', '{ pattern: const unusedHere = 1 }'],
};

describeParity({
  engine: 'ast-grep scan',
  server: 'ast-grep',
  parityPackages: ['@ast-grep/cli'],
  corpus: lintCorpus,
  mistakes: allLintMistakes,
  beside: () => ({
    'sgconfig.yml': 'ruleDirs: [rules]\n',
    ...Object.fromEntries(
      Object.entries(patterns).map(([id, [severity, rule]]) => [
        `rules/${id}.yml`,
        `id: ${id}\nlanguage: JavaScript\nseverity: ${severity}\nmessage: ${id} is not wanted\nrule: ${rule}\n`,
      ]),
    ),
  }),
  version: (workspace) => lastWordOfVersion(workspace, 'ast-grep'),
  cli: async (workspace) => {
    const { stdout } = await npmTool(workspace, 'ast-grep', ['scan', '--json=compact', '.'], [0, 1]);
    return (JSON.parse(stdout) as readonly AstGrepMatch[]).map(
      ({ file, range, severity, ruleId, message }) => ({
        path: file,
        ...placeOfCodePoint(workspace, file, range.start.line + 1, range.start.column + 1),
        severity,
        code: ruleId,
        message,
      }),
    );
  },
  known: [],
});
