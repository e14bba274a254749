// vue-tsc against lspcheck's vue, on components of reka-ui.

import type { Workspace } from '../workspace.js';
import { inScript, vueMistakes, vueSyntaxErrors } from './component-mistakes.js';
import { parityPackage, readCorpus } from './corpus.js';
import { describeParity, npmTool, packageVersion } from './parity.js';
import { nothingButSyntax, readTscOutput, tenSuggestions } from './tsc-output.js';
import { scriptMistakes, scriptSyntaxErrors, typeMistakes } from './typescript-mistakes.js';

const folders = [
  'Accordion',
  'AlertDialog',
  'Avatar',
  'Checkbox',
  'Collapsible',
  'Dialog',
  'Pagination',
  'Slider',
  'Splitter',
  'Switch',
  'Tabs',
  'Tooltip',
];

const sources = parityPackage('reka-ui/src');

const both = {
  server: 'vue',
  packages: ['@vue/language-server', '@vue/typescript-plugin', 'typescript'] as const,
  parityPackages: [
    '@floating-ui/vue',
    '@internationalized/date',
    '@internationalized/number',
    '@tanstack/vue-virtual',
    '@vueuse/core',
    '@vueuse/shared',
    'aria-hidden',
    'defu',
    'ohash',
    'vue',
    'vue-tsc',
  ],
  corpus: () => readCorpus(sources, [`{${folders}}/*.vue`], 'src'),
  beside: () => ({
    ...readCorpus(sources, ['**/*.{vue,ts}', '!**/story/**', '!**/*.test*.ts', '!test/**'], 'src'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        jsx: 'preserve',
        strict: true,
        noEmit: true,
        noUnusedLocals: true,
        skipLibCheck: true,
        types: [],
        paths: { '@/*': ['./src/*'] },
      },
      include: folders.map((folder) => `src/${folder}`),
    }),
  }),
  version: (workspace: Workspace) => packageVersion(workspace, 'vue-tsc'),
  cli: async (workspace: Workspace) => {
    const args = ['--noEmit', '--pretty', 'false', '-p', '.'];
    return readTscOutput((await npmTool(workspace, 'vue-tsc', args, [0, 1, 2])).stdout);
  },
};

describeParity({
  ...both,
  engine: 'vue-tsc',
  mistakes: [...vueMistakes, ...[...scriptMistakes, ...typeMistakes].map(inScript)],
  known: tenSuggestions(2),
});

describeParity({
  ...both,
  engine: 'vue-tsc, syntax errors',
  mistakes: [...vueSyntaxErrors, ...scriptSyntaxErrors.map(inScript)],
  known: [nothingButSyntax(8)],
});
