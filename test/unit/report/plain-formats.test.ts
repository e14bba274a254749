// The parts that the plain formats are made of: XML that a parser takes, byte columns, entries, cut messages.

import { describe, expect, test } from 'vitest';
import { entriesOf, ruleIdOf } from '../../../src/report/entries.js';
import { commandSafeJson, cut, shownMessage } from '../../../src/report/escape.js';
import { byteColumnsOf } from '../../../src/report/utf8-columns.js';
import { emptyTag, textElement, xmlHead } from '../../../src/report/xml.js';
import {
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  runOf,
  unknownCell,
} from '../../support/run-builder.js';
import { attributesOf, parseXml } from '../../support/xml.js';

/** Every character of the first plane, and some of the others. */
const everything = `${Array.from({ length: 0xfffe }, (_, code) => String.fromCharCode(code + 1)).join('')}\u{1f600}\u{e0041}`;

describe('xml', () => {
  test('whatever is put in, libxml2 reads it, and what XML allows comes back as it was', () => {
    const document = parseXml(
      `${xmlHead}<a>${emptyTag('b', { c: everything })}${textElement('d', everything)}</a>`,
    );
    const attribute = attributesOf(document.get('/a/b'))['c'] ?? '';
    const text = document.get('/a/d')?.content ?? '';
    for (const read of [attribute, text]) {
      expect(read).toContain('\t\n');
      expect(read).toContain('<');
      expect(read).toContain('\u202e');
      expect(read).toContain('␛');
      expect(read).not.toMatch(/[\u0001-\u0008]/);
    }
    expect(attribute).toBe(text);
  });

  test('an undefined attribute is left out', () => {
    expect(emptyTag('a', { b: undefined, c: 1, d: '"' })).toBe('<a c="1" d="&#34;"/>');
  });
});

describe('byte columns', () => {
  test('count UTF-8, whatever the order they are asked in', () => {
    const column = byteColumnsOf('aé€😀b\r\nxyz\n');
    const asked = [1, 2, 3, 4, 6, 7, 99].map((at) => column({ line: 1, column: at }));
    expect(asked).toEqual([1, 2, 4, 7, 11, 12, 12]);
    expect(column({ line: 1, column: 3 })).toBe(4);
    expect(column({ line: 2, column: 3 })).toBe(3);
    expect(column({ line: 1, column: 6 })).toBe(11);
    expect(column({ line: 9, column: 1 })).toBeUndefined();
  });

  test('from the middle of a pair the next one is still right', () => {
    const column = byteColumnsOf('😀b');
    column({ line: 1, column: 2 });
    expect(column({ line: 1, column: 3 })).toBe(5);
  });
});

describe('cut', () => {
  test('keeps the limit with its note, and never half a pair', () => {
    expect(cut('x'.repeat(100), 100)).toBe('x'.repeat(100));
    const short = cut('😀'.repeat(100), 51);
    expect(short).toMatch(/^(?:😀)+… \(cut: 200 characters\)$/u);
    expect(short.length).toBeLessThanOrEqual(51);
    expect(cut(short, 51)).toBe(short);
  });

  test('a message is never empty, and its lines stay', () => {
    expect(shownMessage(' \r\n ')).toBe('(no message)');
    expect(shownMessage('a\r\n\tb\u001b')).toBe('a\n  b␛');
  });
});

test('JSON that holds no hostile character reads back to the same', () => {
  const value = { text: `${everything} ##[error]` };
  const written = commandSafeJson(JSON.stringify(value, null, 2));
  expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u2028\ufeff]|##\[/);
  expect(JSON.parse(written)).toEqual(value);
});

describe('entries', () => {
  test('one for each file without a full answer, in front of what is known of it; the gravest reason names it', () => {
    const run = runOf([
      judged('a.ts', [
        unknownCell('spell', cause('deadline', 'late'), { role: 'advisory' }),
        unknownCell('eslint', cause('exited', 'gone', 'npm i')),
        findingsCell('typescript', [diagnostic({ severity: 'warning', message: 'm' })]),
      ]),
      judged('b.ts', [
        unknownCell('spell', cause('deadline', 'late'), { role: 'advisory' }),
        cleanCell('ts'),
      ]),
    ]);
    expect(entriesOf(run).map(({ path, severity, rule }) => [path, severity, rule])).toEqual([
      ['a.ts', 'error', 'lspcheck/unknown/exited'],
      ['a.ts', 'warning', 'typescript/2322'],
      ['b.ts', 'warning', 'lspcheck/unknown/deadline'],
    ]);
    expect(entriesOf(run)[0]?.message).toMatch(
      /^judged in part: spell, deadline: late \(fix: .*\)\neslint, exited: gone \(fix: npm i\)$/,
    );
  });

  test('a rule id never holds a message, and no endless code', () => {
    expect(ruleIdOf({ server: 's', code: '' })).toBe('s/uncoded');
    expect(ruleIdOf({ server: 's', code: 'x'.repeat(1000) })).toHaveLength(202);
  });
});
