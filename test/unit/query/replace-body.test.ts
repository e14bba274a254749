import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReplaceBodyInput, replaceSymbolBody } from '../../../src/query/replace-symbol-body.js';
import { fakeEditing } from '../../support/fake-editing.js';
import { type FakeGround, type FakeServer, fakeGround, range } from '../../support/fake-server-handle.js';

const documentSymbol = 'textDocument/documentSymbol';
const text = '// 🙂 get\nfunction get() {\n  return 1;\n}\nfunction set() {}\n';
const get = { name: 'get', kind: 12, range: range(1, 0, 3, 1), selectionRange: range(1, 9, 1, 12) };
const set = { name: 'set', kind: 12, range: range(4, 0, 4, 17), selectionRange: range(4, 9, 4, 12) };

function withText(content: string, symbols: object = [get, set], more: Partial<FakeServer> = {}): FakeGround {
  return fakeGround({ 'a.fx': content }, { answers: { [documentSymbol]: symbols }, ...more });
}
const ask = (ground: FakeGround, more: Partial<ReplaceBodyInput> = {}, editing = fakeEditing()) =>
  replaceSymbolBody(
    { symbol: 'get', new_body: 'function get() {\n  return 2;\n}\n', file_path: 'a.fx', ...more },
    editing,
    ground,
  );

describe('the declaration is replaced, and nothing else', () => {
  const expected = text.replace('return 1', 'return 2');

  it('with Unix line breaks', async () => {
    const ground = withText(text);
    const editing = fakeEditing();
    expect(await ask(ground, {}, editing)).toMatchObject({
      note: 'ok',
      success: true,
      message: 'Replace "get": 1 file changed.',
      server: 'fake',
      changed_files: [{ path: 'a.fx', edits: 1 }],
      diagnostics: 'diagnostics of a.fx',
    });
    expect(ground.read('a.fx')).toBe(expected);
    expect(editing.told).toEqual([['a.fx']]);
  });

  it.each([
    ['\r\n', '\n'],
    ['\r\n', '\r\n'],
    ['\n', '\r\n'],
    ['\r', '\n'],
  ])('a file with %j keeps it, whatever the new body has (%j)', async (own, given) => {
    const ground = withText(text.replaceAll('\n', own));
    await ask(ground, { new_body: `function get() {${given}  return 2;${given}}${given}` });
    expect(ground.read('a.fx')).toBe(expected.replaceAll('\n', own));
  });

  it('a byte order mark stays, and a file without a last line break stays without', async () => {
    const ground = withText(`\uFEFF${text.trimEnd()}`);
    await ask(ground, { symbol: 'set', new_body: 'function set() { get() }' });
    expect(ground.read('a.fx')).toBe(`\uFEFF${text.trimEnd().replace('set() {}', 'set() { get() }')}`);
  });

  it('in a server that counts in bytes', async () => {
    const inline = { name: 'x', kind: 13, range: range(0, 14, 0, 19), selectionRange: range(0, 14, 0, 15) };
    const ground = withText("s = '🙂é'; x = 1; y", [inline], { encoding: 'utf-8' });
    await ask(ground, { symbol: 'x', new_body: 'x = 2' });
    expect(ground.read('a.fx')).toBe("s = '🙂é'; x = 2; y");
  });

  it('through a link inside of the root: the file, and the link stays one', async () => {
    const ground = withText(text);
    symlinkSync('a.fx', join(ground.root, 'b.fx'));
    expect(await ask(ground, { file_path: 'b.fx' })).toMatchObject({
      success: true,
      changed_files: [{ path: 'a.fx' }],
    });
    expect(ground.read('a.fx')).toBe(expected);
    expect(ground.read('b.fx')).toBe(expected);
  });

  it('a dry run only shows it', async () => {
    const ground = withText(text);
    const answer = await ask(ground, { dry_run: true });
    expect(answer).toMatchObject({ success: false, dry_run: true, changed_files: [{ path: 'a.fx' }] });
    expect(answer.diff).toContain('-  return 1;\n+  return 2;\n');
    expect(ground.read('a.fx')).toBe(text);
  });
});

describe('refused or not found, and nothing changed', () => {
  const flat = { name: 'get', kind: 12, location: { uri: 'file:///x', range: range(1, 9, 1, 12) } };
  const twice = [get, { ...set, name: 'get' }];
  const stale = { ...get, range: range(0, 0, 0, 4), selectionRange: range(0, 0, 0, 3) };
  const cases: readonly (readonly [string, object, Partial<ReplaceBodyInput>, string, string])[] = [
    ['a symbol that is not there', [get], { symbol: 'put' }, 'no-matches', 'No symbol "put" in a.fx found'],
    [
      'one that stands for two',
      twice,
      {},
      'ambiguous',
      '"get" also is get in line 5; give its name path or line.',
    ],
    [
      'one whose end is not known',
      [flat],
      {},
      'refused',
      'fake tells where the symbol is, and not where it ends.',
    ],
    ['a range that has another text', [stale], {}, 'refused', 'does not hold its name'],
    ['an empty body', [get], { new_body: ' \n' }, 'refused', 'The new body is no text.'],
    ['a body that is no Unicode', [get], { new_body: 'get \ud800' }, 'refused', 'The new body is no text.'],
    [
      'the same body',
      [get],
      { new_body: 'function get() {\n  return 1;\n}' },
      'no-matches',
      'nothing to change',
    ],
    ['a file outside', [get], { file_path: '../a.fx' }, 'refused', 'it is outside the root'],
  ];

  it.each(cases)('%s', async (_, symbols, input, note, message) => {
    const ground = withText(text, symbols);
    const answer = await ask(ground, input);
    expect(answer).toMatchObject({ note, success: false, changed_files: [] });
    expect(answer.message).toContain(message);
    expect(ground.read('a.fx')).toBe(text);
  });

  it('one of two is named by its line', async () => {
    const ground = withText(text, twice);
    expect(await ask(ground, { line: 1 })).toMatchObject({ success: true });
    expect(ground.read('a.fx')).toBe(text.replace('return 1', 'return 2'));
  });

  it('a file that changes while the server is asked', async () => {
    const ground: FakeGround = withText(text, () => {
      ground.write('a.fx', `1\n${text}`);
      return [get];
    });
    const answer = await ask(ground);
    expect(answer.message).toBe(
      'Replace "get": "a.fx" was changed while fake was asked. Nothing was changed.',
    );
    expect(ground.read('a.fx')).toBe(`1\n${text}`);
  });

  it('a file that is not UTF-8', async () => {
    const ground: FakeGround = withText(text, () => {
      ground.write('a.fx', Buffer.from([0xff, 0xfe]));
      return [get];
    });
    expect((await ask(ground)).message).toContain('it is not UTF-8');
    expect([...readFileSync(join(ground.root, 'a.fx'))]).toEqual([0xff, 0xfe]);
  });
});
