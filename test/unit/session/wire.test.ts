import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../../src/model/base.js';
import { splitLines } from '../../../src/model/lines.js';
import type { PositionEncoding } from '../../../src/model/server-definition.js';
import { absolutePath } from '../../../src/platform/paths.js';
import { convertRange } from '../../../src/session/document-text.js';
import { jsonExcerpt } from '../../../src/session/json-excerpt.js';
import { createRegistrations } from '../../../src/session/registrations.js';
import { answerRequest } from '../../../src/session/server-requests.js';
import { readDiagnostics } from '../../../src/session/wire-diagnostic.js';

const lines = splitLines('let é = "🙂"; BAD\nsecond');
const context = {
  lines,
  encoding: 'utf-16' as PositionEncoding,
  columnUnits: {},
  place: () => ({ path: 'b.fx' as RepoPath, outsideRepository: false }),
};
const range = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { line: startLine, character: start },
  end: { line: endLine, character: end },
});

describe('positions', () => {
  test.each<[PositionEncoding, number, number]>([
    ['utf-16', 14, 17],
    ['utf-8', 17, 20],
    ['utf-32', 13, 16],
  ])('OC-11 %s columns end as the same UTF-16 columns', (encoding, start, end) => {
    expect(convertRange(range(0, start, 0, end), lines, encoding)).toEqual({
      range: { start: { line: 1, column: 15 }, end: { line: 1, column: 18 } },
      approximate: false,
    });
  });

  test('beyond the end of a line is its end (LSP), beyond the last line is marked', () => {
    expect(convertRange(range(1, 99, 1, 99), lines, 'utf-16')).toMatchObject({
      range: { start: { line: 2, column: 7 } },
      approximate: false,
    });
    expect(convertRange(range(9, 0, 9, 1), lines, 'utf-16')).toMatchObject({
      range: { start: { line: 2, column: 7 }, end: { line: 2, column: 7 } },
      approximate: true,
    });
  });

  test.each([
    ['end before start', range(1, 4, 0, 0)],
    ['negative', range(-1, 0, -1, 0)],
    ['absent', undefined],
    ['fractions', { start: { line: 0.5, character: 0 }, end: { line: 1, character: 0 } }],
  ])('%s is clamped and marked', (_, raw) => {
    const converted = convertRange(raw, lines, 'utf-16');
    expect(converted.approximate).toBe(true);
    expect(converted.range.start.line).toBeGreaterThanOrEqual(1);
  });
});

describe('excerpts', () => {
  test('what is nested too deeply to be written down again is said to be that', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(jsonExcerpt(deep, 200)).toBe('(nested too deeply to be shown)');
    expect(jsonExcerpt({ a: 1 }, 4)).toBe('{"a"');
    expect(jsonExcerpt(undefined, 200)).toBe('undefined');
    expect(readDiagnostics([deep], context).malformed).toHaveLength(1);
  });
});

describe('diagnostics', () => {
  test('every form of code, and what cannot be read is set aside, not dropped', () => {
    const at = range(0, 0, 0, 1);
    const { diagnostics, malformed } = readDiagnostics(
      [
        { range: at, message: 'a', code: 7, severity: 1 },
        {
          range: at,
          message: 'b',
          code: 'no-x',
          severity: 2,
          codeDescription: { href: 'https://x.test/no-x' },
        },
        { range: at, message: 'c', code: { value: 'old', target: 'https://x.test/old' } },
        { range: at, message: { kind: 'markdown', value: 'd' }, severity: 99 },
        { message: 'no range' },
        { range: at },
        null,
        'text',
      ],
      context,
    );
    expect(
      diagnostics.map(({ message, code, codeUrl, severity }) => [message, code, codeUrl, severity]),
    ).toEqual([
      ['a', '7', undefined, 'error'],
      ['b', 'no-x', 'https://x.test/no-x', 'warning'],
      ['c', 'old', 'https://x.test/old', undefined],
      ['d', undefined, undefined, undefined],
      ['no range', undefined, undefined, undefined],
    ]);
    expect(malformed).toHaveLength(3);
  });

  test('OC-11 columns that a checker counts otherwise than its server, by source', () => {
    const units = { ...context, columnUnits: { points: 'utf-32', bytes: 'utf-8' } } as const;
    const sources: readonly (readonly [string | undefined, number])[] = [
      ['points', 13],
      ['bytes', 17],
      ['else', 14],
      [undefined, 14],
      ['toString', 14],
    ];
    const items = sources.map(([source, at]) => ({ range: range(0, at, 0, at + 3), message: 'x', source }));
    const places = readDiagnostics(items, units).diagnostics.map(({ range: { start, end } }) => [
      start.column,
      end.column,
    ]);
    expect(places).toEqual(sources.map(() => [15, 18]));
  });

  test('a key of the prototype is no field', () => {
    expect(readDiagnostics([Object.create({ message: 'inherited' })], context).diagnostics).toEqual([]);
  });
});

describe('what servers ask', () => {
  const settings = { known: { a: 1 }, 'dotted.key': true, deep: { inner: { value: 2 } } };
  const ask = (method: string, params: unknown) =>
    answerRequest(method, params, { settings, workspaceFolders: [{ uri: 'file:///w', name: 'w' }] });

  test('OC-09 configuration: one element per item, in order, by section', () => {
    const sections = ['known', 'unknown', undefined, 'deep.inner', 'dotted.key', '', 'constructor'];
    expect(ask('workspace/configuration', { items: sections.map((section) => ({ section })) })).toEqual({
      kind: 'result',
      result: [{ a: 1 }, null, settings, { value: 2 }, true, settings, null],
    });
  });

  test('OC-09 edits are refused, unknown requests are -32601, the rest is neutral', () => {
    expect(ask('workspace/applyEdit', { edit: {} })).toMatchObject({ result: { applied: false } });
    expect(ask('x/unknown', {})).toMatchObject({ kind: 'error', code: -32601 });
    expect(ask('window/showMessageRequest', {})).toEqual({ kind: 'result', result: null });
    expect(ask('workspace/workspaceFolders', undefined)).toEqual({
      kind: 'result',
      result: [{ uri: 'file:///w', name: 'w' }],
    });
  });
});

test('registrations are kept by id: the same method may be registered twice and withdrawn once', () => {
  const registrations = createRegistrations(absolutePath('/w', '/'));
  const method = 'textDocument/diagnostic';
  registrations.register({ registrations: [{ id: '1', method }] });
  registrations.register({ registrations: [{ id: '2', method }] });
  registrations.unregister({ unregisterations: [{ id: '1', method }] });
  expect(registrations.has(method)).toBe(true);
  registrations.unregister({ unregisterations: [{ id: '2', method }] });
  expect(registrations.has(method)).toBe(false);
});
