import { describe, expect, it } from 'vitest';
import { type FindSymbolInput, findSymbol } from '../../../src/query/find-symbol.js';
import { kindName, kindOf } from '../../../src/query/symbol-kinds.js';
import { symbolsOverview } from '../../../src/query/symbols-overview.js';
import { type FakeGround, fakeGround, range } from '../../support/fake-server-handle.js';

const documentSymbol = 'textDocument/documentSymbol';
const workspaceSymbol = 'workspace/symbol';

/** A declaration of three lines with its name on the first. */
function node(name: string, kind: number, line: number, children: readonly object[] = []) {
  return {
    name,
    kind,
    range: range(line, 0, line + 2, 1),
    selectionRange: range(line, 6, line, 9),
    children,
  };
}

const store = node('Store', 5, 0, [node('get', 6, 1, [node('value', 13, 2)]), node('set', 6, 3)]);
const text = 'class Store\n      get\n      value\n      set\n      get\n\n\n\n';
const one = (symbols: unknown) =>
  fakeGround({ 'a.fx': text }, { answers: { [documentSymbol]: symbols as object } });

describe('kinds', () => {
  it.each([
    ['class', 5],
    ['EnumMember', 22],
    ['enum_member', 22],
    ['enum-member', 22],
    ['12', 12],
    [12, 12],
    ['klass', undefined],
    [0, undefined],
    [27, undefined],
  ])('%s is %s', (given, kind) => {
    expect(kindOf(given)).toBe(kind);
  });

  it('has a word for kinds that nobody knows', () => {
    expect([kindName(5), kindName(99), kindName(-1)]).toEqual(['class', 'unknown', 'unknown']);
  });
});

describe('get_symbols_overview', () => {
  it('tells the tree with paths, places and kinds', async () => {
    const ground = one([store]);
    const answer = await symbolsOverview({ file_path: 'a.fx' }, ground);
    expect(answer).toMatchObject({ note: 'ok', server: 'fake', total_symbols: 4, truncated: false });
    expect(answer.symbols[0]?.children?.[0]).toEqual({
      name: 'get',
      name_path: 'Store/get',
      kind: 6,
      kind_name: 'method',
      range: range(1, 0, 3, 1),
      selection_range: range(1, 6, 1, 9),
      line_1based: 2,
      children: [expect.objectContaining({ name_path: 'Store/get/value' })],
    });
    expect(ground.asked[0]?.open).toEqual(['a.fx']);
  });

  it('is cut at a depth and at a limit, and says so', async () => {
    const shallow = await symbolsOverview({ file_path: 'a.fx', depth: 0 }, one([store, node('x', 13, 5)]));
    expect(shallow.symbols.map(({ name, children }) => [name, children])).toEqual([
      ['Store', undefined],
      ['x', undefined],
    ]);
    expect(shallow).toMatchObject({ total_symbols: 5, truncated: true });
    const cut = await symbolsOverview({ file_path: 'a.fx', limit: 2 }, one([store]));
    expect(cut.symbols[0]?.children?.map(({ name }) => name)).toEqual(['get']);
    expect(cut).toMatchObject({ total_symbols: 4, truncated: true });
  });

  it('takes a flat list with containers', async () => {
    const location = { uri: 'file:///x', range: range(1, 0) };
    const flat = [{ name: 'get', kind: 6, location, containerName: 'Store' }];
    const answer = await symbolsOverview({ file_path: 'a.fx' }, one(flat));
    expect(answer.symbols).toMatchObject([{ name_path: 'Store/get' }]);
  });

  it.each([['text'], [{}], [[{ name: 7 }]], [[{ name: 'x', kind: 5 }]]])(
    '%j is no list of symbols',
    async (result) => {
      const answer = await symbolsOverview({ file_path: 'a.fx' }, one(result));
      expect(answer).toMatchObject({ note: 'request-failed', symbols: [] });
      expect(answer.warnings[0]?.reason).toBe('unreadable-answer');
    },
  );

  it('an empty file has none; while a server indexes that may change', async () => {
    expect((await symbolsOverview({ file_path: 'a.fx' }, one([]))).note).toBe('no-matches');
    const answers = { [documentSymbol]: [] };
    const busy = fakeGround({ 'a.fx': '' }, { openProgress: ['Indexing', ''], answers });
    expect(await symbolsOverview({ file_path: 'a.fx' }, busy)).toMatchObject({
      note: 'maybe-indexing',
      message: 'No symbols in a.fx found yet: fake may still be indexing (Indexing); ask again.',
    });
  });

  it('a tree deeper than code is nested does not end us', async () => {
    let deep: object = node('x', 5, 0);
    for (let i = 0; i < 5000; i += 1) deep = node('x', 5, 0, [deep]);
    const answer = await symbolsOverview({ file_path: 'a.fx' }, one([deep]));
    expect(answer.total_symbols).toBe(201);
  });
});

describe('find_symbol in a file', () => {
  const find = (input: Partial<FindSymbolInput>, ground: FakeGround) =>
    findSymbol({ query: 'get', file_path: 'a.fx', ...input }, ground);
  const names = ['get', 'Get', 'getAll', 'forget', 'other'];
  const many = () => one(names.map((name, line) => node(name, line === 2 ? 12 : 6, line)));

  it('ranks exact, exact but for case, prefix, substring', async () => {
    const answer = await find({}, many());
    expect(answer.symbols.map(({ name, match }) => [name, match])).toEqual([
      ['get', 'exact'],
      ['Get', 'exact-ignoring-case'],
      ['getAll', 'prefix'],
      ['forget', 'substring'],
    ]);
    expect(answer).toMatchObject({ note: 'ok', total_matches: 4, truncated: false, positionBase: 0 });
    expect(answer.symbols[0]).toMatchObject({
      path: 'a.fx',
      server: 'fake',
      line_1based: 1,
      range: range(0, 6, 0, 9),
      declaration_range: range(0, 0, 2, 1),
    });
  });

  it('is cut at a limit, and tells how many there are', async () => {
    expect(await find({ limit: 1 }, many())).toMatchObject({ total_matches: 4, truncated: true });
    expect((await find({ limit: 1 }, many())).symbols).toHaveLength(1);
  });

  it('keeps to one kind', async () => {
    expect((await find({ kind: 'function' }, many())).symbols.map(({ name }) => name)).toEqual(['getAll']);
    expect(await find({ kind: 'event' }, many())).toMatchObject({ note: 'no-matches', total_matches: 0 });
    expect(await find({ kind: 'klass' }, many())).toMatchObject({ note: 'refused' });
  });

  it('takes a name path', async () => {
    const answer = await find({ query: 'Store/get' }, one([store, node('get', 12, 5)]));
    expect(answer.symbols.map(({ name_path }) => name_path)).toEqual(['Store/get']);
    const top = await find({ query: '/get' }, one([store, node('get', 12, 5)]));
    expect(top.symbols.map(({ line_1based }) => line_1based)).toEqual([6]);
  });

  it('a name that is not there is not found, and a query without a name is refused', async () => {
    expect(await find({ query: 'nothing' }, many())).toMatchObject({
      note: 'no-matches',
      message: 'No symbol "nothing" found; asked fake.',
    });
    expect(await find({ query: '/' }, many())).toMatchObject({ note: 'refused' });
  });
});

describe('find_symbol everywhere', () => {
  const symbol = (uri: string, name: string, line: number, containerName?: string) => ({
    name,
    kind: 6,
    location: { uri, range: range(line, 6, line, 9) },
    ...(containerName !== undefined && { containerName }),
  });

  it('asks every server, shows each a file, and drops what only a fuzzy search fits', async () => {
    const ground = fakeGround(
      { 'a.fx': text, 'x/b.fx': text, 'x/c.fx': text, 'd.gx': text },
      {
        name: 'one',
        answers: {
          [workspaceSymbol]: () => [
            symbol(ground.uri('a.fx'), 'get', 1),
            symbol(ground.uri('a.fx'), 'g_e_t', 2),
          ],
        },
      },
      {
        name: 'two',
        definition: { files: ['*.gx'] },
        answers: { [workspaceSymbol]: () => [symbol(ground.uri('d.gx'), 'getAll', 1)] },
      },
    );
    const answer = await findSymbol({ query: 'get' }, ground);
    expect(answer.symbols.map(({ path, name, server }) => [path, name, server])).toEqual([
      ['a.fx', 'get', 'one'],
      ['d.gx', 'getAll', 'two'],
    ]);
    expect(ground.asked.map(({ server, params, open }) => [server, params, open])).toEqual([
      ['one', { query: 'get' }, ['a.fx', 'x/b.fx']],
      ['two', { query: 'get' }, ['d.gx']],
    ]);
  });

  it('a container that the server names decides; where it does not, the symbol’s own file does', async () => {
    const files = { 'a.fx': text, 'b.fx': text, 'c.fx': text };
    const ground: FakeGround = fakeGround(files, {
      answers: {
        [workspaceSymbol]: () => [
          symbol(ground.uri('a.fx'), 'get', 1, 'Store'),
          symbol(ground.uri('b.fx'), 'get', 1),
          symbol(ground.uri('c.fx'), 'get', 1, 'Other'),
        ],
        [documentSymbol]: ({ textDocument: { uri } }: { textDocument: { uri: string } }) =>
          uri === ground.uri('b.fx') ? [store] : [node('Other', 5, 0, [node('get', 6, 1)])],
      },
    });
    const answer = await findSymbol({ query: 'Store/get' }, ground);
    expect(answer.symbols.map(({ path, name_path }) => [path, name_path])).toEqual([
      ['a.fx', 'Store/get'],
      ['b.fx', 'Store/get'],
    ]);
    expect(answer.symbols[0]?.container_name).toBe('Store');
  });

  it('Go’s names with their package are one name', async () => {
    const ground: FakeGround = fakeGround(
      { 'a.fx': text },
      {
        answers: {
          [workspaceSymbol]: () => [symbol(ground.uri('a.fx'), 'main.Store.get', 1, 'example.com/m')],
        },
      },
    );
    const answer = await findSymbol({ query: 'Store/get' }, ground);
    expect(answer.symbols).toMatchObject([
      { name: 'main.Store.get', name_path: 'Store/get', match: 'exact' },
    ]);
  });

  it('one that failed makes it partial; what nobody has is not found', async () => {
    const fault = { reason: 'exited', detail: 'two exited' } as const;
    const ground: FakeGround = fakeGround(
      { 'a.fx': text },
      { name: 'one', answers: { [workspaceSymbol]: () => [symbol(ground.uri('a.fx'), 'get', 1)] } },
      { name: 'two', fault },
    );
    const answer = await findSymbol({ query: 'get' }, ground);
    expect(answer).toMatchObject({ note: 'partial', warnings: [{ server: 'two', reason: 'exited' }] });
    const none = await findSymbol({ query: 'nothing' }, ground);
    expect(none).toMatchObject({ note: 'partial', symbols: [] });
    expect(await findSymbol({ query: 'x' }, fakeGround({}))).toMatchObject({ note: 'no-server' });
  });

  it('as many as servers stop at may not be all', async () => {
    const hundred = Array.from({ length: 100 }, (_, line) => line);
    const ground: FakeGround = fakeGround(
      { 'a.fx': text, 'b.fx': text },
      {
        answers: { [workspaceSymbol]: () => hundred.map((line) => symbol(ground.uri('b.fx'), 'get', line)) },
      },
    );
    const answer = await findSymbol({ query: 'get', limit: 500 }, ground);
    expect(answer).toMatchObject({ total_matches: 100, truncated: true });
    expect(answer.message).toContain('fake may know more than the 100 that it told');
  });

  it('a server without an index is shown the files that mention the name, and waited for', async () => {
    const files = { 'a.fx': 'get', 'b.fx': 'forget', 'c.fx': 'x get', 'd.fx': 'none' };
    const ground: FakeGround = fakeGround(files, {
      definition: { seesUnopened: false },
      answers: { [documentSymbol]: [], [workspaceSymbol]: () => [symbol(ground.uri('a.fx'), 'get', 0)] },
    });
    await findSymbol({ query: 'get' }, ground);
    expect(ground.asked.map(({ method, open }) => [method, open])).toEqual([
      [documentSymbol, ['a.fx', 'c.fx']],
      [documentSymbol, ['a.fx', 'c.fx']],
      [workspaceSymbol, ['a.fx', 'c.fx']],
    ]);
  });
});
