// oxlint through its own server. Its pulls lie until it is configured, so it is asked for publishes, which it holds back until then.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';
import { javascriptLanguageIds } from './typescript.js';

const configFiles = ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts', 'oxlint.config.mts'];

export const oxlint: ServerDefinition = define({
  name: 'oxlint',
  language: 'oxlint',
  launch: { kind: 'candidates', candidates: [{ bin: 'oxlint', args: ['--lsp'], package: 'oxlint' }] },
  files: [
    '*.js',
    '*.jsx',
    '*.mjs',
    '*.cjs',
    '*.ts',
    '*.tsx',
    '*.mts',
    '*.cts',
    '*.vue',
    '*.svelte',
    '*.astro',
  ],
  languageId: {
    ...javascriptLanguageIds,
    byExtension: {
      ...javascriptLanguageIds.byExtension,
      '.vue': 'vue',
      '.svelte': 'svelte',
      '.astro': 'astro',
    },
  },
  rootMarkers: configFiles,
  activatesOn: configFiles,
  // Only with refreshes does it offer pull, and then it answers with 0 items whatever overtakes its configuration.
  capabilities: { workspace: { diagnostics: { refreshSupport: false } } },
  settle: { kind: 'push' },
  // Nested configs and the import plugin are read from the disk.
  overlay: 'self',
  overlayMissing: 'yes',
  // Plugins in JavaScript, and configs in TypeScript.
  executesWorkspaceCode: true,
  installHint: 'npm i -D oxlint',
  canary: { fileName: 'lspcheck-canary.js', text: 'const canary = ;\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'oxlint 1.94.0',
    date: '2026-11-30',
    evidence:
      'one publish per open in 4 runs of 31 files, none before the configuration was answered (also when that took 2 s), all right; versions came and went; 40 runs of lspcheck, half beside four busy loops, gave one report. With pull: 0 items for 4 of 4 wrong files until 10 ms after the configuration. A broken config or a missing plugin: a shown error',
  },
});
