// OC-19, OC-20 and OC-25: SARIF that an upload takes, no format in which a failed run looks like a success, and none that a
// hostile name or message can steer.

import { gzipSync } from 'node:zlib';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { formatNames } from '../../src/report/registry.js';
import { at, E, type Item, on, push } from '../support/fake-server/script.js';
import { fileOf, parseReport } from '../support/report.js';
import { readers } from '../support/report-readers.js';
import { parseSarif, regionOf, resultsOf, uriOf } from '../support/sarif.js';
import { refusals } from '../support/sarif-ingestion.js';
import { type ServerSetup, scenario } from '../support/scenario.js';

describe('OC-19, SARIF', () => {
  const coded = (item: Item, code: NonNullable<Item['code']>): Item => ({ ...item, code });
  const odd: readonly Item[] = [
    coded(E(0, 0, 0, 0, 'nowhere'), 2322),
    coded(E(1, 3, 1, 3, 'at the very end'), 'no-end'),
    coded(E(1, 2, 0, 1, 'backwards'), { value: 'E1', target: 'https://example.test/E1' }),
    E(7, 5, 9, 1, 'past the end'),
  ];

  it('odd ranges and codes end as valid regions and known rules', async () => {
    const files = { 'a.fx': 'one\ntwo' };
    const printed = await scenario({ files, server: { handlers: [on('open', '*', push(odd))] } }).print(
      'sarif',
    );
    const log = acceptable(printed.stdout);
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ invocations: [{ executionSuccessful: true }] }] });
    const results = resultsOf(log);
    expect(results.map(({ message }) => message.text).sort()).toEqual(
      odd.map(({ message }) => message).sort(),
    );
    const rules = log.runs[0]?.tool.driver.rules?.map(({ id }) => id);
    for (const result of results) {
      expectSaneRegion(result);
      expect(typeof result.ruleId).toBe('string');
      expect(rules).toContain(result.ruleId);
      expect(uriOf(result)).toBe('a.fx');
    }
    expect(printed.exitCode).toBe(1);
  });

  it('twenty-two servers fit into at most twenty runs', async () => {
    const letters = Array.from({ length: 22 }, (_, index) => String.fromCharCode(97 + index));
    const files = Object.fromEntries(letters.map((letter) => [`f.x${letter}`, 'ok\n']));
    const servers = Object.fromEntries(
      letters.map((letter): [string, ServerSetup] => [
        `s-${letter}`,
        { script: 'pushes-truth', files: [`*.x${letter}`] },
      ]),
    );
    const printed = await scenario({ files, servers }).print('sarif', { deadline: '60s' });
    const log = acceptable(printed.stdout);
    expect(log.runs.map(({ results }) => results)).toEqual(log.runs.map(() => []));
    expect(printed.exitCode).toBe(0);
  });

  it('from a sub-folder the paths are still those of the root', async () => {
    const one = scenario({ files: { 'sub/deep/a.fx': 'BAD\n' }, server: 'pushes-truth' });
    const printed = await one.print('sarif', { from: 'sub', paths: ['deep/a.fx'] });
    const log = acceptable(printed.stdout);
    const [result] = resultsOf(log);
    expect(result && uriOf(result), printed.stderr).toBe('sub/deep/a.fx');
    const base = result?.locations?.[0]?.physicalLocation?.artifactLocation?.uriBaseId;
    if (base !== undefined) expect(log.runs[0]?.originalUriBaseIds).toHaveProperty([base]);
    expect(printed.stdout).not.toContain(one.root);
  });
});

/** One that code scanning takes. test/real holds the same reports against the official schema. */
function acceptable(stdout: string): Log {
  const log = parseSarif(stdout);
  expect(refusals(log, gzipSync(stdout).length)).toEqual([]);
  return log;
}

function expectSaneRegion(result: Result): void {
  const region = regionOf(result);
  if (region === undefined) return; // the whole file
  const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = region;
  for (const place of [startLine, startColumn, endLine, endColumn]) expect(place).toBeGreaterThanOrEqual(1);
  expect(endLine > startLine || (endLine === startLine && endColumn >= startColumn)).toBe(true);
  expect(endLine).toBeLessThanOrEqual(2);
}

describe('OC-20, every format tells of the file without a verdict', () => {
  const files = { 'a.fx': 'ok\n', 'b.fy': 'BAD\n', 'c.fx': 'BAD\n' };
  const servers = {
    fine: { script: { handlers: [on('open', '*', at(50, { do: 'push-rule' }))] } },
    gone: { command: ['no-such-ls'], files: ['*.fy'] },
  } as const;
  const print = (format: string, paths: readonly string[] = Object.keys(files)) =>
    scenario({ files, servers }).print(format, { paths });

  it('json', async () => {
    const done = await print('json');
    const report = parseReport(done.stdout, done.stderr);
    expect(report.files.map(({ path, verdict }) => [path, verdict])).toEqual([
      ['a.fx', 'clean'],
      ['b.fy', 'unknown'],
      ['c.fx', 'findings'],
    ]);
    expect(fileOf(report, 'b.fy').cells).toMatchObject([{ server: 'gone', reason: 'not-started' }]);
    expect(report).toMatchObject({ complete: false, exitCode: 1 });
    expect(done.exitCode).toBe(1);
  });

  it('sarif', async () => {
    const done = await print('sarif');
    const log = parseSarif(done.stdout);
    expect(resultsOf(log).map(uriOf)).toEqual(['c.fx']);
    const invocation = log.runs[0]?.invocations?.[0];
    expect(invocation?.executionSuccessful).toBe(false);
    const told = invocation?.toolExecutionNotifications?.filter(({ level }) => level === 'error') ?? [];
    expect(told.map((one) => one.locations?.[0]?.physicalLocation?.artifactLocation?.uri)).toContain('b.fy');
    expect(JSON.stringify(told)).toMatch(/no-such-ls|not-started/);
    expect(done.exitCode).toBe(1);
  });

  it('github', async () => {
    const { stdout } = await print('github');
    const about = (path: string) =>
      stdout.split('\n').filter((line) => /^::\w+ /.test(line) && line.includes(path));
    expect(about('c.fx').length).toBeGreaterThanOrEqual(1);
    expect(about('b.fy').length).toBeGreaterThanOrEqual(1);
    expect(about('file=a.fx')).toEqual([]);
  });

  it('text', async () => {
    const { stdout } = await print('text');
    expect(stdout).toMatch(/c\.fx/);
    expect(stdout).toMatch(/b\.fy.*unknown|unknown.*b\.fy|b\.fy.*not started/i);
    expect(stdout).toMatch(/1 unknown/);
  });

  it.each(formatNames)('%s agrees on what was found and what is unknown', async (format) => {
    const done = await print(format);
    expect(done.exitCode).toBe(1);
    const { findings, unknown, success } = readers[format](done.stdout);
    expect({ findings, unknown, success }).toEqual({ findings: 1, unknown: ['b.fy'], success: false });
  });

  it.each(formatNames)('%s of nothing but the failure is no bare success', async (format) => {
    const done = await print(format, ['b.fy']);
    expect(done.exitCode).toBe(3);
    expect(done.stdout).toContain('b.fy');
    expect(done.stdout).toMatch(/no-such-ls|not-started|not started/);
    expect(done.stdout).not.toMatch(/✔|"executionSuccessful": ?true|"complete": ?true/);
    expect(readers[format](done.stdout)).toMatchObject({ findings: 0, unknown: ['b.fy'], success: false });
  });
});

describe('OC-25, a message or a file name cannot steer who reads it', () => {
  const names = ['a,b:c%.fx', 'x\n::warning::y.fx'];
  const message =
    'first\n::stop-commands::tok\n::error file=README.md,line=1::fake 100%\r\n\u001b]0;title\u0007\u001b[2J ##[error]x \u202egnp';
  const hostile = [{ ...E(0, 0, 0, 3, message), code: 'x,y:z' }];
  const print = async (format: string) => {
    const files = Object.fromEntries(names.map((name) => [name, 'BAD\n']));
    const one = scenario({ files, server: { handlers: [on('open', '*', push(hostile))] } });
    return one.print(format, { paths: names });
  };

  it('github: one command for each finding, escaped by the runner’s rules', async () => {
    const { stdout } = await print('github');
    const commands = stdout.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands).toHaveLength(2);
    expect(commands[0]).toMatch(/^::error file=a%2Cb%3Ac%25\.fx,line=1,/);
    expect(commands[1]).toMatch(/^::error file=x%0A%3A%3Awarning%3A%3Ay\.fx,line=1,/);
    expect(commands[0]).toContain('title=fake x%2Cy%3Az::first%0A::stop-commands::tok%0A');
    expect(commands[0]).toContain('fake 100%25%0D%0A');
  });

  it('json and sarif: the message round-trips exactly', async () => {
    const json = parseReport((await print('json')).stdout, '');
    expect(json.files.map(({ path }) => path)).toEqual(names);
    expect(json.files.map(({ diagnostics }) => diagnostics[0]?.message)).toEqual([message, message]);
    const sarif = resultsOf(parseSarif((await print('sarif')).stdout));
    expect(sarif.map((result) => result.message.text)).toEqual([message, message]);
    expect(sarif.map((result) => decodeURIComponent(uriOf(result) ?? ''))).toEqual(names);
  });

  it.each(formatNames)('%s: no control character, no command, nothing that reorders', async (format) => {
    const { stdout, exitCode } = await print(format);
    expect(exitCode).toBe(1);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(stdout).not.toContain('##[');
    if (format !== 'github') expect(stdout).not.toMatch(/^\s*::/m);
    expect(readers[format](stdout).findings).toBe(2);
  });
});
