import { describe, expect, test } from 'vitest';
import { exitCodeOf, isConclusive } from '../../../src/model/summary.js';
import { summarySentence } from '../../../src/report/summary-sentence.js';
import {
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  range,
  repoPath,
  runOf,
  skipped,
  unknownCell,
} from '../../support/run-builder.js';

const error = judged('a.ts', [findingsCell('typescript', [diagnostic()])]);
const warning = judged('a.ts', [findingsCell('typescript', [diagnostic({ severity: 'warning' })])]);
const unknown = judged('b.py', [unknownCell('pyright', cause('deadline'))]);
const left = skipped('c.rst', 'no-server');
const clean = judged('d.ts', [cleanCell('typescript'), cleanCell('eslint')]);

/** findings (`e` at the level, `w` below it, `-` none), unknown, skipped, judged without findings → mark and sentence. */
const table: readonly [string, string, string][] = [
  ['----', 'nothing', 'nothing to check: 0 files in scope (staged: index against HEAD a1b2c3d)'],
  ['---c', 'clean', 'clean: 1 file (typescript 1, eslint 1)'],
  ['--s-', 'nothing', 'nothing judged: 1 of 1 file skipped (no-server)'],
  ['--sc', 'clean', 'clean: 1 file (typescript 1, eslint 1); 1 skipped (no-server)'],
  ['-u--', 'incomplete', 'incomplete: 1 of 1 file unknown (pyright). exit 3'],
  ['-u-c', 'incomplete', 'incomplete: 1 of 2 files unknown (pyright); 1 without findings. exit 3'],
  ['-us-', 'incomplete', 'incomplete: 1 of 2 files unknown (pyright); 1 skipped. exit 3'],
  ['-usc', 'incomplete', 'incomplete: 1 of 3 files unknown (pyright); 1 skipped, 1 without findings. exit 3'],
  ['e---', 'findings', '1 error in 1 of 1 file. exit 1'],
  ['e--c', 'findings', '1 error in 1 of 2 files; 1 without findings. exit 1'],
  ['e-s-', 'findings', '1 error in 1 of 2 files; 1 skipped. exit 1'],
  ['e-sc', 'findings', '1 error in 1 of 3 files; 1 skipped, 1 without findings. exit 1'],
  ['eu--', 'findings', '1 error in 1 of 2 files; 1 unknown (pyright). exit 1'],
  ['eu-c', 'findings', '1 error in 1 of 3 files; 1 unknown (pyright), 1 without findings. exit 1'],
  ['eus-', 'findings', '1 error in 1 of 3 files; 1 unknown (pyright), 1 skipped. exit 1'],
  ['eusc', 'findings', '1 error in 1 of 4 files; 1 unknown (pyright), 1 skipped, 1 without findings. exit 1'],
  ['w---', 'below-level', '0 errors, 1 warning in 1 of 1 file'],
  ['w--c', 'below-level', '0 errors, 1 warning in 1 of 2 files; 1 without findings'],
  ['w-s-', 'below-level', '0 errors, 1 warning in 1 of 2 files; 1 skipped'],
  ['w-sc', 'below-level', '0 errors, 1 warning in 1 of 3 files; 1 skipped, 1 without findings'],
  ['wu--', 'incomplete', 'incomplete: 1 of 2 files unknown (pyright); 0 errors, 1 warning in 1 file. exit 3'],
  [
    'wu-c',
    'incomplete',
    'incomplete: 1 of 3 files unknown (pyright); 0 errors, 1 warning in 1 file, 1 without findings. exit 3',
  ],
  [
    'wus-',
    'incomplete',
    'incomplete: 1 of 3 files unknown (pyright); 0 errors, 1 warning in 1 file, 1 skipped. exit 3',
  ],
  [
    'wusc',
    'incomplete',
    'incomplete: 1 of 4 files unknown (pyright); 0 errors, 1 warning in 1 file, 1 skipped, 1 without findings. exit 3',
  ],
];

describe('findings, unknown, skipped, judged', () => {
  test('every combination is in the table', () => {
    const keys = ['-', 'e', 'w'].flatMap((f) =>
      ['-', 'u'].flatMap((u) => ['-', 's'].flatMap((s) => ['-', 'c'].map((c) => f + u + s + c))),
    );
    expect(table.map(([key]) => key).sort()).toEqual(keys.sort());
  });

  test.each(table)('%s is %s: %s', (key, mark, text) => {
    const run = runOf(
      [
        key[0] === 'e' ? error : warning,
        ...(key[1] === 'u' ? [unknown] : []),
        ...(key[2] === 's' ? [left] : []),
        ...(key[3] === 'c' ? [clean] : []),
      ].slice(key[0] === '-' ? 1 : 0),
    );
    expect(summarySentence(run)).toEqual({ mark, text });
    if (mark === 'clean') expect(isConclusive(run)).toBe(true);
    expect(text.includes('clean')).toBe(mark === 'clean');
    expect(/exit (\d+)$/.exec(text)?.[1] ?? '0').toBe(String(exitCodeOf(run)));
  });
});

describe('said apart', () => {
  const impaired = judged('a.ts', [
    cleanCell('typescript'),
    unknownCell('eslint', cause('exited')),
    findingsCell('biome', [diagnostic()]),
  ]);

  test('a file with findings and an unknown cell counts once, as findings', () => {
    expect(summarySentence(runOf([impaired, clean])).text).toBe(
      '1 error in 1 of 2 files, 1 of them judged in part (eslint); 1 without findings. exit 1',
    );
    expect(summarySentence(runOf([impaired, clean], { policy: { failOn: 'never' } })).text).toContain(
      'exit 1',
    );
  });

  test('only judged in part, below the level', () => {
    const part = judged('a.ts', [
      findingsCell('eslint', [diagnostic({ severity: 'info' })], { impaired: cause('infra') }),
    ]);
    expect(summarySentence(runOf([part]))).toEqual({
      mark: 'incomplete',
      text: 'incomplete: 0 errors, 1 info in 1 of 1 file, 1 of them judged in part (eslint). exit 3',
    });
  });

  test('let through', () => {
    expect(summarySentence(runOf([unknown], { policy: { onUnknown: 'warn' } }))).toEqual({
      mark: 'incomplete',
      text: 'incomplete: 1 of 1 file unknown (pyright), let through by --on-unknown warn',
    });
  });

  test('nothing judged where that is a failure', () => {
    const uncovered = [{ path: repoPath('c.rst'), language: 'reStructuredText' }];
    expect(summarySentence(runOf([left], { policy: { zeroConfig: true }, uncovered }))).toEqual({
      mark: 'nothing',
      text: 'nothing judged: 1 of 1 file skipped (no-server). exit 3',
    });
    expect(summarySentence(runOf([], { policy: { failOnEmpty: true } })).text).toMatch(
      /^nothing to check: 0 files .* exit 3$/,
    );
  });

  test('interrupted, also with findings', () => {
    expect(summarySentence(runOf([error, unknown], { interrupted: 'SIGTERM' }))).toEqual({
      mark: 'findings',
      text: 'interrupted by SIGTERM, 1 error in 1 of 2 files; 1 unknown (pyright). exit 143',
    });
  });

  test('hidden, inactive and provisional diagnostics, each with what shows them', () => {
    const severe = diagnostic();
    const run = runOf([
      judged('a.ts', [
        findingsCell(
          'typescript',
          [
            { ...severe, status: 'outside-change' },
            { ...severe, status: 'existing', range: range(2, 1) },
            { ...severe, status: 'baselined', range: range(3, 1) },
            { ...severe, status: 'suppressed', range: range(4, 1) },
          ],
          { hidden: [diagnostic({ severity: 'hint' })] },
        ),
      ]),
    ]);
    expect(summarySentence(run)).toEqual({
      mark: 'clean',
      text: '0 errors in 1 file; 1 with findings that do not count; also 1 hidden (--min-severity hint), 1 outside the change (--only all), 1 existing (--only all), 1 baselined (lspcheck baseline show), 1 suppressed (--explain)',
    });
  });

  test('a provisional finding that decides', () => {
    const seen = judged('a.ts', [
      unknownCell('typescript', cause('still-busy'), { provisional: [diagnostic()] }),
    ]);
    expect(summarySentence(runOf([seen], { policy: { onUnknown: 'warn' } }))).toEqual({
      mark: 'findings',
      text: '0 errors in 1 file; 1 unknown (typescript); also 1 provisional at the level that fails. exit 1',
    });
  });

  test('many servers are cut, roots counted', () => {
    const cells = Array.from({ length: 8 }, (_, index) => cleanCell(`s${index}`));
    const [first, ...rest] = cells;
    if (first === undefined) throw new Error('no cell');
    const servers = ['.', 'packages/a'].map((root) => ({
      name: 's0',
      root: repoPath(root),
      state: 'ok' as const,
      startMs: 0,
      infra: [],
    }));
    expect(summarySentence(runOf([judged('a', [first, ...rest])], { servers })).text).toBe(
      'clean: 1 file (s0 1 in 2 roots, s1 1, s2 1, s3 1, s4 1, s5 1, and 2 more)',
    );
  });
});

test.each([
  [true, '1 existing (--explain)'],
  [undefined, '1 existing (--only all)'],
] as const)('old findings name the flag that shows them: in a dependent (%s) %s', (affected, words) => {
  const old = diagnostic({ status: 'existing' });
  const file = judged('b.ts', [findingsCell('typescript', [old])]);
  const run = runOf([affected ? { ...file, affected } : file]);
  expect(summarySentence(run).text).toContain(words);
});
