// Real MCP servers as sources of diagnostics: one of our own over GraphQL files on the official SDK, and cclsp from npm.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { tempFolder } from '../support/temp-repo.js';
import { needSmoke } from './need.js';

const backends = join(import.meta.dirname, 'backends');

async function judged(files: Readonly<Record<string, string>>, servers: object, names: readonly string[]) {
  const root = tempFolder();
  const all = { ...files, 'lspcheck.json': JSON.stringify({ servers }) };
  for (const [name, text] of Object.entries(all))
    writeFileSync(join(root, name), text.replaceAll('@root@', root));
  const done = await runCli(['files', ...names, '--format', 'json'], { cwd: root });
  return { ...done, report: parseReport(done.stdout, done.stderr) };
}

describe('backends', () => {
  test('GraphQL through an MCP server: findings at their place, clean by tool-result', async (context) => {
    needSmoke(context);
    const { report, exitCode } = await judged(
      {
        'schema.graphql': 'type Query { user: User }\ntype User { name: String }\n',
        'bad.gql': 'query {\n  user { nmae }\n}\n',
        'torn.gql': 'query {\n',
        'good.gql': 'query { user { name } }\n',
      },
      {
        graphwalk: {
          type: 'mcp',
          command: [process.execPath, join(backends, 'graphwalk.mjs')],
          files: ['*.gql'],
          tools: { diag: 'get_diagnostics' },
        },
      },
      ['bad.gql', 'torn.gql', 'good.gql'],
    );
    expect(fileOf(report, 'bad.gql').diagnostics).toMatchObject([
      {
        message: expect.stringContaining('nmae'),
        range: { start: { line: 2, column: 10 } },
        severity: 'error',
      },
    ]);
    expect(fileOf(report, 'torn.gql').diagnostics).toMatchObject([
      { range: { start: { line: 2, column: 1 } } },
    ]);
    expect(fileOf(report, 'good.gql').cells).toEqual([
      { server: 'graphwalk', verdict: 'clean', via: 'tool-result' },
    ]);
    expect(exitCode).toBe(1);
  });

  // Seen with cclsp 0.7.0 on 2026-11-30: its wait ends before the language server has published, and it answers "No diagnostics
  // found … The file has no errors" for a file with one.
  test('cclsp: what it says without having waited is not believed', async (context) => {
    needSmoke(context);
    const language = join(backends, 'node_modules/typescript-language-server/lib/cli.mjs');
    const { report, exitCode } = await judged(
      {
        'cclsp-config.txt': JSON.stringify({
          servers: [
            { extensions: ['ts'], command: [process.execPath, language, '--stdio'], rootDir: '@root@' },
          ],
        }),
        'tsconfig.json': '{"compilerOptions":{"strict":true}}',
        'bad.ts': 'export const a: number = "x";\n',
      },
      {
        cclsp: {
          type: 'mcp',
          command: [process.execPath, join(backends, 'node_modules/cclsp/dist/index.js')],
          env: { CCLSP_CONFIG_PATH: '@root@/cclsp-config.txt' },
          files: ['*.ts'],
          tools: { diag: 'get_diagnostics' },
          requestTimeout: '60s',
        },
      },
      ['bad.ts'],
    );
    expect(fileOf(report, 'bad.ts').verdict).toBe('unknown');
    expect(fileOf(report, 'bad.ts').cells[0]).toMatchObject({ reason: 'infra' });
    expect(exitCode).toBe(3);
  });
});
