// Style sheets beyond plain CSS: Sass, stylelint, Tailwind's classes.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const scss: ServerDefinition = define({
  name: 'scss',
  language: 'Sass',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'some-sass-language-server', args: ['--stdio'], package: 'some-sass-language-server' },
    ],
  },
  files: ['*.scss', '*.sass'],
  languageId: { byExtension: { '.scss': 'scss', '.sass': 'sass' }, byName: {} },
  rootMarkers: ['package.json'],
  // Answered with null it publishes nothing.
  settings: { somesass: {}, editor: {} },
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: false,
  installHint: 'npm i -D some-sass-language-server',
  canary: { fileName: 'lspcheck-canary.scss', text: 'a {\n  b c;\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'some-sass-language-server 2.3.8',
    date: '2026-11-30',
    evidence: 'one publish per open for 44 of 44 files, 55 to 78 ms later; none within 12 s after',
  },
});

const stylelintConfig = ['.stylelintrc', '.stylelintrc.*', 'stylelint.config.*'];

export const stylelint: ServerDefinition = define({
  name: 'stylelint',
  language: 'Stylelint',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'stylelint-lsp', args: ['--stdio'], package: 'stylelint-lsp', needs: { name: 'stylelint' } },
    ],
  },
  files: ['*.css', '*.scss'],
  languageId: { byExtension: { '.css': 'css', '.scss': 'scss' }, byName: {} },
  rootMarkers: stylelintConfig,
  activatesOn: stylelintConfig,
  // Asked for as a whole; answered with null it publishes nothing.
  settings: { stylelintplus: { enable: true } },
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  // A broken configuration is told on stderr only, and every file is published empty.
  canary: {
    fileName: 'lspcheck-canary.css',
    text: 'a {\n',
    code: 'CssSyntaxError',
    inEveryRun: true,
  },
  executesWorkspaceCode: true,
  installHint: 'npm i -D stylelint-lsp stylelint',
  tested: 'smoke',
  measured: {
    version: 'stylelint-lsp 1.2.4, stylelint 16.26.1',
    date: '2026-11-30',
    evidence:
      'two equal publishes per open for 22 of 22 files, at most 8 ms apart, 0.5 to 0.7 s later; with a broken configuration two empty ones',
  },
});

export const tailwind: ServerDefinition = define({
  name: 'tailwind',
  language: 'Tailwind CSS',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'tailwindcss-language-server',
        args: ['--stdio'],
        package: '@tailwindcss/language-server',
        needs: { name: 'tailwindcss' },
      },
    ],
  },
  files: ['*.html', '*.css', '*.jsx', '*.tsx', '*.vue', '*.svelte', '*.astro'],
  languageId: {
    byExtension: {
      '.html': 'html',
      '.css': 'css',
      '.jsx': 'javascriptreact',
      '.tsx': 'typescriptreact',
      '.vue': 'vue',
      '.svelte': 'svelte',
      '.astro': 'astro',
    },
    byName: {},
  },
  rootMarkers: ['tailwind.config.*'],
  activatesOn: ['tailwind.config.*'],
  settings: {
    editor: { tabSize: 2 },
    tailwindCSS: {
      emmetCompletions: false,
      classAttributes: ['class', 'className', 'ngClass', 'class:list'],
      codeActions: true,
      hovers: true,
      suggestions: true,
      validate: true,
      colorDecorators: true,
      rootFontSize: 16,
      lint: {
        cssConflict: 'warning',
        invalidApply: 'error',
        invalidScreen: 'error',
        invalidVariant: 'error',
        invalidConfigPath: 'error',
        invalidTailwindDirective: 'error',
        invalidSourceDirective: 'error',
        recommendedVariantOrder: 'warning',
        usedBlocklistedClass: 'warning',
        suggestCanonicalClasses: 'ignore',
      },
      showPixelEquivalents: true,
      includeLanguages: {},
      files: { exclude: ['**/.git/**', '**/node_modules/**'] },
      experimental: { classRegex: [], configFile: null },
    },
  },
  settle: { kind: 'push' },
  overlay: 'self',
  // It publishes nothing for a file of no Tailwind project, but says so.
  role: 'advisory',
  infraPatterns: [
    { kind: 'substring', text: 'No matching project for document' },
    { kind: 'substring', text: 'Unable to load config' },
  ],
  executesWorkspaceCode: true,
  installHint: 'npm i -D @tailwindcss/language-server tailwindcss',
  tested: 'smoke',
  measured: {
    version: '@tailwindcss/language-server 0.16.0, tailwindcss 4.3.5',
    date: '2026-11-30',
    evidence:
      'one to ten equal publishes per open for 30 of 30 files, the first 1.5 to 3.3 s later, when its project was built; a file of no project got none, and a log message that names it',
  },
});
