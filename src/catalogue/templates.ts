// Templating languages with a server of their own: Astro, MDX, Angular, Marko, HTML with ERB.

import type { JsonValue } from '../model/base.js';
import type { ServerDefinition, SettleRule } from '../model/server-definition.js';
import { define } from './define.js';

/** Volar announces no pull and answers it exactly; its publishes are empty first. */
const volarPull: SettleRule = {
  kind: 'pull',
  announced: 'never',
  refresh: 'voids',
  progress: 'noise',
  afterConfiguration: false,
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
const tsdk: JsonValue = '${package:typescript}/lib';

export const astro: ServerDefinition = define({
  name: 'astro',
  language: 'Astro',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'astro-ls',
        args: ['--stdio'],
        package: '@astrojs/language-server',
        // Without it the types of every component are missing, and the server goes on.
        needs: { name: 'astro' },
      },
    ],
  },
  files: ['*.astro'],
  languageId: { default: 'astro', byExtension: {}, byName: {} },
  rootMarkers: ['astro.config.*'],
  initializationOptions: { typescript: { tsdk } },
  settle: volarPull,
  overlay: 'self',
  infraPatterns: [{ kind: 'substring', text: "we couldn't find Astro or Astro is not installed" }],
  executesWorkspaceCode: true,
  installHint: 'npm i -D @astrojs/language-server typescript@5 astro',
  canary: { fileName: 'lspcheck-canary.astro', text: '---\nconst canary: = 1;\n---\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@astrojs/language-server 2.17.1, typescript 5.9.3',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen were complete for 22 of 22 files, the same 4 s later; a publish was empty first, 0.3 s before the error',
  },
});

export const mdx: ServerDefinition = define({
  name: 'mdx',
  language: 'MDX',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'mdx-language-server', args: ['--stdio'], package: '@mdx-js/language-server' }],
  },
  files: ['*.mdx'],
  languageId: { default: 'mdx', byExtension: {}, byName: {} },
  rootMarkers: ['tsconfig.json', 'package.json'],
  initializationOptions: { typescript: { enabled: true, tsdk } },
  settle: volarPull,
  overlay: 'self',
  executesWorkspaceCode: true,
  installHint: 'npm i -D @mdx-js/language-server typescript@5',
  canary: { fileName: 'lspcheck-canary.mdx', text: '{1 +}\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@mdx-js/language-server 0.6.4, typescript 5.9.3',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen were complete for 22 of 22 files, the same later; publishes up to 9.6 s after the open',
  },
});

export const angular: ServerDefinition = define({
  name: 'angular',
  language: 'Angular',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'ngserver',
        args: ['--stdio', '--tsProbeLocations', '.', '--ngProbeLocations', '.'],
        package: '@angular/language-server',
        needs: { name: '@angular/core' },
      },
    ],
  },
  // It publishes nothing for a file of no component (index.html) or of no project: only names that say what they are.
  files: ['*.component.ts', '*.component.html', '*.directive.ts', '*.pipe.ts'],
  languageId: { byExtension: { '.ts': 'typescript', '.html': 'html' }, byName: {} },
  rootMarkers: ['angular.json'],
  activatesOn: ['angular.json'],
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: true,
  installHint: 'npm i -D @angular/language-server',
  tested: 'smoke',
  measured: {
    version: '@angular/language-server 21.2.13, @angular/core 21.2.26',
    date: '2026-11-30',
    evidence:
      'one to three publishes per open, equal ones, the first 3 to 7 s later; a template that no component names got none',
  },
});

export const marko: ServerDefinition = define({
  name: 'marko',
  language: 'Marko',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'marko-language-server', args: ['--stdio'], package: '@marko/language-server' }],
  },
  files: ['*.marko'],
  languageId: { default: 'marko', byExtension: {}, byName: {} },
  rootMarkers: ['marko.json', 'package.json'],
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: true,
  installHint: 'npm i -D @marko/language-server',
  canary: { fileName: 'lspcheck-canary.marko', text: '<div>\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@marko/language-server 2.1.30',
    date: '2026-11-30',
    evidence: 'one publish per open for 22 of 22 files, 1.3 to 4.2 s later; none within 12 s after',
  },
});

export const herb: ServerDefinition = define({
  name: 'herb',
  language: 'HTML+ERB',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'herb-language-server', args: ['--stdio'], package: '@herb-tools/language-server' }],
  },
  files: ['*.html.erb', '*.herb'],
  languageId: { default: 'erb', byExtension: {}, byName: {} },
  rootMarkers: ['.herb.yml', 'Gemfile'],
  settings: { languageServerHerb: { linter: { enabled: true }, formatter: { enabled: false } } },
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: true,
  installHint: 'npm i -D @herb-tools/language-server',
  canary: { fileName: 'lspcheck-canary.html.erb', text: '<b></i>\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@herb-tools/language-server 0.10.4',
    date: '2026-11-30',
    evidence: 'one publish per open for 22 of 22 files, 0.5 to 0.9 s later; none within 7 s after',
  },
});
