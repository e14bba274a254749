// Byte-exact LSP framing, ours on purpose: the fake server must be able to misbehave, and must notice when the client does.
// Reading is strict (a body that is not exactly as long as announced is an error); writing is as odd as the script asks.

/**
 * Feeds `onMessage` with parsed bodies. `onGarbled` gets a sentence when the client's framing is wrong.
 * @returns {(chunk: Buffer) => void}
 */
export function createReader(onMessage, onGarbled) {
  let pending = [];
  let size = 0;
  let wanted = 0; // bytes needed before it is worth joining the chunks again
  return (chunk) => {
    pending.push(chunk);
    size += chunk.length;
    while (size > 0 && size >= wanted) {
      const buffer = pending.length === 1 ? pending[0] : Buffer.concat(pending);
      pending = [buffer];
      const frame = nextFrame(buffer, onGarbled);
      if (frame.kind === 'short') {
        wanted = frame.wanted;
        return;
      }
      wanted = 0;
      pending = [buffer.subarray(frame.end)];
      size = buffer.length - frame.end;
      onMessage(frame.message);
    }
  };
}

function nextFrame(buffer, onGarbled) {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return { kind: 'short', wanted: buffer.length + 1 };
  const head = buffer.subarray(0, headEnd).toString('latin1');
  const length = /^content-length: *(\d+)$/im.exec(head)?.[1];
  if (length === undefined || !/^[!-9;-~]+:/.test(head)) return give(`no length in the header: ${head}`);
  const start = headEnd + 4;
  const end = start + Number(length);
  if (buffer.length < end) return { kind: 'short', wanted: end };
  const body = buffer.subarray(start, end);
  try {
    return {
      kind: 'frame',
      end,
      message: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)),
    };
  } catch {
    return give(`the body is not ${length} bytes of JSON: ${body.subarray(0, 80).toString()}`);
  }

  function give(sentence) {
    onGarbled(sentence);
    return { kind: 'short', wanted: Number.POSITIVE_INFINITY };
  }
}

/**
 * Writes messages in order. `chunking`: `whole`, `byte` (one at a time), `seven` (7-byte pieces), `joined` (all messages of
 * 30 ms in one write). `header`: `plain`, or `odd` (lower case, an extra Content-Type before it).
 */
export function createWriter(stream, { chunking = 'whole', header = 'plain' } = {}) {
  let tail = Promise.resolve();
  let held = [];
  const enqueue = (bytes) => {
    tail = tail.then(() => writePieces(stream, bytes, chunking));
    return tail;
  };
  const flush = () => {
    const bytes = Buffer.concat(held);
    held = [];
    return enqueue(bytes);
  };
  const send = (bytes) => {
    if (chunking !== 'joined') return enqueue(bytes);
    if (held.length === 0) setTimeout(flush, 30);
    held.push(bytes);
    return Promise.resolve();
  };
  return {
    message: (value) => send(frameOf(value, header)),
    raw: (bytes) => send(bytes),
    drained: () => (held.length > 0 ? flush() : tail),
  };
}

function frameOf(value, header) {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  const head =
    header === 'odd'
      ? `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n`
      : `Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

async function writePieces(stream, bytes, chunking) {
  const step = chunking === 'byte' ? 1 : chunking === 'seven' ? 7 : bytes.length;
  for (let start = 0; start < bytes.length; start += step) {
    await new Promise((resolve) => stream.write(bytes.subarray(start, start + step), resolve));
    // Lets the reader's side wake up between the pieces.
    if (step < bytes.length) await new Promise(setImmediate);
  }
}
