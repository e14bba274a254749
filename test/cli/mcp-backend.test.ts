// `type: mcp`: an MCP server as a source of diagnostics. What it says in a form that can be read is a verdict; whatever else
// it says, or does, is unknown with its words.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../support/processes.js';
import { fileOf, parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { tempRepo } from '../support/temp-repo.js';

const program = join(import.meta.dirname, '../support/fake-mcp-server.mjs');
const lineByLine = '^(?<severity>error|warning) (?<line>\\d+):(?<column>\\d+) (?<message>.*)$';
const orClean = `${lineByLine}|^(?<clean>no problems)$`;

interface Setting {
  readonly mode?: string;
  readonly tool?: string;
  readonly match?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
}

async function judge({ mode = 'good', tool = 'get_diagnostics', match, extra = {}, flags = [] }: Setting) {
  const repo = tempRepo();
  const note = join(repo.root, 'pid');
  const server = {
    type: 'mcp',
    command: [process.execPath, program, mode, note],
    files: ['*.g'],
    tools: { diag: tool },
    ...(match !== undefined && { match }),
    ...extra,
  };
  writeFileSync(join(repo.root, 'lspcheck.json'), JSON.stringify({ servers: { walk: server } }));
  writeFileSync(join(repo.root, 'bad.g'), 'ok\nö BAD\n');
  writeFileSync(join(repo.root, 'good.g'), 'fine\n');
  const done = await runCli(['files', 'bad.g', 'good.g', '--format', 'json', ...flags], { cwd: repo.root });
  const report = parseReport(done.stdout, done.stderr);
  const cell = (path: string) => fileOf(report, path).cells[0];
  return { ...done, report, cell, repo, note };
}

const finding = {
  ...{ server: 'walk', severity: 'error', message: 'it is bad' },
  range: { start: { line: 2, column: 3 } },
};

describe('an answer', () => {
  it.each([
    ['in text, line by line', { match: orClean }],
    ['structured', { tool: 'structured' }],
    ['as LSP has it', { tool: 'lsp' }],
    ['after noise on stdout', { mode: 'chatty', tool: 'structured' }],
  ] satisfies [string, Setting][])('%s', async (_, setting) => {
    const { report, cell, exitCode } = await judge(setting);
    expect(cell('bad.g')).toEqual({ server: 'walk', verdict: 'findings', via: 'tool-result' });
    expect(cell('good.g')).toEqual({ server: 'walk', verdict: 'clean', via: 'tool-result' });
    expect(report.files[0]?.diagnostics).toMatchObject([finding]);
    expect(report.servers).toMatchObject([{ name: 'walk', state: 'ok', version: '1.2.3' }]);
    expect(exitCode).toBe(1);
  });
});

describe('no answer is never clean', () => {
  it.each([
    ['text without an expression', {}, 'infra', /said nothing that can be read: "no problems"/],
    [
      'text that matches nothing',
      { match: lineByLine },
      'infra',
      /said nothing that can be read: "no problems"/,
    ],
    ['prose', { mode: 'prose', match: orClean }, 'infra', /I had a look/],
    ['nothing at all', { mode: 'empty', match: orClean }, 'infra', /said nothing that can be read: ""/],
    ['isError', { mode: 'is-error', match: '.*' }, 'infra', /get_diagnostics failed: "the index is broken"/],
    ['an infra text', { mode: 'infra', match: orClean }, 'infra', /orchestrator timeout/],
    ['an empty list beside an infra text', { mode: 'empty-beside-infra' }, 'infra', /timed out after 5 s/],
    [
      'a clean word beside an infra text',
      { mode: 'clean-beside-infra', match: orClean },
      'infra',
      /orchestrator timeout/,
    ],
    ['an error answer', { mode: 'refuses' }, 'pull-failed', /refused get_diagnostics: .*no such thing/],
    [
      'silence',
      { mode: 'silent', flags: ['--request-timeout', '300ms'] },
      'deadline',
      /did not answer get_diagnostics within 300 ?ms/,
    ],
    [
      'no handshake',
      { mode: 'never-initialized', flags: ['--start-timeout', '300ms'] },
      'start-timeout',
      /did not answer initialize/,
    ],
    ['an end at once', { mode: 'exits' }, 'exited', /exited with code 3/],
    [
      'a tool that is not there',
      { tool: 'get_diagnostic' },
      'not-started',
      /has no tool "get_diagnostic" for diag; it has get_diagnostics, structured/,
    ],
    ['a tool that takes no file', { tool: 'no_file' }, 'not-started', /takes no file/],
    [
      'a file that changed',
      { mode: 'edits', tool: 'structured' },
      'read-failed',
      /changed while it was judged/,
    ],
  ] satisfies [string, Setting, string, RegExp][])('%s', async (_, setting, reason, detail) => {
    const { cell, exitCode } = await judge(setting);
    expect(cell('good.g')).toMatchObject({ verdict: 'unknown', reason });
    expect(cell('good.g')?.detail).toMatch(detail);
    expect([1, 3]).toContain(exitCode);
  });

  it('a death between two files: what was said stays, the rest is unknown', async () => {
    const { report } = await judge({ mode: 'dies-at-second', tool: 'structured' });
    const verdicts = report.files.map(({ verdict }) => verdict).sort();
    expect(verdicts).toEqual(['findings', 'unknown']);
  });
});

it('nothing is left of a server that does not end by itself', async () => {
  const { note } = await judge({ mode: 'lingers', tool: 'structured' });
  expect(existsSync(note)).toBe(true);
  expect(isAlive(Number(readFileSync(note, 'utf8')))).toBe(false);
});

it('staged text is put on a disk of its own: the tool reads that', async () => {
  const { repo } = await judge({ tool: 'structured' });
  repo.git('add', '.');
  writeFileSync(join(repo.root, 'bad.g'), 'mended on disk only\n');
  writeFileSync(join(repo.root, 'good.g'), 'BAD on disk only\n');
  const done = await runCli(['changed', '--staged', '--format', 'json'], { cwd: repo.root });
  const report = parseReport(done.stdout, done.stderr);
  const told = report.files.flatMap(({ path, verdict }) =>
    path.endsWith('.g') ? [`${path} ${verdict}`] : [],
  );
  expect(told).toEqual(['bad.g findings', 'good.g clean']);
});
