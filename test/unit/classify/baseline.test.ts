import { describe, expect, test } from 'vitest';
import {
  type BaselineEntry,
  baselineOf,
  markBaselined,
  readBaseline,
  writeBaseline,
} from '../../../src/classify/baseline.js';
import type { RepoPath } from '../../../src/model/base.js';
import type { Diagnostic } from '../../../src/model/diagnostic.js';

const a = 'src/a.ts' as RepoPath;

function finding(line: number, message: string, code = '1'): Diagnostic {
  const start = { line, column: 1 };
  return {
    server: 's',
    code,
    severity: 'error',
    message,
    range: { start, end: start },
    approximate: false,
    tags: [],
    related: [],
    fingerprint: `${line}`,
    status: 'active',
    provisional: false,
  };
}

const entry = (message: string, count: number, path = a): BaselineEntry => ({
  path,
  server: 's',
  code: '1',
  message,
  count,
});

test('a file of sorted lines, one entry each, comes back as it was', () => {
  const entries = [entry('b', 1), entry('a', 2), entry('z', 1, 'A.ts' as RepoPath)];
  const text = writeBaseline(entries);
  expect(text.split('\n')).toEqual([
    '{"lspcheckBaseline":1}',
    '{"path":"A.ts","server":"s","code":"1","message":"z","count":1}',
    '{"path":"src/a.ts","server":"s","code":"1","message":"a","count":2}',
    '{"path":"src/a.ts","server":"s","code":"1","message":"b","count":1}',
    '',
  ]);
  expect(readBaseline(text)).toEqual({ kind: 'baseline', entries: [entries[2], entries[1], entries[0]] });
});

describe('a broken file is told with its line, never taken for an empty one', () => {
  test.each([
    ['', 1],
    ['[]', 1],
    ['{"lspcheckBaseline":1}\nnot json\n', 2],
    ['{"lspcheckBaseline":1}\n\n{"path":"a","server":"s","code":"1","message":"m","count":0}\n', 3],
    ['{"lspcheckBaseline":2}\n', 1],
  ])('%j', (text, line) => {
    expect(readBaseline(text)).toMatchObject({ kind: 'broken', line });
  });
});

test('up to its count a finding is baselined wherever it stands; what goes beyond is active', () => {
  const findings = [finding(3, 'found 5 of them'), finding(9, 'found 7 of them'), finding(12, 'other')];
  const marked = markBaselined(findings, [entry('found N of them', 1)]);
  expect(marked.map(({ status }) => status)).toEqual(['baselined', 'active', 'active']);
});

test('entries follow a renamed file, unless the new name has its own', () => {
  const b = 'src/b.ts' as RepoPath;
  const baseline = baselineOf([entry('m', 1)], new Map([[b, a]]));
  expect(baseline.get(b)).toEqual([entry('m', 1)]);
  const own = entry('n', 1, b);
  expect(baselineOf([entry('m', 1), own], new Map([[b, a]])).get(b)).toEqual([own]);
});
