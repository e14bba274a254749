import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrameParser, type FrameEvent } from '../../../src/session/frame-parser.js';

const limit = 1_000_000;

function frame(value: unknown, header = 'Content-Length'): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  return Buffer.concat([Buffer.from(`${header}: ${body.length}\r\n\r\n`), body]);
}

function read(bytes: Buffer, chunkBytes: number): readonly FrameEvent[] {
  const parser = createFrameParser(limit);
  const events: FrameEvent[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    events.push(...parser.push(bytes.subarray(at, at + chunkBytes)));
  return [...events, ...parser.end()];
}

const messagesOf = (events: readonly FrameEvent[]) =>
  events.flatMap((event) => (event.kind === 'message' ? [event.value] : []));
const kindsOf = (events: readonly FrameEvent[]) => events.map(({ kind }) => kind);

const one = { jsonrpc: '2.0', method: 'a', params: '变量未定义 🙂 — naïve' };
const two = { jsonrpc: '2.0', method: 'b' };

describe.each([1, 7, 4096])('in chunks of %i bytes', (chunkBytes) => {
  test.each([
    ['two messages', Buffer.concat([frame(one), frame(two)])],
    ['lower-case header', Buffer.concat([frame(one, 'content-length'), frame(two, 'CONTENT-LENGTH')])],
    [
      'Content-Type before and after',
      Buffer.concat([
        Buffer.from('Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n'),
        frame(one),
        Buffer.from(`Content-Length: ${Buffer.byteLength(JSON.stringify(two))}\r\nContent-Type: x\r\n\r\n`),
        Buffer.from(JSON.stringify(two)),
      ]),
    ],
    [
      'bare newlines in the header',
      Buffer.concat([
        Buffer.from(`Content-Length: ${Buffer.byteLength(JSON.stringify(one))}\n\n${JSON.stringify(one)}`),
        frame(two),
      ]),
    ],
  ])('OC-06 %s: both arrive and nothing else', (_, bytes) => {
    const events = read(bytes, chunkBytes);
    expect(messagesOf(events)).toEqual([one, two]);
    expect(kindsOf(events)).toEqual(['message', 'message']);
  });

  test.each([
    ['a banner before the first header', 'initializing storage at /x\n'],
    ['a terminal escape right before the header', '\u001b[1;1H\u001b[2J'],
    ['a line that looks like a header field', 'Info: starting\r\n'],
    ['text with an empty line', 'hello\r\n\r\n'],
    ['a log line that speaks of Content-Length: many', 'Content-Length: many\nmore\n'],
    ['a negative length', 'Content-Length: -5\r\n\r\n'],
    ['a JSON log line', '{"level":"info"}\n'],
  ])('OC-07 %s is pollution, and both messages arrive', (_, noise) => {
    const events = read(
      Buffer.concat([Buffer.from(noise), frame(one), Buffer.from(noise), frame(two)]),
      chunkBytes,
    );
    expect(messagesOf(events)).toEqual([one, two]);
    expect(kindsOf(events)).toContain('pollution');
    expect(events.every((event) => event.kind !== 'pollution' || !event.lostMessage)).toBe(true);
  });

  test('OC-07 a message without a header is a lost message', () => {
    const events = read(Buffer.concat([Buffer.from(`${JSON.stringify(one)}\n`), frame(two)]), chunkBytes);
    expect(messagesOf(events)).toEqual([two]);
    expect(events.some((event) => event.kind === 'pollution' && event.lostMessage)).toBe(true);
  });

  test('a byte order mark is no news', () => {
    expect(kindsOf(read(Buffer.concat([Buffer.from('\ufeff'), frame(one)]), chunkBytes))).toEqual([
      'message',
    ]);
  });

  test('OC-07 a body that is no JSON is unreadable, and the next message arrives', () => {
    const broken = Buffer.from('Content-Length: 9\r\n\r\nnot json!');
    const events = read(Buffer.concat([broken, frame(two)]), chunkBytes);
    expect(kindsOf(events)).toEqual(['unreadable', 'message']);
  });

  test('a length that is too small loses one message, not the stream', () => {
    const body = JSON.stringify(one);
    const short = Buffer.from(`Content-Length: ${Buffer.byteLength(body) - 4}\r\n\r\n${body}`);
    const events = read(Buffer.concat([short, frame(two)]), chunkBytes);
    expect(kindsOf(events)).toContain('unreadable');
    expect(messagesOf(events)).toEqual([two]);
  });

  test('a length that is too large loses nothing when the next header is inside', () => {
    const body = JSON.stringify(one);
    const long = Buffer.from(`Content-Length: ${Buffer.byteLength(body) + 25}\r\n\r\n${body}`);
    expect(messagesOf(read(Buffer.concat([long, frame(two)]), chunkBytes))).toEqual([one, two]);
  });

  test('a huge length ends the stream at once, without waiting for it', () => {
    const events = read(
      Buffer.concat([Buffer.from('Content-Length: 99999999999\r\n\r\n'), frame(two)]),
      chunkBytes,
    );
    expect(kindsOf(events)).toEqual(['too-large']);
  });

  test('a stream that ends inside a frame says so', () => {
    expect(kindsOf(read(frame(one).subarray(0, 40), chunkBytes))).toEqual(['unreadable']);
  });
});

test('any messages in any chunking come out as they went in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      (values, chunkBytes) => {
        const bytes = Buffer.concat(values.map((value) => frame({ value })));
        const expected = values.map((value) => JSON.parse(JSON.stringify({ value })));
        expect(messagesOf(read(bytes, chunkBytes))).toEqual(expected);
      },
    ),
    { seed: 20261130, numRuns: 300 },
  );
});

test('any bytes: never throws, and a message after a line break is found again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (noise, chunkBytes) => {
      const bytes = Buffer.concat([Buffer.from(noise), Buffer.from('\n'), frame(two)]);
      expect(messagesOf(read(bytes, chunkBytes))).toContainEqual(two);
    }),
    { seed: 20261130, numRuns: 500 },
  );
});

describe('in the middle of a message', () => {
  const whole = frame(one);
  test.each([
    ['nothing', Buffer.alloc(0), false],
    ['a whole message', whole, false],
    ['a message but for its last byte', whole.subarray(0, -1), true],
    ['a header', whole.subarray(0, 22), true],
    ['the beginning of a header', Buffer.from('Conte'), true],
    ['JSON without a header', Buffer.from(JSON.stringify(one)), true],
    ['text', Buffer.from('ready> '), false],
    ['a byte order mark', Buffer.from('\ufeff'), false],
  ])('%s', (_, bytes, expected) => {
    const parser = createFrameParser(limit);
    parser.push(bytes);
    expect(parser.unfinished()).toBe(expected);
  });
});
