// Bytes from a server's stdout → JSON values, whatever the chunking (LSP 3.17, base protocol).
// Never loses its place for good: text between messages is set aside as pollution, and after a broken frame it goes on
// at the next header. Bounded: a frame longer than the limit ends the stream. Knows nothing of JSON-RPC.
// vscode-jsonrpc's own reader (8.2 and 10.0) loses every message after a banner and waits for ever on a huge length.

export type FrameEvent =
  | { readonly kind: 'message'; readonly value: unknown }
  /** Bytes that belong to no frame. `lostMessage`: they look like a message sent without a header. */
  | {
      readonly kind: 'pollution';
      readonly excerpt: Buffer;
      readonly length: number;
      readonly lostMessage: boolean;
    }
  /** A frame whose body is no JSON: a message is lost, nobody knows which. */
  | { readonly kind: 'unreadable'; readonly excerpt: Buffer }
  | { readonly kind: 'too-large'; readonly length: number };

export interface FrameParser {
  push(chunk: Buffer): readonly FrameEvent[];
  /** Whether a message has begun and not ended; text that is none does not count. */
  unfinished(): boolean;
  /** What is left when the stream ends: a torn frame, or text. */
  end(): readonly FrameEvent[];
}

const marker = 'content-length:';
/** No real header block is longer; beyond it the marker was part of some text. */
const longestHeaderBytes = 4096;
const excerptBytes = 200;

export function createFrameParser(maxFrameBytes: number): FrameParser {
  let chunks: Buffer[] = [];
  let size = 0;
  let bodyLength: number | undefined;
  let stopped = false;

  const take = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
    return all;
  };
  const keep = (rest: Buffer): void => {
    if (rest.length > 0) chunks.unshift(rest);
    size += rest.length;
  };

  const readBody = (length: number, events: FrameEvent[]): void => {
    const all = take();
    const body = all.subarray(0, length);
    const value = parseJson(body);
    if (value !== undefined) {
      events.push({ kind: 'message', value: value.json });
      keep(all.subarray(length));
      return;
    }
    // A length that was too large swallowed the next header: save what stands before it, go on from there.
    const next = indexOfMarker(body, 1);
    if (next < 0) {
      events.push({ kind: 'unreadable', excerpt: body.subarray(0, excerptBytes) });
      keep(all.subarray(length));
      return;
    }
    const saved = parseJson(body.subarray(0, next));
    events.push(
      saved === undefined
        ? { kind: 'unreadable', excerpt: body.subarray(0, excerptBytes) }
        : { kind: 'message', value: saved.json },
    );
    keep(all.subarray(next));
  };

  /** False: more bytes are needed. */
  const readHeader = (events: FrameEvent[]): boolean => {
    const all = take();
    const header = findHeader(all);
    if (header.before > 0) pushPollution(all.subarray(0, header.before), events);
    keep(all.subarray(header.before + header.length));
    if (header.bodyLength === undefined) return false;
    if (header.bodyLength > maxFrameBytes) {
      events.push({ kind: 'too-large', length: header.bodyLength });
      stopped = true;
      return false;
    }
    bodyLength = header.bodyLength;
    return true;
  };

  return {
    push(chunk) {
      const events: FrameEvent[] = [];
      if (stopped || chunk.length === 0) return events;
      chunks.push(chunk);
      size += chunk.length;
      for (;;) {
        if (bodyLength === undefined) {
          if (size === 0 || !readHeader(events)) return events;
        } else if (size >= bodyLength) {
          const length = bodyLength;
          bodyLength = undefined;
          readBody(length, events);
        } else {
          return events;
        }
      }
    },
    unfinished: () => bodyLength !== undefined || (size > 0 && looksBegun(chunks)),
    end() {
      const rest = stopped ? Buffer.alloc(0) : take();
      const events: FrameEvent[] = [];
      if (bodyLength !== undefined)
        events.push({ kind: 'unreadable', excerpt: rest.subarray(0, excerptBytes) });
      else if (rest.length > 0) pushPollution(rest, events);
      stopped = true;
      return events;
    },
  };
}

interface HeaderSearch {
  /** Bytes before the header that belong to no frame. */
  readonly before: number;
  /** Bytes of the header block itself; 0 while it is not complete. */
  readonly length: number;
  readonly bodyLength?: number;
}

/** Finds the first complete header block. Without one, says how much of the buffer can be given up as text. */
function findHeader(bytes: Buffer): HeaderSearch {
  for (let from = 0; ; ) {
    const at = indexOfMarker(bytes, from);
    if (at < 0) return { before: giveUpTo(bytes, from), length: 0 };
    const start = contentTypeBefore(bytes, at);
    const end = endOfHeader(bytes, at);
    if (end === undefined) {
      if (bytes.length - at <= longestHeaderBytes) return { before: start, length: 0 };
    } else {
      const digits = /^[ \t]*(\d{1,15})[ \t]*\r?\n/.exec(bytes.toString('latin1', at + marker.length, end));
      if (digits) return { before: start, length: end - start, bodyLength: Number(digits[1]) };
    }
    from = at + marker.length;
  }
}

/** Text without a marker may end in the beginning of a header: the last, unfinished line is kept, unless it is endless. */
function giveUpTo(bytes: Buffer, from: number): number {
  const lastLine = bytes.lastIndexOf(0x0a) + 1;
  const keepFrom = Math.max(from, lastLine);
  const start = contentTypeBefore(bytes, keepFrom);
  return bytes.length - start > longestHeaderBytes ? bytes.length - marker.length : start;
}

/** A Content-Type field may stand before Content-Length: it is part of the header, not pollution. */
function contentTypeBefore(bytes: Buffer, at: number): number {
  const before = bytes.toString('latin1', Math.max(0, at - 256), at);
  const field = /(?:^|\n)(content-type:[^\r\n]*\r?\n)$/i.exec(before);
  return field?.[1] === undefined ? at : at - field[1].length;
}

/** Index after the blank line that ends the block; `\n\n` is taken as well. */
function endOfHeader(bytes: Buffer, from: number): number | undefined {
  const limit = Math.min(bytes.length, from + longestHeaderBytes);
  for (let at = from; at < limit; at += 1) {
    if (bytes[at] !== 0x0a) continue;
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return undefined;
}

/** What is kept after a push is the last, unfinished line: the beginning of a header, of a message without one, or of text. */
function looksBegun(chunks: readonly Buffer[]): boolean {
  const rest = Buffer.concat(chunks).toString('latin1', 0, longestHeaderBytes).trimStart().toLowerCase();
  return rest !== '' && (rest.startsWith('{') || rest.startsWith('content-') || 'content-'.startsWith(rest));
}

function indexOfMarker(bytes: Buffer, from: number): number {
  const exact = bytes.indexOf('Content-Length:', from, 'latin1');
  // The usual spelling right here is the common case; another spelling might still come earlier.
  if (exact === from) return exact;
  const until = exact < 0 ? bytes.length : exact;
  const other = bytes.toString('latin1', from, until).toLowerCase().indexOf(marker);
  return other < 0 ? exact : from + other;
}

function pushPollution(bytes: Buffer, events: FrameEvent[]): void {
  if (/^(?:\xef\xbb\xbf|[\r\n])*$/.test(bytes.toString('latin1', 0, 16)) && bytes.length <= 16) return;
  const text = bytes.toString('latin1', 0, 65_536);
  events.push({
    kind: 'pollution',
    excerpt: Buffer.from(bytes.subarray(0, excerptBytes)),
    length: bytes.length,
    lostMessage: /\{.*"jsonrpc"\s*:/s.test(text),
  });
}

function parseJson(bytes: Buffer): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}
