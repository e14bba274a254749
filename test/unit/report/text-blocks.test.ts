import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../../src/model/run.js';
import type { ReportContext } from '../../../src/report/reporter.js';
import { textReport } from '../../../src/report/text.js';
import { reportContext } from '../../support/report-context.js';
import {
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  range,
  related,
  repoPath,
  runOf,
  skipped,
  unknownCell,
} from '../../support/run-builder.js';

const finding = /^\S.*:\d+:\d+: error: /;

function text(
  run: RunResult,
  given: Partial<ReportContext> = {},
  texts: Record<string, string> = {},
): string {
  return [...textReport(run, reportContext(texts, given))].join('');
}

test('at most three related places; one outside the repository has no place', () => {
  const places = [2, 3, 4, 5, 6].map((line) => related('b.ts', line, 1, `place ${line}`));
  const outside = { ...related('lib.d.ts', 9, 9, 'declared here'), outsideRepository: true };
  const output = text(
    runOf([judged('a.ts', [findingsCell('s', [diagnostic({ related: [outside, ...places] })])])]),
    {},
    { 'b.ts': 'one\ntwo\nthree' },
  );
  expect(output).toContain(
    [
      '  lib.d.ts (outside the repository): related: declared here',
      '  b.ts:2:1: related: place 2',
      '   2 │ two',
      '  b.ts:3:1: related: place 3',
      '   3 │ three',
      '  and 3 more related',
    ].join('\n'),
  );
});

describe('blocks', () => {
  test('unknown: by server and reason, ten files, three sentences, one fix', () => {
    const files = Array.from({ length: 12 }, (_, index) =>
      judged(`f${String(index).padStart(2, '0')}.py`, [
        unknownCell(
          'pyright',
          cause('exited', `pyright ended while it had ${index % 5}`, 'npm i -D pyright'),
        ),
        unknownCell('ruff', cause('deadline', 'ruff: too late')),
      ]),
    );
    expect(text(runOf(files))).toBe(
      [
        'staged: 12 files (index against HEAD a1b2c3d)',
        `unknown  pyright, exited: ${files
          .slice(0, 10)
          .map(({ path }) => path)
          .join(', ')}, and 2 more`,
        '         pyright ended while it had 0',
        '         pyright ended while it had 1',
        '         pyright ended while it had 2',
        '         and 2 more like these',
        '         fix: npm i -D pyright',
        `unknown  ruff, deadline: ${files
          .slice(0, 10)
          .map(({ path }) => path)
          .join(', ')}, and 2 more`,
        '         ruff: too late',
        '         fix: raise --deadline, or check fewer files at once',
        '? incomplete: 12 of 12 files unknown (pyright, ruff). exit 3',
        '',
      ].join('\n'),
    );
  });

  test('skipped: languages with their install command, other reasons counted', () => {
    const uncovered = ['a.sh', 'b.sh'].map((path) => ({ path: repoPath(path), language: 'Shell' }));
    const install = {
      detail: 'looked in node_modules/.bin, then PATH',
      hint: 'npm i -D bash-language-server',
    };
    const run = runOf(
      [
        skipped('a.sh', 'no-server', install),
        skipped('b.sh', 'no-server', install),
        skipped('Makefile', 'no-server'),
        skipped('x.json', 'no-server'),
        skipped('y.json', 'no-server'),
        skipped('x.ts', 'ignored'),
        skipped('y.ts', 'ignored'),
        judged('z.ts', [cleanCell('typescript')]),
      ],
      { uncovered },
    );
    expect(text(run)).toBe(
      [
        'staged: 8 files (index against HEAD a1b2c3d)',
        'skipped  no-server: 2 Shell files',
        '         looked in node_modules/.bin, then PATH',
        '         fix: npm i -D bash-language-server',
        'skipped  no-server: 3 files (2 .json, 1 other): no server is configured or known for it',
        'skipped  ignored: 2 files',
        '✔ clean: 1 file (typescript 1); 7 skipped (ignored, no-server)',
        '',
      ].join('\n'),
    );
  });

  test('skipped: a file that nobody knows takes one line, whatever its kind, and is named by --explain', () => {
    const names = ['.gitignore', 'LICENSE', 'a.lock', 'b.lock', 'c.rst', 'd.toml', 'e.txt'];
    const lines = (count: number, explain: boolean) =>
      text(runOf(names.slice(0, count).map((name) => skipped(name, 'no-server'))), { explain })
        .split('\n')
        .slice(1, -2);
    const why = 'no server is configured or known for it';
    expect(lines(1, false)).toEqual([`skipped  no-server: 1 file: ${why}`]);
    expect(lines(2, false)).toEqual([`skipped  no-server: 2 files: ${why}`]);
    expect(lines(4, false)).toEqual([`skipped  no-server: 4 files (2 .lock, 2 others): ${why}`]);
    expect(lines(7, false)).toEqual([
      `skipped  no-server: 7 files (2 .lock, 1 .rst, 1 .toml, 3 others): ${why}`,
    ]);
    expect(lines(2, true).slice(0, 3)).toEqual([
      `skipped  no-server: 2 files: ${why}`,
      '         .gitignore',
      '         LICENSE',
    ]);
  });

  test('from 50 findings on the three worst files are named, and nothing is cut', () => {
    const files = [30, 5, 15, 2].map((count, index) => {
      const [first = diagnostic(), ...rest] = Array.from({ length: count }, (_, line) =>
        diagnostic({ range: range(line + 1, 1), fingerprint: `${line}` }),
      );
      return judged(`f${index}.ts`, [findingsCell('s', [first, ...rest])]);
    });
    const lines = text(runOf(files)).split('\n');
    expect(lines).toContain('most in  f0.ts 30, f2.ts 15, f1.ts 5');
    expect(lines.filter((line) => finding.test(line))).toHaveLength(52);
    expect(text(runOf(files.slice(1)))).not.toContain('most in');
  });

  test('links: three addresses below, or the code itself where the terminal can', () => {
    const [first = diagnostic(), ...rest] = [1, 2, 3, 4, 4].map((page, index) =>
      diagnostic({
        codeUrl: `https://example.org/${page}`,
        fingerprint: `${index}`,
        range: range(index + 1, 1),
      }),
    );
    const run = runOf([judged('a.ts', [findingsCell('s', [first, ...rest])])]);
    expect(text(run)).toContain(
      'more:    https://example.org/1\n         https://example.org/2\n         https://example.org/3\n\n',
    );
    const linked = text(run, { hyperlinks: true });
    expect(linked).not.toContain('more:');
    expect(linked).toContain('[s \u001b]8;;https://example.org/4\u00072322\u001b]8;;\u0007]');
  });

  test('an address that is none is no link', () => {
    const run = runOf([
      judged('a.ts', [findingsCell('s', [diagnostic({ codeUrl: 'https://x/\u001b\\evil' })])]),
    ]);
    expect(text(run, { hyperlinks: true })).not.toContain('\u001b');
    expect(text(run)).not.toContain('more:');
  });
});
