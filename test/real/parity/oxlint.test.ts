// oxlint against its own command line, on sources of underscore and bootstrap.

import type { Finding } from './findings.js';
import { allLintMistakes, lintCorpus } from './lint-corpus.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { placeOfByte } from './positions.js';

/** What the command prints, as far as it is read. */
interface OxlintReport {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly severity: Finding['severity'];
    readonly code?: string;
    readonly message: string;
    readonly labels: readonly { readonly span: { readonly offset: number } }[];
  }[];
}

describeParity({
  engine: 'oxlint',
  server: 'oxlint',
  packages: ['oxlint'],
  corpus: lintCorpus,
  mistakes: allLintMistakes,
  beside: () => ({
    '.oxlintrc.json': JSON.stringify({
      categories: { correctness: 'error', suspicious: 'warn' },
      rules: {
        eqeqeq: 'error',
        'no-debugger': 'warn',
        'no-empty': 'warn',
        'no-eval': 'error',
        'no-var': 'warn',
      },
    }),
  }),
  version: (workspace) => lastWordOfVersion(workspace, 'oxlint'),
  cli: async (workspace) => {
    const { stdout } = await npmTool(workspace, 'oxlint', ['--format', 'json', '.'], [0, 1]);
    return (JSON.parse(stdout) as OxlintReport).diagnostics.map(
      ({ filename, labels, severity, code = '-', message }) => ({
        path: filename,
        ...placeOfByte(workspace, filename, labels[0]?.span.offset ?? 0),
        severity,
        code,
        message,
      }),
    );
  },
  known: [],
});
