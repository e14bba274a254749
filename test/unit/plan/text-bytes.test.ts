import { expect, it } from 'vitest';
import { classifyBytes } from '../../../src/plan/text-bytes.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const notUtf8 = { kind: 'unknown', cause: { reason: 'read-failed' } };
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';

it.each<[string, Uint8Array, object]>([
  ['plain', utf8('a\r\nb'), { kind: 'text', text: 'a\r\nb' }],
  ['empty', utf8(''), { kind: 'text', text: '' }],
  ['a byte order mark, once', utf8('\uFEFF\uFEFFx'), { kind: 'text', text: '\uFEFFx' }],
  ['beyond the basic plane', utf8('👍'), { kind: 'text', text: '👍' }],
  ['a NUL', new Uint8Array([97, 0]), { kind: 'skipped', reason: 'binary' }],
  ['a NUL beyond the probe', utf8(`${'x'.repeat(8000)}\0`), { kind: 'text' }],
  ['Latin-1', new Uint8Array([0x63, 0xe9]), notUtf8],
  ['a sequence cut short', new Uint8Array([0xf0, 0x9f]), notUtf8],
  ['a surrogate', new Uint8Array([0xed, 0xa0, 0x80]), notUtf8],
  ['UTF-16, little end first', new Uint8Array([0xff, 0xfe, 0x61, 0]), notUtf8],
  ['UTF-16, big end first', new Uint8Array([0xfe, 0xff, 0, 0x61]), notUtf8],
  ['an LFS pointer', utf8(pointer), { kind: 'skipped', reason: 'lfs-pointer' }],
  ['a text about LFS pointers', utf8(`Such as:\n${pointer}`), { kind: 'text' }],
  ['a long text that begins like one', utf8(pointer + 'x'.repeat(1024)), { kind: 'text' }],
])('%s', (_, bytes, expected) => {
  expect(classifyBytes(bytes)).toMatchObject(expected);
});
