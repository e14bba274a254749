import { describe, expect, test } from 'vitest';
import { compileRules } from '../../../src/config/rules.js';
import type { RepoPath } from '../../../src/model/base.js';
import type { PathOverride, SeverityRule } from '../../../src/model/config.js';

const path = (text: string) => text as RepoPath;
const rule = (server: string, code: string, severity: SeverityRule['severity']): SeverityRule => ({
  server,
  code,
  severity,
});
const rulesOf = (rules: readonly SeverityRule[], overrides: readonly PathOverride[] = []) =>
  compileRules({ rules, overrides, failOn: 'error' });

describe('severities', () => {
  test('a rule for the code, else one for every code of the server, else as the server said', () => {
    const rules = rulesOf([
      rule('eslint', '*', 'hint'),
      rule('eslint', 'a/b', 'error'),
      rule('yaml', '0', 'off'),
    ]);
    const { severityOf } = rules(path('x.js'));
    expect(severityOf('eslint', 'a/b')).toBe('error');
    expect(severityOf('eslint', 'other')).toBe('hint');
    expect(severityOf('eslint', undefined)).toBe('hint');
    expect(severityOf('yaml', '0')).toBe('off');
    expect(severityOf('yaml', undefined)).toBeUndefined();
    expect(severityOf('pyright', '*')).toBeUndefined();
  });

  test('overrides win over rules, later ones over earlier ones, even by *', () => {
    const rules = rulesOf(
      [rule('eslint', 'a', 'error')],
      [
        { files: ['old/**'], rules: [rule('eslint', 'a', 'warning'), rule('eslint', 'b', 'off')] },
        { files: ['*.gen.js'], rules: [rule('eslint', '*', 'hint')] },
      ],
    );
    expect(rules(path('x.js')).severityOf('eslint', 'a')).toBe('error');
    expect(rules(path('old/x.js')).severityOf('eslint', 'a')).toBe('warning');
    expect(rules(path('old/x.js')).severityOf('eslint', 'b')).toBe('off');
    expect(rules(path('old/x.gen.js')).severityOf('eslint', 'b')).toBe('hint');
    expect(rules(path('x.gen.js')).severityOf('eslint', 'a')).toBe('hint');
  });
});

describe('level and servers of a file', () => {
  const rules = rulesOf(
    [],
    [
      { files: ['legacy/**'], rules: [], failOn: 'never', servers: ['typescript'] },
      { files: ['legacy/new/**'], rules: [], failOn: 'warning' },
    ],
  );

  test("the last override that says something, else the run's level and every server", () => {
    expect(rules(path('a.ts')).failOn).toBe('error');
    expect(rules(path('a.ts')).allows('eslint')).toBe(true);
    expect(rules(path('legacy/a.ts')).failOn).toBe('never');
    expect(rules(path('legacy/a.ts')).allows('typescript')).toBe(true);
    expect(rules(path('legacy/a.ts')).allows('eslint')).toBe(false);
    expect(rules(path('legacy/new/a.ts')).failOn).toBe('warning');
    expect(rules(path('legacy/new/a.ts')).allows('eslint')).toBe(false);
  });

  test('asked again, the same answer', () => {
    expect(rules(path('legacy/a.ts'))).toBe(rules(path('legacy/a.ts')));
  });
});
