import { describe, expect, test } from 'vitest';
import { type CheckRequest, readCheckRequest } from '../../../src/cli/check-request.js';
import { isSupportedNode } from '../../../src/cli/dispatch.js';
import { readNames } from '../../../src/cli/names.js';
import { parseCommandLine } from '../../../src/cli/parse.js';
import type { Environment } from '../../../src/platform/environment.js';

function request(argv: readonly string[], env: Environment = {}): CheckRequest {
  const parsed = parseCommandLine(argv);
  if (parsed.kind !== 'command') throw new Error(`refused: ${argv.join(' ')}`);
  const { name } = parsed;
  if (name !== 'changed' && name !== 'files' && name !== 'all') throw new Error(`${name} judges nothing`);
  return readCheckRequest({ ...parsed, name }, env);
}

describe('the scope', () => {
  test.each<[readonly string[], CheckRequest['scope']]>([
    [['changed'], { kind: 'working-tree', paths: [] }],
    [['changed', 'src', '--staged'], { kind: 'staged', paths: ['src'] }],
    [['changed', '--base', 'main', 'a', 'b'], { kind: 'base', ref: 'main', paths: ['a', 'b'] }],
    [['changed', '--from', 'a', '--to', 'b', 'p'], { kind: 'range', from: 'a', to: 'b', paths: ['p'] }],
    [['changed', '--pre-push', 'p'], { kind: 'refs-on-stdin', paths: ['p'] }],
    [['files', '*.ts'], { kind: 'files', names: ['*.ts'] }],
    [['files', '--stdin'], undefined],
    [['all'], { kind: 'all' }],
  ])('%j', (argv, scope) => {
    expect(request(argv).scope).toEqual(scope);
  });

  test('in CI its event is asked, unless a flag says what changed', () => {
    for (const CI of ['true', '1', 'woodpecker'])
      expect(request(['changed', 'p'], { CI }).scope).toEqual({ kind: 'ci', paths: ['p'] });
    for (const CI of ['', '0', 'false', 'FALSE'])
      expect(request(['changed'], { CI }).scope).toEqual({ kind: 'working-tree', paths: [] });
    expect(request(['changed', '--staged'], { CI: 'true' }).scope).toEqual({ kind: 'staged', paths: [] });
    expect(request(['all'], { CI: 'true' }).scope).toEqual({ kind: 'all' });
  });
});

describe('flags', () => {
  test('none given, none said: configuration and defaults decide', () => {
    expect(request(['changed'])).toMatchObject({
      options: {},
      format: 'text',
      output: undefined,
      reports: [],
      color: 'auto',
      quiet: false,
      logLevel: 'warning',
    });
    expect(request(['changed']).options).toEqual({});
  });

  test('each reaches the option it names, durations in milliseconds', () => {
    const argv = [
      ...['all', '--fail-on', 'warning', '--min-severity', 'hint', '--on-unknown', 'warn'],
      ...['--on-uncovered', 'fail', '--fail-on-empty', '--deadline', '1.5m', '--start-timeout', '5s'],
      ...['--request-timeout', '300ms', '--quiet-period', '50ms', '--server', 'a', '--server', 'b'],
      ...['--skip-server', 'c', '--jobs', '3', '--config', 'x.yml', '--no-config'],
    ];
    expect(request(argv).options).toEqual({
      failOn: 'warning',
      minSeverity: 'hint',
      onUnknown: 'warn',
      onUncovered: 'fail',
      failOnEmpty: true,
      deadlineMs: 90_000,
      startTimeoutMs: 5000,
      requestTimeoutMs: 300,
      quietPeriodMs: 50,
      onlyServers: ['a', 'b'],
      skipServers: ['c'],
      jobs: 3,
      configFile: 'x.yml',
      noConfig: true,
    });
    expect(request(['all', '--deadline', 'none']).options).toEqual({ deadlineMs: 'none' });
  });

  test('the report: format, files, and how much is said', () => {
    const argv = [
      'all',
      '-qf',
      'sarif',
      '-o',
      'a.sarif',
      '--report',
      'json=a=b.json',
      '--explain',
      '--timings',
    ];
    expect(request([...argv, '--sarif-category', 'x', '--color', 'never', '--root', 'sub'])).toMatchObject({
      format: 'sarif',
      output: 'a.sarif',
      reports: [{ format: 'json', file: 'a=b.json' }],
      explain: true,
      timings: true,
      quiet: true,
      logLevel: 'error',
      sarifCategory: 'x',
      color: 'never',
      rootDir: 'sub',
    });
    expect(request(['all', '-q', '--log-level', 'debug']).logLevel).toBe('debug');
  });
});

describe('names on stdin', () => {
  const names = (text: string) => readNames(new TextEncoder().encode(text));

  test('by line, or by NUL when there is one', () => {
    expect(names('a.ts\nb c.ts\r\n\n')).toEqual(['a.ts', 'b c.ts']);
    expect(names('a\nb.ts\0c.ts\0')).toEqual(['a\nb.ts', 'c.ts']);
  });

  test('each once, and none for nothing', () => {
    expect(names('a\na\n')).toEqual(['a']);
    expect(names('')).toEqual([]);
  });
});

test.each([
  ['18.20.8', false],
  ['20.18.1', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['26.1.0', true],
])('Node %s is supported: %s', (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported);
});
