// Query and schema languages: GraphQL, Prisma, PostgreSQL.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

const graphqlConfig = ['.graphqlrc', '.graphqlrc.*', 'graphql.config.*'];

export const graphql: ServerDefinition = define({
  name: 'graphql',
  language: 'GraphQL',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'graphql-lsp', args: ['server', '-m', 'stream'], package: 'graphql-language-service-cli' },
    ],
  },
  files: ['*.graphql', '*.gql'],
  languageId: { default: 'graphql', byExtension: {}, byName: {} },
  rootMarkers: graphqlConfig,
  // Without a configuration it knows no schema, and validates nothing.
  activatesOn: graphqlConfig,
  settle: { kind: 'push' },
  overlay: 'self',
  infraPatterns: [{ kind: 'substring', text: 'graphql-config error, only highlighting is enabled' }],
  executesWorkspaceCode: true,
  installHint: 'npm i -D graphql-language-service-cli graphql',
  writes: ['no file, but it fetches a schema that its configuration names by address'],
  canary: { fileName: 'lspcheck-canary.graphql', text: 'query {\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'graphql-language-service-cli 3.5.0',
    date: '2026-11-30',
    evidence:
      'one publish per open for 22 of 22 files, 0.1 to 1.7 s later; a configuration without a schema: empty ones, and a logged error',
  },
});

export const prisma: ServerDefinition = define({
  name: 'prisma',
  language: 'Prisma',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'prisma-language-server', args: ['--stdio'], package: '@prisma/language-server' }],
  },
  files: ['*.prisma'],
  languageId: { default: 'prisma', byExtension: {}, byName: {} },
  rootMarkers: ['package.json'],
  // Answered with null it dies.
  settings: { prisma: { enableDiagnostics: true } },
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: false,
  installHint: 'npm i -D @prisma/language-server',
  // It looks for every file of the folder on the disk, and dies of one that is not there.
  canary: { fileName: 'lspcheck-canary.prisma', text: 'model {\n', onDisk: true, inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@prisma/language-server 31.12.10',
    date: '2026-11-30',
    evidence:
      'each open published every schema file of its folder: 11 equal publishes per file for 22 files, 0.3 s later; none within 12 s after',
  },
});

const postgresConfig = ['postgres-language-server.jsonc', 'postgrestools.jsonc'];

export const postgres: ServerDefinition = define({
  name: 'postgres',
  language: 'PostgreSQL',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'postgres-language-server',
        args: ['lsp-proxy'],
        package: '@postgres-language-server/cli',
      },
    ],
  },
  files: ['*.sql'],
  languageId: { default: 'sql', byExtension: {}, byName: {} },
  rootMarkers: postgresConfig,
  // SQL may be of any dialect.
  activatesOn: postgresConfig,
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D @postgres-language-server/cli',
  writes: ['logs in the home folder, and it connects to the database that its configuration names'],
  canary: { fileName: 'lspcheck-canary.sql', text: 'selct 1;\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: '@postgres-language-server/cli 0.25.5',
    date: '2026-11-30',
    evidence:
      'two equal publishes per open for 22 of 22 files, at most 12 ms apart, within 20 ms; it does not exit by itself within 3 s',
  },
});
