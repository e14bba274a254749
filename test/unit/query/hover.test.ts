import { describe, expect, it } from 'vitest';
import { getHover } from '../../../src/query/hover.js';
import { fakeGround, range } from '../../support/fake-server-handle.js';

const hover = 'textDocument/hover';
const at = { file_path: 'a.fx', line: 0, character: 6 };

describe('who answers', () => {
  it('the first server that has something, in the order of declaration', async () => {
    const ground = fakeGround(
      { 'a.fx': 'let x = 1' },
      { name: 'none', capabilities: {}, answers: { [hover]: { contents: 'never asked' } } },
      { name: 'empty', answers: { [hover]: null } },
      { name: 'full', answers: { [hover]: { contents: { kind: 'plaintext', value: 'x: number' } } } },
      { name: 'later', answers: { [hover]: { contents: 'too late' } } },
    );
    expect(await getHover(at, ground)).toEqual({
      note: 'ok',
      message: 'Found by full.',
      warnings: [],
      positionBase: 0,
      file: { path: 'a.fx', file_path: `${ground.root}/a.fx` },
      server: 'full',
      contents: 'x: number',
      format: 'plaintext',
      line_1based: 1,
    });
    expect(ground.asked.map(({ server }) => server)).toEqual(['empty', 'full']);
  });

  it('nobody has it: only what was asked is named', async () => {
    const ground = fakeGround(
      { 'a.fx': 'let x = 1' },
      { name: 'none', capabilities: {} },
      { name: 'empty', answers: { [hover]: null } },
    );
    const answer = await getHover(at, ground);
    expect(answer).toMatchObject({ note: 'no-matches', message: 'No hover text found; asked empty.' });
  });

  it('nobody offers it', async () => {
    const ground = fakeGround({ 'a.fx': 'let x = 1' }, { capabilities: {} });
    const answer = await getHover(at, ground);
    expect(answer).toMatchObject({
      note: 'unsupported',
      message: 'Not supported: fake has no hoverProvider.',
    });
    expect(ground.asked).toEqual([]);
  });

  it('nobody could be started: that is no "no matches"', async () => {
    const fault = { reason: 'start-timeout', detail: 'fake did not answer', hint: 'wait' } as const;
    const answer = await getHover(at, fakeGround({ 'a.fx': 'let x = 1' }, { fault }));
    expect(answer).toMatchObject({
      note: 'request-failed',
      warnings: [{ server: 'fake', reason: 'start-timeout', message: 'fake did not answer', hint: 'wait' }],
    });
  });

  it('one has nothing, one failed: that is no "no matches" either', async () => {
    const fault = { reason: 'exited', detail: 'fake2 exited' } as const;
    const ground = fakeGround({ 'a.fx': 'let x = 1' }, { answers: { [hover]: null } }, { fault });
    const answer = await getHover(at, ground);
    expect(answer.note).toBe('partial');
    expect(answer.message).toBe('Partial result — fake2 failed; fake found no hover text.');
  });

  it('no server handles the file', async () => {
    const answer = await getHover({ ...at, file_path: 'a.txt' }, fakeGround({ 'a.txt': 'x' }, {}));
    expect(answer).toMatchObject({ note: 'no-server', message: 'No configured server handles a.txt.' });
  });
});

describe('what is said', () => {
  it.each([
    ['text', 'text', 'markdown'],
    [{ kind: 'markdown', value: '**x**' }, '**x**', 'markdown'],
    [{ kind: 'plaintext', value: 'x' }, 'x', 'plaintext'],
    [{ language: 'fx', value: 'let x' }, '```fx\nlet x\n```', 'markdown'],
    [['a', { language: 'fx', value: 'b' }, ''], 'a\n\n```fx\nb\n```', 'markdown'],
  ])('%j', async (contents, expected, format) => {
    const ground = fakeGround({ 'a.fx': 'x' }, { answers: { [hover]: { contents } } });
    expect(await getHover(at, ground)).toMatchObject({ contents: expected, format });
  });

  it.each([[''], [[]], [{ kind: 'markdown', value: ' \n' }]])('%j is nothing', async (contents) => {
    const ground = fakeGround({ 'a.fx': 'x' }, { answers: { [hover]: { contents } } });
    expect((await getHover(at, ground)).note).toBe('no-matches');
  });

  it.each([[{}], [{ contents: 7 }], ['text'], [{ contents: [7] }]])('%j is no hover', async (result) => {
    const ground = fakeGround({ 'a.fx': 'x' }, { answers: { [hover]: result } });
    expect(await getHover(at, ground)).toMatchObject({
      note: 'request-failed',
      warnings: [{ reason: 'unreadable-answer' }],
    });
  });
});

describe('where', () => {
  it('the column is counted as the server counts, and its range as we do', async () => {
    const contents = 'x';
    const ground = fakeGround(
      { 'a.fx': "s = '🙂é'; x" },
      { encoding: 'utf-8', answers: { [hover]: { contents, range: range(0, 14, 0, 15) } } },
    );
    const answer = await getHover({ file_path: 'a.fx', line: 0, character: 11 }, ground);
    expect(ground.asked[0]?.params).toMatchObject({ position: { line: 0, character: 14 } });
    expect(answer.range).toEqual(range(0, 11, 0, 12));
  });

  it('a symbol is looked up first, and its name is asked about', async () => {
    const symbols = [{ name: 'get', kind: 6, range: range(1, 0, 3, 1), selectionRange: range(1, 9, 1, 12) }];
    const ground = fakeGround(
      { 'a.fx': '// get\nfunction get() {\n}\n' },
      { answers: { 'textDocument/documentSymbol': symbols, [hover]: { contents: 'x' } } },
    );
    expect(await getHover({ file_path: 'a.fx', symbol: 'get' }, ground)).toMatchObject({ line_1based: 2 });
    expect(ground.asked.at(-1)?.params).toMatchObject({ position: { line: 1, character: 9 } });
  });

  it('a symbol that the file only uses: its words are tried until one means something', async () => {
    const answerAt = ({ position }: { position: { line: number } }) =>
      position.line === 1 ? { contents: 'x' } : null;
    const ground = fakeGround({ 'a.fx': '// get\nget()\nget()' }, { answers: { [hover]: answerAt } });
    expect(await getHover({ file_path: 'a.fx', symbol: 'get' }, ground)).toMatchObject({ line_1based: 2 });
    expect(ground.asked).toHaveLength(2);
  });

  it.each([
    [{ line: -1, character: 0 }],
    [{ line: 0.5, character: 0 }],
    [{ line: 0 }],
    [{}],
    [{ symbol: '/' }],
    [{ symbol: 'x', line: -1 }],
  ])('%j is no place', async (place) => {
    const ground = fakeGround({ 'a.fx': 'x' }, { answers: { [hover]: { contents: 'x' } } });
    expect(await getHover({ file_path: 'a.fx', ...place }, ground)).toMatchObject({ note: 'refused' });
    expect(ground.asked).toEqual([]);
  });
});
