import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commandSafeJson,
  oneLine,
  pictured,
  safeUrl,
  visible,
  visibleLines,
} from '../../../src/report/escape.js';

describe('visible', () => {
  test.each([
    ['\u0000', '␀', '\\x00'],
    ['\u0007', '␇', '\\x07'],
    ['\t', '␉', '\\x09'],
    ['a\nb', 'a␊b', 'a\\x0ab'],
    ['a\r\nb', 'a␍␊b', 'a\\x0d\\x0ab'],
    ['\u001b[31mred', '␛[31mred', '\\x1b[31mred'],
    ['\u001b]0;title\u0007', '␛]0;title␇', '\\x1b]0;title\\x07'],
    ['\u007f', '␡', '\\x7f'],
    ['\u0085', '\\x85', '\\x85'],
    ['\u009b31m', '\\x9b31m', '\\x9b31m'],
    ['\u202eabc\u202c', '\\u{202e}abc\\u{202c}', '\\u{202e}abc\\u{202c}'],
    ['\u2066x\u2069', '\\u{2066}x\\u{2069}', '\\u{2066}x\\u{2069}'],
    ['\u200e\u200f\u061c', '\\u{200e}\\u{200f}\\u{61c}', '\\u{200e}\\u{200f}\\u{61c}'],
    ['a\u2028b\u2029', 'a\\u{2028}b\\u{2029}', 'a\\u{2028}b\\u{2029}'],
    ['\ufeffx\u200b', '\\u{feff}x\\u{200b}', '\\u{feff}x\\u{200b}'],
    ['\u{e0041}', '\\u{e0041}', '\\u{e0041}'],
    ['\ud800x', '\\u{d800}x', '\\u{d800}x'],
    ['::error::x', '\\x3a:error::x', '\\x3a:error::x'],
    ['  ::error::x', '  \\x3a:error::x', '  \\x3a:error::x'],
    ['a ::b', 'a ::b', 'a ::b'],
    [': x', ': x', ': x'],
    ['x ##[error]y', 'x ##\\x5berror]y', 'x ##\\x5berror]y'],
    ['é 日本 🙂 👨‍👩‍👧 e\u0301', 'é 日本 🙂 👨‍👩‍👧 e\u0301', 'é 日本 🙂 👨‍👩‍👧 e\u0301'],
  ])('%j', (text, shown, ascii) => {
    expect(visible(text)).toBe(shown);
    expect(visible(text, false)).toBe(ascii);
  });

  test('no text whatsoever leaves a control character or begins with a command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, unicode) => {
        const shown = visible(text, unicode);
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        expect(shown).not.toMatch(/\p{Surrogate}/u);
        expect(shown.trimStart().startsWith('::')).toBe(false);
        expect(shown).not.toContain('##[');
      }),
    );
  });

  test('pictured leaves what only a runner would take for a command', () => {
    expect(pictured('::a ##[b\n')).toBe('::a ##[b␊');
  });
});

test.each([
  ['one', ['one']],
  ['one\ntwo\r\nthree\rfour', ['one', 'two', 'three', 'four']],
  ['one\n\n  two\n\n', ['one', '', '  two']],
  ['\tone', ['  one']],
  ['a\n::error::b', ['a', '\\x3a:error::b']],
  ['', ['']],
])('visibleLines(%j)', (text, lines) => {
  expect(visibleLines(text)).toEqual(lines);
});

test('oneLine folds line breaks into blanks', () => {
  expect(oneLine(' a \r\n\n  b\u001b ')).toBe('a b␛');
});

test.each([
  ['https://example.org/rule?x=1#y', true],
  ['http://a', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['https://exa mple', false],
  ['https://a/\u001b]8;;', false],
  ['https://a/ü', false],
  ['https://[', false],
])('safeUrl(%j) is %s', (url, safe) => {
  expect(safeUrl(url)).toBe(safe ? url : undefined);
});

test('JSON without commands reads back to the same', () => {
  const value = { message: 'x ##[error]y ##[', '##[key': ['##['] };
  const json = commandSafeJson(JSON.stringify(value));
  expect(json).not.toContain('##[');
  expect(JSON.parse(json)).toEqual(value);
});
