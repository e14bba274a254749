// svelte-check against lspcheck's svelte, on the components of bits-ui (TypeScript, runes) and of carbon (JavaScript, Svelte 4's style).

import { inScript, svelteMistakes, svelteSyntaxErrors } from './component-mistakes.js';
import { parityPackage, readCorpus } from './corpus.js';
import type { Finding } from './findings.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { scriptMistakes, scriptSyntaxErrors, typeMistakes } from './typescript-mistakes.js';

/** A line of `--output machine-verbose`, after its time stamp. 0-based. */
interface Verbose {
  readonly type: string;
  readonly filename: string;
  readonly start: { readonly line: number; readonly character: number };
  readonly message: string;
  readonly code?: string | number;
}

const bits = [
  'accordion',
  'avatar',
  'calendar',
  'checkbox',
  'collapsible',
  'combobox',
  'command',
  'dialog',
  'slider',
];
const carbon = ['Accordion', 'Breadcrumb', 'Button', 'Checkbox', 'Link', 'Loading', 'Tag', 'Tile', 'Toggle'];

const corpus = () => ({
  ...readCorpus(parityPackage('bits-ui/dist'), [`bits/{${bits}}/**/*.svelte`], 'bits-ui'),
  ...readCorpus(parityPackage('carbon-components-svelte/src'), [`{${carbon}}/*.svelte`], 'carbon'),
});

/** All of both packages; of a component its source, not what it was declared to be when it was published. */
const beside = () => {
  const sources = {
    ...readCorpus(parityPackage('bits-ui/dist'), ['**/*.{svelte,js,ts}'], 'bits-ui'),
    ...readCorpus(parityPackage('carbon-components-svelte/src'), ['**/*.{svelte,js}'], 'carbon'),
  };
  const kept = Object.entries(sources).filter(
    ([path]) => !(path.replace(/\.d\.ts$/, '') in sources && path.endsWith('.svelte.d.ts')),
  );
  return {
    ...Object.fromEntries(kept),
    // Without one the server keeps most of the compiler's errors to itself, and their files are unknown.
    'svelte.config.js': "export default { preprocess: { name: 'none' } };\n",
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        strict: true,
        noEmit: true,
        allowJs: true,
        checkJs: false,
        noUnusedLocals: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: [],
      },
      include: ['bits-ui', 'carbon'],
    }),
  };
};

describeParity({
  engine: 'svelte-check',
  server: 'svelte',
  packages: ['svelte', 'svelte-language-server', 'typescript'],
  parityPackages: [
    '@floating-ui/core',
    '@floating-ui/dom',
    '@internationalized/date',
    'esm-env',
    'flatpickr',
    'runed',
    'svelte-check',
    'svelte-toolbelt',
    'tabbable',
  ],
  corpus,
  mistakes: [
    ...svelteMistakes,
    ...svelteSyntaxErrors,
    ...[...scriptMistakes, ...typeMistakes, ...scriptSyntaxErrors].map(inScript),
  ],
  beside,
  version: (workspace) => lastWordOfVersion(workspace, 'svelte-check'),
  cli: async (workspace) => {
    const args = ['--output', 'machine-verbose', '--tsconfig', 'tsconfig.json'];
    const { stdout } = await npmTool(workspace, 'svelte-check', args, [0, 1]);
    return stdout.split('\n').flatMap((line): readonly Finding[] => {
      const json = /^\d+ (\{.*\})$/.exec(line)?.[1];
      if (json === undefined) return [];
      const { type, filename, start, message, code = '-' } = JSON.parse(json) as Verbose;
      const severity = type === 'ERROR' ? 'error' : 'warning';
      return [
        {
          path: filename,
          line: start.line + 1,
          column: start.character + 1,
          severity,
          code: String(code),
          message,
        },
      ];
    });
  },
  known: [
    {
      side: 'missed',
      count: 2,
      cause:
        "svelte-check says an error of the parser twice, with the compiler's code and with code -1; the server says it once",
      holds: ({ finding }, { reported }) =>
        finding.code === '-1' &&
        reported.some(
          ({ path, line, code }) => path === finding.path && line === finding.line && /^[a-z_]+$/.test(code),
        ),
    },
  ],
});
