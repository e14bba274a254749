import { describe, expect, test } from 'vitest';
import { createReplay, type Entry, type Message } from '../../support/replay/replay.mjs';
import { folderValues } from '../../support/replay/transcript.mjs';

const sent = (message: Message, at = 0): Entry => ({ at, direction: 'sent', message });
const received = (message: Message, at = 0): Entry => ({ at, direction: 'received', message });
const open = (name: string, text = ''): Message => ({
  method: 'textDocument/didOpen',
  params: { textDocument: { uri: `file:///w/${name}`, version: 1, text } },
});
const pull = (id: number, name: string): Message => ({
  id,
  method: 'textDocument/diagnostic',
  params: { textDocument: { uri: `file:///w/${name}` } },
});
const log = (message: string): Message => ({ method: 'window/logMessage', params: { message } });
const answer = (id: number, result: unknown): Message => ({ id, result });

/** What is due after each of the client's messages. */
function play(entries: readonly Entry[], messages: readonly Message[]) {
  const replay = createReplay(entries);
  return messages.map((message) => {
    const { answer: again, unknown } = replay.take(message) ?? {};
    if (unknown !== undefined) return unknown;
    return [...(again ? [again] : []), ...replay.due().map((entry) => entry.message ?? entry.mark)];
  });
}

describe('order', () => {
  test('a message is due when all that the client had said before it was said, in any order', () => {
    const recording = [sent(open('a')), sent(open('b')), received(log('both')), sent(open('c'))];
    expect(play(recording, [open('b'), open('a'), open('c')])).toEqual([[], [log('both')], []]);
  });

  test('an answer carries the id of this run, and an answer of the client has the id of its question', () => {
    const ask: Message = { id: 's1', method: 'workspace/configuration', params: { items: [] } };
    const recording = [
      sent(pull(1, 'a')),
      received(ask),
      sent({ id: 's1', result: [null] }),
      received(answer(1, { kind: 'full', items: [] })),
    ];
    expect(play(recording, [pull(40, 'a'), { id: 's1', result: [{ other: 'settings' }] }])).toEqual([
      [ask],
      [answer(40, { kind: 'full', items: [] })],
    ]);
  });

  test('times count from the line before', () => {
    const replay = createReplay([sent(open('a'), 100), received(log('x'), 130), received(log('y'), 150)]);
    replay.take(open('a'));
    expect(replay.due().map(({ afterMs }) => afterMs)).toEqual([30, 20]);
  });

  test('a crash is due like a message; what came after the shutdown is not', () => {
    const crash: Entry = { at: 0, mark: { kind: 'exit', code: 7, signal: null } };
    expect(play([sent(open('a')), crash], [open('a')])).toEqual([[crash.mark]]);
    const orderly = [sent(open('a')), sent({ id: 9, method: 'shutdown' }), received(answer(9, null)), crash];
    expect(play(orderly, [open('a')])).toEqual([[]]);
    expect(createReplay(orderly).exitCode).toBe(7);
  });
});

describe('what may differ', () => {
  test('how often a question is asked: it is answered as the last time, also before that answer is due', () => {
    const recording = [
      sent(pull(1, 'a')),
      received(answer(1, 'first')),
      sent(pull(2, 'a')),
      sent(open('b')),
      received(answer(2, 'last')),
    ];
    expect(play(recording, [pull(5, 'a'), pull(6, 'a'), pull(7, 'a'), open('b'), pull(8, 'a')])).toEqual([
      [answer(5, 'first')],
      [],
      [],
      [answer(6, 'last'), answer(7, 'last')],
      [answer(8, 'last')],
    ]);
  });

  test('cancelling, on either side', () => {
    const cancel: Message = { method: '$/cancelRequest', params: { id: 1 } };
    expect(play([sent(cancel), sent(open('a')), received(log('x'))], [open('a')])).toEqual([[log('x')]]);
    expect(play([sent(open('a')), received(log('x'))], [cancel, open('a')])).toEqual([[], [log('x')]]);
  });

  test('capabilities, settings, tokens, the spelling of a URI, and what was hidden', () => {
    const pairs: readonly [Message, Message][] = [
      [
        { id: 0, method: 'initialize', params: { capabilities: {} } },
        { id: 3, method: 'initialize', params: { capabilities: { more: true } } },
      ],
      [
        { method: 'workspace/didChangeConfiguration', params: { settings: { a: '{redacted}' } } },
        { method: 'workspace/didChangeConfiguration', params: { settings: { a: 'b' } } },
      ],
      [open('a%20b'), open('a b')],
      [open('a', 'key = {redacted}'), open('a', 'key = 123456')],
      [
        { id: 0, method: 'x', params: { workDoneToken: 1 } },
        { id: 0, method: 'x', params: { partialResultToken: 2 } },
      ],
    ];
    for (const [recorded, actual] of pairs)
      expect(play([sent(recorded), received(log('x'))], [actual])).toEqual([[log('x')]]);
  });
});

describe('what is not known', () => {
  test.each<[string, Message, string]>([
    ['another text', open('a', 'other'), 'does not know textDocument/didOpen of a'],
    ['another document', open('b'), 'does not know textDocument/didOpen of b'],
    ['another question', { id: 1, method: 'textDocument/hover' }, 'does not know textDocument/hover'],
    ['a question as a notification', { method: 'ask', params: {} }, 'does not know ask'],
    ['an answer to nothing', { id: 's9', result: null }, 'does not know an answer to request "s9"'],
    ['an error in place of an answer', { id: 's1', error: {} }, 'does not know an error to request "s1"'],
  ])('%s', (_, message, sentence) => {
    const recording = [
      sent(open('a', 'text')),
      sent({ id: 1, method: 'ask', params: {} }),
      sent({ id: 's1', result: null }),
    ];
    expect(play(recording, [message])[0]).toContain(sentence);
  });

  test('an opened document is not opened twice, and the sentence says what the recording has', () => {
    const [, told] = play([sent(open('a', 'text'))], [open('a', 'text'), open('a', 'text')]);
    expect(told).toMatch(
      /^said: .*\nrecorded: .*"text".*\nthe recording does not know textDocument\/didOpen of a$/,
    );
  });

  test('what is waited for is named while the server has more to say', () => {
    const replay = createReplay([sent(open('a')), received(log('x')), sent(open('b'))]);
    expect(replay.waitsFor()).toBe('textDocument/didOpen of a');
    replay.take(open('a'));
    replay.due();
    expect(replay.waitsFor()).toBeUndefined();
  });
});

test('folders: the root is what is left of the workspace folder without its place in the repository', () => {
  expect(folderValues({ root: '{root}' }, 'file:///x/y')?.root).toBe('/x/y');
  expect(folderValues({ root: '{root}/packages/a' }, 'file:///x%20y/packages/a')?.root).toBe('/x y');
  expect(folderValues({ root: '{root}/packages/a' }, 'file:///x/packages/b')).toBeUndefined();
});
