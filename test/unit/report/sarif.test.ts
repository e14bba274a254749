import { gzipSync } from 'node:zlib';
import type { Log, Result, Run } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.js';
import type { RunResult } from '../../../src/model/run.js';
import { exitCodeOf } from '../../../src/model/summary.js';
import type { ReportContext } from '../../../src/report/reporter.js';
import { sarifReport } from '../../../src/report/sarif.js';
import { reportContext } from '../../support/report-context.js';
import {
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  range,
  related,
  runOf,
  unknownCell,
} from '../../support/run-builder.js';
import { refusals } from '../../support/sarif-ingestion.js';

function log(run: RunResult, texts: Record<string, string> = {}, given: Partial<ReportContext> = {}): Log {
  return JSON.parse([...sarifReport(run, reportContext(texts, given))].join('')) as Log;
}

function runIn(run: RunResult, texts: Record<string, string> = {}, given: Partial<ReportContext> = {}): Run {
  const [first] = log(run, texts, given).runs;
  if (first === undefined) throw new Error('no run');
  return first;
}

function resultFor(given: Partial<Diagnostic>, text = 'one\ntwo\nthree\nfour\n'): Result {
  const run = runIn(runOf([judged('a.ts', [findingsCell('s', [diagnostic(given)])])]), { 'a.ts': text });
  const [result] = run.results ?? [];
  if (result === undefined) throw new Error('no result');
  return result;
}

describe('rules', () => {
  test('id by server and code, sorted, resolvable, uncoded without one', () => {
    const run = runIn(
      runOf([
        judged('a.ts', [
          findingsCell('ts', [
            diagnostic({ code: '2322' }),
            diagnostic({ code: '', message: 'x', range: range(2, 1) }),
            diagnostic({ code: '2322', range: range(3, 1) }),
          ]),
          findingsCell('eslint', [diagnostic({ code: 'no-undef', codeUrl: 'https://eslint.org/no-undef' })]),
        ]),
      ]),
    );
    const rules = run.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual(['eslint/no-undef', 'ts/2322', 'ts/uncoded']);
    expect(rules.map(({ helpUri }) => helpUri)).toEqual([
      'https://eslint.org/no-undef',
      undefined,
      undefined,
    ]);
    for (const { ruleId, ruleIndex } of run.results ?? []) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
  });

  test.each([
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'note'],
    ['hint', 'note'],
  ] as const)('%s is level %s', (severity, level) => {
    expect(resultFor({ severity }).level).toBe(level);
  });
});

describe('messages', () => {
  test.each([
    ['plain [x] (1)', 'plain [x] (1)'],
    ['see [x](1) and [y]', 'see \\[x\\](1) and \\[y\\]'],
    ['', '(no message)'],
    ['exact\r\n\u001b[31m ::error::', 'exact\r\n\u001b[31m ::error::'],
  ])('%j', (message, text) => {
    expect(resultFor({ message }).message.text).toBe(text);
  });
});

test('related places have ids; those outside the repository are kept apart', () => {
  const outside = { ...related('lib.d.ts', 1, 1, 'there'), outsideRepository: true };
  const result = resultFor({
    related: [related('b c.ts', 2, 3, 'here [1](2)'), outside, related('b c.ts', 2, 3, 'here [1](2)')],
  });
  expect(result.relatedLocations?.map(({ id }) => id)).toEqual([1, 2]);
  expect(result.relatedLocations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('b%20c.ts');
  expect(result.relatedLocations?.[0]?.message?.text).toBe('here \\[1\\](2)');
  expect(result.properties?.['relatedOutside']).toEqual([{ path: 'lib.d.ts', message: 'there' }]);
});

test('a range over several lines is cut to its first one, the whole is kept beside', () => {
  const result = resultFor({ range: range(2, 1, 4, 3) });
  expect(result.locations?.[0]?.physicalLocation?.region).toEqual({
    startLine: 2,
    startColumn: 1,
    endLine: 2,
    endColumn: 4,
  });
  expect(result.properties?.['range']).toEqual(range(2, 1, 4, 3));
  expect(resultFor({ range: range(2, 1, 2, 3) }).properties?.['range']).toBeUndefined();
});

test('fingerprints: the line’s hash, and ours; without the text only ours', () => {
  expect(resultFor({ range: range(1, 1) }, '').partialFingerprints).toEqual({
    primaryLocationLineHash: 'c129715d7a2bc9a3:1',
    'lspcheck/v1': 'f1-1',
  });
  const run = runIn(runOf([judged('a.ts', [findingsCell('s', [diagnostic()])])]));
  expect(run.results?.[0]?.partialFingerprints).toEqual({ 'lspcheck/v1': 'f1-1' });
});

test('columns count UTF-16 units, and say so', () => {
  const run = runIn(
    runOf([judged('a.fx', [findingsCell('s', [diagnostic({ range: range(1, 15, 1, 18) })])])]),
  );
  expect(run.columnKind).toBe('utf16CodeUnits');
  const { startColumn = 0, endColumn = 0 } = run.results?.[0]?.locations?.[0]?.physicalLocation?.region ?? {};
  expect('let é = "🙂"; BAD'.slice(startColumn - 1, endColumn - 1)).toBe('BAD');
});

describe('category', () => {
  test.each([
    ['all', undefined, 'lspcheck/all/'],
    ['staged', undefined, 'lspcheck/changed/'],
    ['base', undefined, 'lspcheck/changed/'],
    ['files', undefined, 'lspcheck/files/'],
    ['all', 'web', 'web/'],
    ['staged', 'lspcheck/web//', 'lspcheck/web/'],
  ] as const)('scope %s, given %s: %s', (kind, sarifCategory, id) => {
    expect(runIn(runOf([], { scope: { kind } }), {}, { sarifCategory }).automationDetails?.id).toBe(id);
  });

  test('a part of a run has its own: it must not close what the others found', () => {
    const shard = { index: 2, total: 4, planHash: 'sha256:x', elsewhere: [], servedElsewhere: true };
    const run = { ...runOf([], { scope: { kind: 'all' } }), shard };
    expect(runIn(run).automationDetails?.id).toBe('lspcheck/all/2-of-4/');
  });
});

describe('more findings than code scanning keeps', () => {
  const count = 5200;
  const [first = diagnostic(), ...rest] = Array.from({ length: count }, (_, index) =>
    diagnostic({
      severity: index % 2 === 0 ? 'info' : 'error',
      range: range(index + 1, 1),
      fingerprint: `${index}`,
    }),
  );
  const run = runOf([judged('a.ts', [findingsCell('s', [first, ...rest])])]);
  const text = 'x\n'.repeat(count);
  const written = runIn(run, { 'a.ts': text });

  test('the gravest stay, in the order of the report', () => {
    const results = written.results ?? [];
    expect(results).toHaveLength(5000);
    expect(results.filter(({ level }) => level === 'error')).toHaveLength(2600);
    const lines = results.map(({ locations }) => locations?.[0]?.physicalLocation?.region?.startLine ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  test('it is said, and is no success', () => {
    const [invocation] = written.invocations ?? [];
    expect(invocation).toMatchObject({ executionSuccessful: false, exitCode: exitCodeOf(run) });
    expect(invocation?.toolExecutionNotifications).toMatchObject([
      {
        descriptor: { id: 'lspcheck/truncated' },
        level: 'error',
        message: { text: '200 findings are left out: code scanning takes no more' },
      },
    ]);
    expect(written.properties).toMatchObject({ resultsLeftOut: 200, complete: true });
  });

  test('code scanning takes the file', () => {
    const whole = log(run, { 'a.ts': text });
    expect(refusals(whole, gzipSync(JSON.stringify(whole)).length)).toEqual([]);
  });
});

test('an unknown file is an error notification that names it; an advisory one a warning', () => {
  const run = runIn(
    runOf([
      judged('b.fy', [unknownCell('fy', cause('not-started', 'fy: no such command', 'npm i fy'))]),
      judged('c.fx', [
        cleanCell('fx'),
        unknownCell('spell', cause('deadline', 'too late'), { role: 'advisory' }),
      ]),
    ]),
  );
  const [invocation] = run.invocations ?? [];
  expect(invocation?.executionSuccessful).toBe(false);
  expect(
    invocation?.toolExecutionNotifications?.map(({ level, descriptor, message, locations }) => [
      level,
      descriptor?.id,
      message.text,
      locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    ]),
  ).toEqual([
    ['error', 'lspcheck/unknown/not-started', 'fy: fy: no such command (fix: npm i fy)', 'b.fy'],
    ['warning', 'lspcheck/unknown/deadline', expect.stringMatching(/^spell: too late \(fix: /), 'c.fx'],
  ]);
  const descriptors = run.tool.driver.notifications ?? [];
  for (const { descriptor } of invocation?.toolExecutionNotifications ?? [])
    expect(descriptors[descriptor?.index ?? -1]?.id).toBe(descriptor?.id);
});

test('what does not count is no result, but is counted', () => {
  const run = runIn(
    runOf([
      judged('a.ts', [
        findingsCell(
          's',
          [
            diagnostic({ status: 'suppressed' }),
            diagnostic({ status: 'existing', range: range(2, 1) }),
            diagnostic({ status: 'baselined', range: range(3, 1) }),
            diagnostic({ status: 'outside-change', range: range(4, 1) }),
          ],
          { hidden: [diagnostic({ severity: 'hint', range: range(5, 1) })] },
        ),
      ]),
    ]),
  );
  expect(run.results).toEqual([]);
  expect(run.properties?.['summary']).toMatchObject({
    suppressed: 1,
    existing: 1,
    baselined: 1,
    outsideChange: 1,
    hidden: 1,
    error: 0,
  });
  expect(JSON.stringify(run)).not.toContain('suppressions');
});
