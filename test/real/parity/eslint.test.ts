// ESLint against its own command line, on sources of underscore and bootstrap.

import { relative } from 'node:path';
import { allLintMistakes, lintCorpus } from './lint-corpus.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';

/** What the command prints, as far as it is read. */
interface EslintFile {
  readonly filePath: string;
  readonly messages: readonly {
    readonly line: number;
    readonly column: number;
    readonly severity: 1 | 2;
    readonly ruleId: string | null;
    readonly message: string;
  }[];
}

describeParity({
  engine: 'eslint',
  server: 'eslint',
  packages: ['eslint', 'vscode-langservers-extracted'],
  corpus: lintCorpus,
  mistakes: allLintMistakes,
  beside: () => ({
    'eslint.config.mjs': `export default [{ rules: ${JSON.stringify({
      'constructor-super': 'error',
      eqeqeq: 'error',
      'no-cond-assign': 'error',
      'no-const-assign': 'error',
      'no-constant-condition': 'warn',
      'no-debugger': 'warn',
      'no-dupe-keys': 'error',
      'no-empty': 'warn',
      'no-eval': 'error',
      'no-redeclare': 'error',
      'no-self-compare': 'error',
      'no-shadow': 'warn',
      'no-undef': 'error',
      'no-unreachable': 'error',
      'no-unused-vars': 'warn',
      'no-use-before-define': 'warn',
      'no-var': 'warn',
      'prefer-const': 'warn',
      semi: 'error',
    })} }];\n`,
  }),
  version: (workspace) => lastWordOfVersion(workspace, 'eslint'),
  cli: async (workspace) => {
    const { stdout } = await npmTool(workspace, 'eslint', ['--format', 'json', '.'], [0, 1]);
    return (JSON.parse(stdout) as readonly EslintFile[]).flatMap(({ filePath, messages }) =>
      messages.map(({ line, column, severity, ruleId, message }) => ({
        path: relative(workspace.root, filePath),
        line,
        column,
        severity: severity === 2 ? ('error' as const) : ('warning' as const),
        code: ruleId ?? '-',
        message,
      })),
    );
  },
  known: [],
});
