// Biome against its own command line, on sources of underscore and bootstrap.

import type { Finding } from './findings.js';
import { saidAgain } from './known-differences.js';
import { allLintMistakes, lintCorpus } from './lint-corpus.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { placeOfCodePoint } from './positions.js';

/** What the command prints, as far as it is read. */
interface BiomeReport {
  readonly diagnostics: readonly {
    readonly severity: Finding['severity'];
    readonly category: string;
    readonly message: string;
    readonly location: {
      readonly path: string;
      readonly start: { readonly line: number; readonly column: number };
    };
  }[];
}

describeParity({
  engine: 'biome lint',
  server: 'biome',
  packages: ['@biomejs/biome'],
  corpus: lintCorpus,
  mistakes: allLintMistakes,
  beside: () => ({
    'biome.json': JSON.stringify({
      formatter: { enabled: false },
      assist: { enabled: false },
      linter: {
        rules: { recommended: true, suspicious: { noEmptyBlockStatements: 'info', noVar: 'warn' } },
      },
    }),
  }),
  version: (workspace) => lastWordOfVersion(workspace, 'biome'),
  cli: async (workspace) => {
    const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
    const { stdout } = await npmTool(workspace, 'biome', args, [0, 1]);
    return (JSON.parse(stdout) as BiomeReport).diagnostics.map(
      ({ location, severity, category, message }) => ({
        path: location.path,
        ...placeOfCodePoint(workspace, location.path, location.start.line, location.start.column),
        severity,
        code: category,
        message,
      }),
    );
  },
  known: [saidAgain(1)],
});
