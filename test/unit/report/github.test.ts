import { describe, expect, test } from 'vitest';
import type { Diagnostic, Severity } from '../../../src/model/diagnostic.js';
import type { RunResult } from '../../../src/model/run.js';
import { githubReport, githubStepSummary } from '../../../src/report/github.js';
import { hostileMessage } from '../../golden/hostile-state.js';
import { reportContext } from '../../support/report-context.js';
import {
  cause,
  diagnostic,
  findingsCell,
  judged,
  range,
  runOf,
  unknownCell,
} from '../../support/run-builder.js';

function lines(run: RunResult): readonly string[] {
  return [...githubReport(run, reportContext())].join('').trimEnd().split('\n');
}

function annotation(given: Partial<Diagnostic>, path = 'a.ts'): string {
  return (
    lines(
      runOf([judged(path, [findingsCell('s', [diagnostic({ message: 'm', code: 'c', ...given })])])]),
    )[0] ?? ''
  );
}

describe('escaping', () => {
  test('percent first, line breaks in data; colon and comma in properties too', () => {
    expect(annotation({ message: '100%\r\n50%0A a:b,c', code: 'x,y:z' }, 'a,b:c%.fx')).toBe(
      '::error file=a%2Cb%3Ac%25.fx,line=1,endLine=1,col=1,endColumn=2,title=s x%2Cy%3Az::100%25%0D%0A50%250A a:b,c',
    );
  });

  test('a crafted message or name forges no command: one line of :: for each finding', () => {
    const run = runOf([
      judged('x\n::warning::y.fx', [findingsCell('s', [diagnostic({ message: hostileMessage })])]),
    ]);
    const output = lines(run);
    expect(output.filter((line) => line.trimStart().startsWith('::'))).toHaveLength(1);
    expect(output[0]).toContain('file=x%0A%3A%3Awarning%3A%3Ay.fx,');
    expect(output[0]).toContain(
      '::first%0A::stop-commands::tok%0A::error file=README.md,line=1::fake 100%25%0D%0A',
    );
    expect(output.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(output).toHaveLength(2);
  });

  test('messages are cut before the runner cuts them', () => {
    expect(annotation({ message: 'x'.repeat(9000) })).toMatch(/::x{3900,}… \(cut: 9000 characters\)$/);
    expect(annotation({ message: ' ' })).toMatch(/::\(no message\)$/);
  });
});

test.each<[Severity, string]>([
  ['error', '::error '],
  ['warning', '::warning '],
  ['info', '::notice '],
  ['hint', '::notice '],
])('%s is %s', (severity, start) => {
  expect(annotation({ severity }).startsWith(start)).toBe(true);
});

describe('columns only within one line', () => {
  test.each([
    [range(2, 3, 2, 5), 'line=2,endLine=2,col=3,endColumn=5,'],
    [range(2, 3, 2, 3), 'line=2,endLine=2,col=3,endColumn=3,'],
    [range(2, 3, 4, 5), 'line=2,endLine=4,title'],
    [range(2, 3, 3, 1), 'line=2,endLine=2,col=3,title'],
    [range(2, 3, 5, 1), 'line=2,endLine=4,title'],
  ])('%j', (place, properties) => {
    expect(annotation({ range: place })).toContain(`,${properties}`);
  });
});

describe('ten of each level', () => {
  const found = (severity: Severity, count: number) =>
    Array.from({ length: count }, (_, index) =>
      judged(`${severity}${String(index).padStart(2, '0')}.ts`, [
        findingsCell('s', [diagnostic({ severity })]),
      ]),
    );
  const unknown = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      judged(`u${String(index).padStart(2, '0')}.ts`, [unknownCell('s', cause('deadline'))]),
    );
  const count = (output: readonly string[], pattern: RegExp) =>
    output.filter((line) => pattern.test(line)).length;

  test('ten of each are all shown, with no notice of more', () => {
    const output = lines(runOf([...found('error', 10), ...found('warning', 10), ...found('info', 10)]));
    expect(count(output, /^::/)).toBe(30);
    expect(count(output, /more annotation/)).toBe(0);
  });

  test('what is left out is said in one notice, within the ten', () => {
    const output = lines(runOf([...found('error', 14), ...found('warning', 12), ...found('info', 11)]));
    expect(count(output, /^::error /)).toBe(10);
    expect(count(output, /^::warning /)).toBe(10);
    expect(count(output, /^::notice /)).toBe(10);
    expect(output.filter((line) => line.includes('more annotation'))).toEqual([
      '::notice title=lspcheck::8 more annotations in the job summary: GitHub shows 10 of each level',
    ]);
  });

  test('gravest first', () => {
    const output = lines(runOf([...found('info', 1), ...found('error', 1), ...found('warning', 1)]));
    expect(output.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([
      'error',
      'warning',
      'notice',
      undefined,
    ]);
  });

  test.each([
    [20, 20, 7, 3],
    [20, 1, 9, 1],
    [2, 20, 2, 8],
    [0, 20, 0, 10],
    [5, 5, 5, 5],
  ])('%i errors and %i unknown files: %i and %i of them', (errors, unknowns, shownErrors, shownUnknown) => {
    const output = lines(runOf([...found('error', errors), ...unknown(unknowns)]));
    expect(count(output, /^::error file=error/)).toBe(shownErrors);
    expect(count(output, /^::error file=u\d+\.ts,title=unknown::/)).toBe(shownUnknown);
    expect(count(output, /more annotation/)).toBe(shownErrors + shownUnknown < errors + unknowns ? 1 : 0);
  });
});

test('one annotation for the finding, one for the unknown file, then the summary', () => {
  const run = runOf([
    judged('b.fy', [unknownCell('fy', cause('not-started', 'fy: no such command', 'npm i fy'))]),
    judged('c.fx', [findingsCell('fx', [diagnostic({ message: 'BAD', code: 'e1' })])]),
  ]);
  expect(lines(run)).toEqual([
    '::error file=c.fx,line=1,endLine=1,col=1,endColumn=2,title=fx e1::BAD',
    '::error file=b.fy,title=unknown::fy, not-started: fy: no such command (fix: npm i fy)',
    '✖ 1 error in 1 of 2 files; 1 unknown (fy). exit 1',
  ]);
});

describe('job summary', () => {
  test('nothing of a server or a file is markup', () => {
    const run = runOf([
      judged('a|b`<i>.fx', [
        findingsCell('s', [
          diagnostic({ message: 'a | b\n<script> [x](http://y) **b** `c` @you #1 ![i](u) \\|' }),
        ]),
      ]),
    ]);
    const summary = githubStepSummary(run, reportContext());
    const row = summary.split('\n').find((line) => line.includes('script')) ?? '';
    expect(row.split('|')).toHaveLength(6);
    expect(row).not.toMatch(/[`<>*@[\]\\!]/);
    expect(row.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toContain(
      'a | b <script> [x](http://y) **b** `c` @you #1 ![i](u) \\|',
    );
  });

  test('unknown files come before findings, the verdict before both', () => {
    const run = runOf([
      judged('a.ts', [findingsCell('s', [diagnostic()])]),
      judged('b.ts', [unknownCell('s', cause('deadline'))]),
    ]);
    const summary = githubStepSummary(run, reportContext());
    const order = ['### ✖ lspcheck: 1 error', '#### Unknown', '#### Findings'].map((part) =>
      summary.indexOf(part),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBe(0);
  });

  test('stays below 900 KiB in bytes, keeps the gravest, and says what it left out', () => {
    const files = Array.from({ length: 4000 }, (_, index) =>
      judged(`f${index}.ts`, [
        findingsCell('s', [
          diagnostic({ severity: index < 100 ? 'info' : 'error', message: '日本語'.repeat(150) }),
        ]),
      ]),
    );
    const summary = githubStepSummary(runOf(files), reportContext());
    const bytes = Buffer.byteLength(summary);
    expect(bytes).toBeLessThanOrEqual(900 * 1024);
    expect(bytes).toBeGreaterThan(890 * 1024);
    const shown = summary.match(/^\| f\d+\.ts:/gm)?.length ?? 0;
    expect(summary.match(/\| error \|/g)).toHaveLength(shown);
    expect(summary.trimEnd().split('\n').at(-1)).toBe(
      `**Left out, since a job summary has no more room:** Findings ${4000 - shown}.`,
    );
  });

  test('one message cannot fill it', () => {
    const run = runOf([
      judged('a.ts', [findingsCell('s', [diagnostic({ message: 'x'.repeat(2_000_000) })])]),
    ]);
    const summary = githubStepSummary(run, reportContext());
    expect(summary).toMatch(/\| x{1900,}… \(cut: 2000000 characters\) \|/);
    expect(summary).not.toContain('Left out');
  });
});
