// stylelint against its own command line, on the style sheets of animate.css and the Sass sources of bootstrap.

import { relative } from 'node:path';
import { parityPackage, readCorpus } from './corpus.js';
import type { Finding } from './findings.js';
import { saidAgain } from './known-differences.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { styleMistakes, styleSyntaxErrors } from './style-mistakes.js';

/** What the command prints, as far as it is read. */
interface StylelintFile {
  readonly source: string;
  readonly warnings: readonly {
    readonly line: number;
    readonly column: number;
    readonly severity: Finding['severity'];
    readonly rule: string;
    readonly text: string;
  }[];
}

describeParity({
  engine: 'stylelint',
  server: 'stylelint',
  parityPackages: [
    'postcss-scss',
    'stylelint',
    'stylelint-config-recommended',
    'stylelint-config-standard',
    'stylelint-lsp',
  ],
  corpus: () => ({
    ...readCorpus(parityPackage('animate.css/source'), ['*/*.css'], 'animate'),
    ...readCorpus(parityPackage('bootstrap/scss'), ['*.scss', 'forms/*.scss'], 'bootstrap'),
  }),
  mistakes: [...styleMistakes, ...styleSyntaxErrors],
  beside: () => ({
    '.stylelintrc.json': JSON.stringify({
      extends: 'stylelint-config-standard',
      rules: {
        'at-rule-no-unknown': [true, { ignoreAtRules: ['mixin', 'include', 'if', 'else', 'each', 'use'] }],
        'block-no-empty': [true, { severity: 'warning' }],
        'declaration-block-no-duplicate-properties': [true, { severity: 'warning' }],
      },
      overrides: [{ files: ['**/*.scss'], customSyntax: 'postcss-scss' }],
    }),
  }),
  version: (workspace) => lastWordOfVersion(workspace, 'stylelint'),
  cli: async (workspace) => {
    const args = ['--formatter', 'json', '**/*.{css,scss}'];
    // The report is on stderr since stylelint 16.
    const { stderr } = await npmTool(workspace, 'stylelint', args, [0, 2]);
    return (JSON.parse(stderr) as readonly StylelintFile[]).flatMap(({ source, warnings }) =>
      warnings.map(({ line, column, severity, rule, text }) => ({
        path: relative(workspace.root, source),
        line,
        column,
        severity,
        code: rule,
        message: text,
      })),
    );
  },
  known: [saidAgain(5)],
});
