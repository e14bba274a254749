// Deno: its own TypeScript and lint, for projects that have its config file.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';
import { javascriptLanguageIds } from './typescript.js';

const config = ['deno.json', 'deno.jsonc'];

export const deno: ServerDefinition = define({
  name: 'deno',
  language: 'Deno',
  launch: { kind: 'candidates', candidates: [{ bin: 'deno', args: ['lsp'], package: 'deno' }] },
  files: ['*.ts', '*.tsx', '*.mts', '*.js', '*.jsx', '*.mjs'],
  languageId: javascriptLanguageIds,
  rootMarkers: config,
  activatesOn: config,
  env: { DENO_NO_UPDATE_CHECK: '1' },
  initializationOptions: { enable: true, lint: true },
  settings: { deno: { enable: true, lint: true } },
  settle: {
    kind: 'pull',
    announced: 'static',
    refresh: 'voids',
    progress: 'noise',
    afterConfiguration: false,
  },
  overlay: 'self',
  executesWorkspaceCode: false,
  infraRules: [
    // A remote module that is not in its cache.
    { source: 'deno', code: 'no-cache' },
    { source: 'deno', code: 'no-cache-npm' },
    { source: 'deno', code: 'no-cache-jsr' },
    { source: 'deno', code: 'not-installed-npm' },
    { source: 'deno', code: 'not-installed-jsr' },
  ],
  writes: ["Deno's cache in the home folder"],
  installHint: 'npm i -D deno',
  canary: {
    fileName: 'lspcheck-canary.ts',
    text: "export const canary: number = 'no number';\n",
    inEveryRun: false,
  },
  tested: 'smoke',
  measured: {
    version: 'deno 2.9.6',
    date: '2026-11-30',
    evidence: 'pulls sent right after didOpen were complete for 22 of 22 files, the same 4 s later',
  },
});
