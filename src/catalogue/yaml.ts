// YAML by Red Hat's server: syntax, and schemas that the project names. The schema store is off: it is on the network.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const yaml: ServerDefinition = define({
  name: 'yaml',
  language: 'YAML',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'yaml-language-server', args: ['--stdio'], package: 'yaml-language-server' }],
  },
  files: ['*.yaml', '*.yml'],
  languageId: { default: 'yaml', byExtension: {}, byName: {} },
  settings: {
    yaml: {
      validate: true,
      schemas: {},
      schemaStore: { enable: false },
      kubernetesCRDStore: { enable: false },
    },
  },
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  infraPatterns: [{ kind: 'substring', text: 'Unable to load schema' }],
  infraRules: [{ code: '65536' }],
  executesWorkspaceCode: false,
  installHint: 'npm i -D yaml-language-server',
  writes: ['no file, but it fetches a schema that a file names by its address ($schema=https://…)'],
  canary: { fileName: 'lspcheck-canary.yaml', text: 'canary: [1, 2\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'yaml-language-server 1.25.0',
    date: '2026-11-30',
    evidence:
      'one publish per open for 8 files, 215 to 240 ms later, none within 3 s after; a schema that cannot be read is a diagnostic with code 65536',
  },
});
