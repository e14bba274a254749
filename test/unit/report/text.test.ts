import fastStringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.js';
import type { RunResult } from '../../../src/model/run.js';
import type { ReportContext } from '../../../src/report/reporter.js';
import { textReport } from '../../../src/report/text.js';
import { hostileMessage } from '../../golden/hostile-state.js';
import { states } from '../../golden/states.js';
import { reportContext } from '../../support/report-context.js';
import {
  cause,
  diagnostic,
  findingsCell,
  judged,
  range,
  related,
  runOf,
  unknownCell,
} from '../../support/run-builder.js';

const gcc = /^(.*):(\d+):(\d+): (error|warning|info|hint): (.*)$/;

function text(
  run: RunResult,
  given: Partial<ReportContext> = {},
  texts: Record<string, string> = {},
): string {
  return [...textReport(run, reportContext(texts, given))].join('');
}

describe('the one gcc pattern reads every finding back', () => {
  const places: readonly Diagnostic[] = [
    diagnostic({ message: 'plain', range: range(1, 1) }),
    diagnostic({ message: 'of: many: colons:1:2: error: x', range: range(2, 4), severity: 'warning' }),
    diagnostic({ message: 'two\nlines', range: range(3, 1), severity: 'info', code: 'no-x' }),
    diagnostic({ message: hostileMessage, range: range(4, 10), severity: 'hint' }),
    diagnostic({ message: 'same place', range: range(4, 10), severity: 'error' }),
  ];
  const [first = diagnostic(), ...rest] = places;
  const run = runOf(
    ['a.ts', 'dir with blank/b:7:8.ts', 'z\n.ts'].map((path) =>
      judged(path, [findingsCell('s', [first, ...rest])]),
    ),
    { policy: { failOn: 'hint' } },
  );

  test.each([{}, { quiet: true }, { explain: true }])('%j', (given) => {
    const lines = text(run, given).split('\n');
    const matches = lines.flatMap((line) => (gcc.exec(line) ? [gcc.exec(line) ?? []] : []));
    expect(
      matches.map(([, path, line, column, severity]) => [path, Number(line), Number(column), severity]),
    ).toEqual(
      ['a.ts', 'dir with blank/b:7:8.ts', 'z␊.ts'].flatMap((path) => [
        [path, 1, 1, 'error'],
        [path, 2, 4, 'warning'],
        [path, 3, 1, 'info'],
        [path, 4, 10, 'error'],
        [path, 4, 10, 'hint'],
      ]),
    );
    expect(matches[1]?.[5]).toBe('of: many: colons:1:2: error\\x3a x [s 2322]');
    expect(matches[2]?.[5]).toBe('two [s no-x]');
  });

  test('what is provisional or does not count is no finding to it', () => {
    const apart = runOf([
      judged('a.ts', [unknownCell('s', cause('deadline'), { provisional: [first] })]),
      judged('b.ts', [findingsCell('s', [{ ...first, status: 'baselined' }])]),
    ]);
    const lines = text(apart, { explain: true }).split('\n');
    expect(lines).toContain('a.ts:1:1: provisional error: plain [s 2322]');
    expect(lines).toContain('b.ts:1:1: baselined error: plain [s 2322]');
    expect(lines.filter((line) => gcc.test(line))).toEqual([]);
  });
});

describe.each(Object.entries(states))('%s', (_, { run, texts }) => {
  test('stripped of colour it is what --color never gives', () => {
    const plain = text(run, { width: 80, explain: true }, texts);
    const colored = text(run, { width: 80, explain: true, color: true }, texts);
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  });

  test('no control character but line breaks, no line that begins a command', () => {
    for (const given of [{}, { explain: true, timings: true }, { quiet: true }, { unicode: false }]) {
      const output = text(run, given, texts);
      expect(output.replaceAll('\n', '')).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/,
      );
      expect(output).not.toMatch(/^\s*::/m);
    }
  });

  test.each([40, 60, 100])('no line is wider than %i columns, the summary is the last', (width) => {
    const lines = text(run, { width, explain: true }, texts).trimEnd().split('\n');
    for (const line of lines) {
      const longestWord = Math.max(...line.split(' ').map((word) => fastStringWidth(word)));
      expect(fastStringWidth(line)).toBeLessThanOrEqual(Math.max(width, longestWord + 11));
    }
    expect(lines.join('\n')).toMatch(/\n?[✔✖?!–] [^\n]*(\n {2}[^\n]*)*$/);
  });

  test('--explain adds lines and removes none', () => {
    const explained = new Set(text(run, { explain: true }, texts).split('\n'));
    for (const line of text(run, {}, texts).split('\n')) expect(explained).toContain(line);
  });
});

test('wrapped at 60, nothing is lost and the caret stays under its character', () => {
  const message = `Type '{ ${'field: string; '.repeat(12)}}' is not assignable to type 'number'.`;
  const line = `\tconst 日本 = compute(first, second, third, BAD, ${'more, '.repeat(20)});`;
  const column = line.indexOf('BAD') + 1;
  const run = runOf([
    judged('src/a.ts', [
      findingsCell('typescript', [diagnostic({ message, range: range(1, column, 1, column + 3) })]),
    ]),
  ]);
  const output = text(run, { width: 60 }, { 'src/a.ts': line });
  const rows = output.split('\n');
  for (const row of rows) expect(fastStringWidth(row)).toBeLessThanOrEqual(60);
  expect(output.replace(/\n {2}(?! )/g, ' ')).toContain(
    `src/a.ts:1:${column}: error: ${message} [typescript 2322]`,
  );
  const caretRow = rows.findIndex((row) => row.includes('^^^'));
  const above = rows[caretRow - 1] ?? '';
  const below = rows[caretRow] ?? '';
  expect(fastStringWidth(below.slice(0, below.indexOf('^')))).toBe(
    fastStringWidth(above.slice(0, above.indexOf('BAD'))),
  );
});

test('frames show the text judged, found by path; without it there is none', () => {
  const run = runOf([judged('a.ts', [findingsCell('s', [diagnostic()])])]);
  expect(text(run, {}, { 'a.ts': 'staged' })).toContain(' > 1 │ staged\n     │ ^\n');
  expect(text(run)).not.toContain('│');
  expect(text(run, { quiet: true }, { 'a.ts': 'staged' })).toBe(
    "a.ts:1:1: error: Type 'string' is not assignable to type 'number'. [s 2322]\n\n✖ 1 error in 1 of 1 file. exit 1\n",
  );
});

test('paths are shown as the context says', () => {
  const run = runOf([
    judged('lib/a.ts', [findingsCell('s', [diagnostic({ related: [related('b.ts', 2, 3, 'here')] })])]),
    judged('lib/b.ts', [unknownCell('s', cause('exited'))]),
  ]);
  const output = text(run, { shownPath: (path) => `../${path}`, explain: true });
  expect(output).not.toMatch(/(?<!\.\.\/)\blib\//);
  expect(output).toContain('  ../b.ts:2:3: related: here\n');
});

test('--timings alone shows times, and only with --explain', () => {
  const { run, texts } = states['all-clean'] ?? { run: runOf([]), texts: {} };
  expect(text(run, { explain: true }, texts)).not.toMatch(/\d ms/);
  expect(text(run, { explain: true, timings: true }, texts)).toContain(
    'typescript: no finding, by barrier, 143 ms',
  );
});
