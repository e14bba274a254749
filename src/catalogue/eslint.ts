// ESLint through the server of VS Code's extension. It asks for its settings per file, with an empty section,
// and answers every pull empty when it has no library or no readable config: only side messages tell.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';
import { javascriptLanguageIds } from './typescript.js';

export const eslint: ServerDefinition = define({
  name: 'eslint',
  language: 'ESLint',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'vscode-eslint-language-server',
        args: ['--stdio'],
        package: 'vscode-langservers-extracted',
      },
    ],
  },
  files: ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.ts', '*.tsx', '*.mts', '*.cts'],
  languageId: javascriptLanguageIds,
  rootMarkers: ['eslint.config.*', '.eslintrc', '.eslintrc.*'],
  activatesOn: ['eslint.config.*', '.eslintrc', '.eslintrc.*'],
  // Without `workingDirectory`, as the editor: the folder of the nearest flat config, else the workspace folder.
  settings: {
    validate: 'on',
    run: 'onType',
    nodePath: null,
    packageManager: null,
    options: {},
    problems: { shortenToSingleLine: false },
    rulesCustomizations: [],
    quiet: false,
    // Told, so that a file that ESLint leaves out is not called clean by it.
    onIgnoredFiles: 'warn',
    format: false,
    experimental: { useFlatConfig: false },
    codeAction: {
      disableRuleComment: { enable: false, location: 'separateLine' },
      showDocumentation: { enable: false },
    },
    codeActionOnSave: { enable: false, mode: 'all' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders, filled when a session starts
    workspaceFolder: { uri: '${rootUri}', name: '${rootName}' },
  },
  settle: {
    kind: 'pull',
    announced: 'static',
    refresh: 'voids',
    progress: 'noise',
    afterConfiguration: false,
  },
  overlay: 'self',
  overlayMissing: 'yes',
  leftOutRules: [{ source: 'eslint', message: { kind: 'regex', source: '^File ignored' } }],
  distressRequests: [
    {
      method: 'eslint/noLibrary',
      uriPath: ['source', 'uri'],
      detail: 'eslint found no ESLint library for this file',
      hint: 'npm i -D eslint',
    },
    {
      method: 'eslint/probeFailed',
      uriPath: ['textDocument', 'uri'],
      detail: 'eslint could not tell whether it can check this file',
    },
    {
      method: 'eslint/noConfig',
      uriPath: ['document', 'uri'],
      detail: 'eslint found no configuration for this file',
      hint: 'npx eslint --init',
    },
    {
      method: 'eslint/status',
      uriPath: ['uri'],
      when: { path: ['state'], values: [2, 3] },
      detail: 'eslint failed on this file; its configuration or a plugin could not be loaded',
      hint: 'run npx eslint on the file',
    },
  ],
  infraPatterns: [
    { kind: 'substring', text: 'Failed to load eslint library' },
    { kind: 'substring', text: "doesn't export" },
  ],
  executesWorkspaceCode: true,
  installHint: 'npm i -D vscode-langservers-extracted eslint',
  // A syntax error: no rule need be on, and flat configs take *.js without being told.
  canary: { fileName: 'lspcheck-canary.js', text: 'const canary = ;\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'vscode-langservers-extracted 4.10.0, eslint 9.39.5',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen gave 3 of 3 planted problems and nothing for the clean file, the same again; broken config, missing plugin and no config: empty pull after eslint/status 3; no library: empty pull after eslint/noLibrary',
  },
});
