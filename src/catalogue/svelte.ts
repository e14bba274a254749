// Svelte: markup, styles and TypeScript of components by svelte-language-server, with the project's own Svelte.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';
import { npmDependencyRules } from './missing-dependencies.js';

export const svelte: ServerDefinition = define({
  name: 'svelte',
  language: 'Svelte',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'svelteserver',
        args: ['--stdio'],
        package: 'svelte-language-server',
        // Without it the server takes its own, an older one, and reports runes as unknown names.
        needs: { name: 'svelte' },
      },
    ],
  },
  files: ['*.svelte'],
  languageId: { default: 'svelte', byExtension: {}, byName: {} },
  rootMarkers: ['svelte.config.*', 'tsconfig.json', 'jsconfig.json', 'package.json'],
  settle: {
    kind: 'pull',
    announced: 'static',
    refresh: 'voids',
    progress: 'noise',
    afterConfiguration: false,
  },
  // Of TypeScript and JavaScript files that components import it sees the disk.
  overlay: 'self',
  overlayMissing: 'yes',
  // Where a script or style names a language and no preprocessor is configured, it keeps most of the compiler's errors to
  // itself, and answers as for a right file: only stderr tells.
  readsStderr: true,
  infraPatterns: [{ kind: 'regex', source: '^Parsing .* failed\\. No preprocess config found' }],
  infraRules: [
    { source: 'svelte', message: { kind: 'regex', source: '^Error in svelte\\.config\\.' } },
    ...npmDependencyRules,
  ],
  // svelte.config.js and its preprocessors.
  executesWorkspaceCode: true,
  installHint: 'npm i -D svelte-language-server svelte typescript',
  canary: { fileName: 'lspcheck-canary.svelte', text: '{#if canary}\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'svelte-language-server 0.18.4, svelte 5.57.3, typescript 5.9.3',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen, and 4 s after the start, gave 8 of 8 planted problems of 4 files and nothing for the clean one, 2.5 s later the same; no refresh; a config that cannot be loaded is an error at 1:1 of every file; a component in a language without its preprocessor is judged by its TypeScript only, and is unknown where the compiler objects to it',
  },
});
