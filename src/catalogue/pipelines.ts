// Pipelines as YAML: GitHub Actions workflows, and nothing else that happens to be YAML.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const githubActions: ServerDefinition = define({
  name: 'github-actions',
  language: 'GitHub Actions',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'actions-languageserver', args: ['--stdio'], package: '@actions/languageserver' }],
  },
  // It objects to any other YAML as to a bad workflow.
  files: ['.github/workflows/*.yml', '.github/workflows/*.yaml'],
  languageId: { default: 'yaml', byExtension: {}, byName: {} },
  // Without options it fails to initialize; without a token in them it stays offline.
  initializationOptions: {},
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D @actions/languageserver',
  canary: { fileName: 'lspcheck-canary.yml', text: 'on: nothing\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@actions/languageserver 0.3.61',
    date: '2026-11-30',
    evidence:
      'one publish per open for 22 of 22 files, 74 to 190 ms later, none within 12 s after; diagnostics carry neither severity nor source',
  },
});
