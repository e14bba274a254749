import { expect, test } from 'vitest';
import { readSuppressions, suppress, uselessText } from '../../../src/classify/suppress.js';
import type { RepoPath } from '../../../src/model/base.js';
import type { Diagnostic } from '../../../src/model/diagnostic.js';
import { splitLines } from '../../../src/model/lines.js';

function finding(line: number, server: string, code: string): Diagnostic {
  const start = { line, column: 1 };
  return {
    server,
    code,
    severity: 'error',
    message: 'm',
    range: { start, end: start },
    approximate: false,
    tags: [],
    related: [],
    fingerprint: 'f',
    status: 'active',
    provisional: false,
  };
}

const read = (text: string) => readSuppressions(text, splitLines);

test('the next line, the named server and code, with a reason', () => {
  const suppressions = read(
    'a\n// lspcheck-ignore-next-line typescript/2322: the fixture is wrong on purpose\nb\n',
  );
  expect(suppressions).toEqual([{ line: 2, server: 'typescript', code: '2322', hasReason: true }]);
  const all = [
    finding(3, 'typescript', '2322'),
    finding(3, 'typescript', '2345'),
    finding(4, 'typescript', '2322'),
  ];
  const { findings, used } = suppress(all, suppressions);
  expect(findings.map(({ status }) => status)).toEqual(['suppressed', 'active', 'active']);
  expect(used).toEqual(suppressions);
});

test('codes with slashes and colons are whole; `*` means every code of the server', () => {
  expect(read('# lspcheck-ignore-next-line eslint/@ts/no-x: y')[0]).toMatchObject({
    code: '@ts/no-x',
    hasReason: true,
  });
  expect(read('# lspcheck-ignore-next-line rust-analyzer/a::b: y')[0]).toMatchObject({ hasReason: true });
  const { findings } = suppress([finding(2, 'eslint', 'x')], read('# lspcheck-ignore-next-line eslint/*: y'));
  expect(findings[0]?.status).toBe('suppressed');
});

test('without a reason it suppresses nothing, and says why', () => {
  const [suppression] = read('<!-- lspcheck-ignore-next-line html/x -->');
  expect(suppression).toMatchObject({ server: 'html', code: 'x', hasReason: false });
  if (!suppression) return;
  expect(suppress([finding(2, 'html', 'x')], [suppression]).findings[0]?.status).toBe('active');
  expect(uselessText('a.html' as RepoPath, suppression)).toContain('needs a reason');
});
