// Containers: Dockerfiles, and Compose files by the names that Compose itself looks for.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const dockerfile: ServerDefinition = define({
  name: 'dockerfile',
  language: 'Dockerfile',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'docker-langserver', args: ['--stdio'], package: 'dockerfile-language-server-nodejs' },
    ],
  },
  files: ['Dockerfile', 'Dockerfile.*', '*.Dockerfile', '*.dockerfile', 'Containerfile'],
  languageId: { default: 'dockerfile', byExtension: {}, byName: {} },
  // Asked for by section; an empty object would switch checks off.
  settings: {
    docker: {
      languageserver: {
        diagnostics: {
          deprecatedMaintainer: 'warning',
          directiveCasing: 'warning',
          emptyContinuationLine: 'warning',
          instructionCasing: 'warning',
          instructionCmdMultiple: 'warning',
          instructionEntrypointMultiple: 'warning',
          instructionHealthcheckMultiple: 'warning',
          instructionJSONInSingleQuotes: 'warning',
          instructionWorkdirRelative: 'warning',
        },
      },
    },
  },
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D dockerfile-language-server-nodejs',
  canary: { fileName: 'lspcheck-canary.Dockerfile', text: 'RUNN true\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'dockerfile-language-server-nodejs 0.15.0',
    date: '2026-11-30',
    evidence: 'one publish per open for 22 of 22 files, 27 to 50 ms later; none within 12 s after',
  },
});

export const compose: ServerDefinition = define({
  name: 'compose',
  language: 'Docker Compose',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'docker-compose-langserver',
        args: ['--stdio'],
        package: '@microsoft/compose-language-service',
      },
    ],
  },
  files: [
    'compose.{yaml,yml}',
    'compose.*.{yaml,yml}',
    'docker-compose.{yaml,yml}',
    'docker-compose.*.{yaml,yml}',
  ],
  languageId: { default: 'dockercompose', byExtension: {}, byName: {} },
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D @microsoft/compose-language-service',
  canary: { fileName: 'compose.lspcheck-canary.yaml', text: 'services: [\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@microsoft/compose-language-service 0.4.0',
    date: '2026-11-30',
    evidence: 'one publish per open for 22 of 22 files, 1.0 s later; none within 11 s after',
  },
});
