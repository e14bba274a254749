import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLocations, type LocationsInput } from '../../../src/query/find-locations.js';
import { type FakeGround, fakeGround, range } from '../../support/fake-server-handle.js';

const documentSymbol = 'textDocument/documentSymbol';
const definition = 'textDocument/definition';
const declaration = 'textDocument/declaration';
const references = 'textDocument/references';

const node = (name: string, line: number) => ({
  name,
  kind: 12,
  range: range(line, 0, line + 1, 1),
  selectionRange: range(line, 9, line, 9 + name.length),
});
const text = 'function get() {\n}\nfunction set() { get() }\n}\n';
const symbols = [node('get', 0), node('set', 2)];
const ask = (
  input: Partial<LocationsInput>,
  ground: FakeGround,
  question: Parameters<typeof findLocations>[0] = 'references',
) => findLocations(question, { symbol: 'get', file_path: 'a.fx', ...input }, ground);

function ground(answers: Record<string, unknown>, files: Record<string, string> = {}): FakeGround {
  const made: FakeGround = fakeGround(
    { 'a.fx': text, ...files },
    { answers: { [documentSymbol]: symbols, ...(answers as Record<string, object>) } },
  );
  return made;
}

describe('where it is asked', () => {
  it('at the name of the symbol that the file declares', async () => {
    const made = ground({ [references]: () => [{ uri: made.uri('a.fx'), range: range(2, 17, 2, 20) }] });
    const answer = await ask({}, made);
    expect(made.asked.at(-1)?.params).toEqual({
      textDocument: { uri: made.uri('a.fx') },
      position: { line: 0, character: 9 },
      context: { includeDeclaration: true },
    });
    expect(answer).toMatchObject({
      note: 'ok',
      server: 'fake',
      file: { path: 'a.fx' },
      symbol: { name_path: 'get', line_1based: 1 },
      other_symbols: [],
      total: 1,
      truncated: false,
      positionBase: 0,
    });
    expect(answer.locations).toEqual([
      { path: 'a.fx', file_path: join(made.root, 'a.fx'), range: range(2, 17, 2, 20), line_1based: 3 },
    ]);
  });

  it('of several symbols of the name at the first, unless a line names another', async () => {
    const answers = {
      [documentSymbol]: [node('get', 0), node('get', 2)],
      [references]: () => [{ uri: 'file:///x', range: range(0, 0) }],
    };
    const first = ground(answers);
    expect((await ask({}, first)).other_symbols).toMatchObject([{ name: 'get', line_1based: 3 }]);
    expect(first.asked.at(-1)?.params).toMatchObject({ position: { line: 0 } });
    const second = ground(answers);
    expect((await ask({ line: 2 }, second)).other_symbols).toEqual([]);
    expect(second.asked.at(-1)?.params).toMatchObject({ position: { line: 2 } });
  });

  it('at the name, where a server gives the whole declaration for it', async () => {
    const whole = { name: 'get', kind: 12, range: range(0, 0, 1, 1), selectionRange: range(0, 0, 1, 1) };
    const made = ground({ [documentSymbol]: [whole], [references]: [] });
    await ask({}, made);
    expect(made.asked.at(-1)?.params).toMatchObject({ position: { line: 0, character: 9 } });
  });

  it('at words of the text, when the file only uses it: the first that means something', async () => {
    const made = ground({
      [documentSymbol]: [node('set', 2)],
      [definition]: ({ position }: { position: { line: number } }) =>
        position.line === 2 ? { uri: made.uri('b.fx'), range: range(4, 0) } : null,
    });
    const answer = await ask({}, made, 'declaration');
    expect(answer).toMatchObject({ note: 'ok', locations: [{ path: 'b.fx', line_1based: 5 }] });
    expect(answer.symbol).toBeUndefined();
  });

  it('nowhere, when the file has no such word: not found', async () => {
    const made = ground({ [references]: [] });
    expect(await ask({ symbol: 'nothing' }, made)).toMatchObject({
      note: 'no-matches',
      message: 'No references of "nothing" found; asked fake.',
    });
    expect(made.asked.map(({ method }) => method)).toEqual([documentSymbol]);
  });
});

describe('what is asked', () => {
  it('the definition, then the declaration where there is none', async () => {
    const made = ground({
      [definition]: null,
      [declaration]: () => ({ uri: made.uri('a.fx'), range: range(0, 9) }),
    });
    expect(await ask({}, made, 'declaration')).toMatchObject({ note: 'ok', total: 1 });
    expect(made.asked.map(({ method }) => method)).toEqual([documentSymbol, definition, declaration]);
  });

  it('implementations of a server that has none of it: said by its capability', async () => {
    expect(await ask({}, ground({}), 'implementations')).toMatchObject({
      note: 'unsupported',
      message: 'Not supported: fake has no implementationProvider.',
    });
  });

  it('a server without an index is shown every file that mentions the name first', async () => {
    const made: FakeGround = fakeGround(
      { 'a.fx': text, 'b.fx': 'get()', 'c.fx': 'forget()', 'd.fx': 'get' },
      {
        definition: { seesUnopened: false, maxOpenDocuments: 3 },
        answers: {
          [documentSymbol]: symbols,
          [references]: () => [{ uri: made.uri('b.fx'), range: range(0, 0) }],
        },
      },
    );
    const answer = await ask({}, made);
    expect(made.asked.at(-1)).toMatchObject({ method: references, open: ['a.fx', 'b.fx'] });
    expect(answer).toMatchObject({ note: 'ok', truncated: true });
    expect(answer.message).toBe(
      'Found by fake. There may be more: fake was shown only the first 2 files that mention it.',
    );
  });
});

describe('what comes back', () => {
  it('is sorted, each place once, links by the place of their name', async () => {
    const made = ground({
      [references]: () => [
        { uri: made.uri('b.fx'), range: range(1, 0) },
        {
          targetUri: made.uri('a.fx'),
          targetRange: range(0, 0, 5, 0),
          targetSelectionRange: range(0, 9, 0, 12),
        },
        { uri: made.uri('b.fx'), range: range(1, 0) },
        { uri: 'file:///usr/lib/x.fx', range: range(0, 0) },
        { uri: 'deno:/std/x.fx', range: range(0, 0) },
        { uri: made.uri('b.fx'), range: range(0, 0) },
      ],
    });
    const answer = await ask({}, made);
    expect(
      answer.locations.map(({ path, line_1based, outside_root }) => [path, line_1based, outside_root]),
    ).toEqual([
      ['a.fx', 1, undefined],
      ['b.fx', 1, undefined],
      ['b.fx', 2, undefined],
      ['/usr/lib/x.fx', 1, true],
      ['deno:/std/x.fx', 1, true],
    ]);
  });

  it('is cut at a limit that is told', async () => {
    const made = ground({
      [references]: () => [0, 1, 2].map((line) => ({ uri: made.uri('b.fx'), range: range(line, 0) })),
    });
    const answer = await ask({ limit: 2 }, made);
    expect(answer).toMatchObject({ total: 3, truncated: true });
    expect(answer.locations).toHaveLength(2);
  });

  it.each([['text'], [[7]], [{ uri: 7 }], [{ uri: 'file:///x' }]])(
    '%j is no list of places',
    async (result) => {
      expect(await ask({}, ground({ [references]: result }))).toMatchObject({
        note: 'request-failed',
        locations: [],
        warnings: [{ reason: 'unreadable-answer' }],
      });
    },
  );

  it('columns of a file that is not open are counted in its text on disk', async () => {
    const made: FakeGround = fakeGround(
      { 'a.fx': text, 'b.fx': '🙂é get' },
      {
        encoding: 'utf-8',
        answers: {
          [documentSymbol]: symbols,
          [references]: () => [{ uri: made.uri('b.fx'), range: range(0, 7, 0, 10) }],
        },
      },
    );
    expect((await ask({}, made)).locations[0]?.range).toEqual(range(0, 4, 0, 7));
  });
});

describe('context', () => {
  const at = (line: number, path = 'b.fx') =>
    ground(
      {
        [references]: ({ textDocument }: { textDocument: { uri: string } }) => [
          { uri: textDocument.uri.replace('a.fx', path), range: range(line, 0) },
        ],
      },
      { 'b.fx': '0\r\n1\r\n2\r\n3\r\n4' },
    );

  it('is lines around the place, as many as there are', async () => {
    expect((await ask({ context_lines: 1 }, at(2))).locations[0]?.snippet).toEqual({
      first_line_1based: 2,
      lines: ['1', '2', '3'],
    });
    expect((await ask({ context_lines: 99 }, at(4))).locations[0]?.snippet).toEqual({
      first_line_1based: 1,
      lines: ['0', '1', '2', '3', '4'],
    });
    expect((await ask({}, at(2))).locations[0]?.snippet).toBeUndefined();
    expect((await ask({ context_lines: 1 }, at(9))).locations[0]?.snippet).toBeUndefined();
  });

  it('is never read outside of the root, through no link, and not above 2 MiB', async () => {
    const made = ground(
      {
        [references]: () =>
          ['out/x.fx', 'link.fx', 'big.fx', '../x.fx'].map((path) => ({
            uri: made.uri(path),
            range: range(0, 0),
          })),
      },
      { 'big.fx': `secret\n${'x'.repeat(2 * 1024 * 1024)}` },
    );
    const outside = dirname(made.root);
    writeFileSync(join(outside, 'x.fx'), 'secret');
    symlinkSync('..', join(made.root, 'out'));
    symlinkSync('../x.fx', join(made.root, 'link.fx'));
    const answer = await ask({ context_lines: 3 }, made);
    expect(answer.locations).toHaveLength(4);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
