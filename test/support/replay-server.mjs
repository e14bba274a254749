// A recorded transcript as a language server, for tests and for whoever was sent one:
//   node replay-server.mjs [--delay SCALE] [--patience MS] [--turns FILE] TRANSCRIPT...
// Speaks the recorded answers to a client that says what the recorded client said. `--delay 1` keeps the recorded times, 0 (the
// default) none. Of several transcripts it takes the one of the workspace folder that it is initialized with; of several of
// one folder (a server that was started again) the first, or the next at each start when there is a FILE to count in.
// Exit 9, with a sentence on stderr: the client says what the recording does not know, or never says what is waited for.

import { appendFileSync, readFileSync } from 'node:fs';
import { createReader, createWriter } from './fake-server/framing.mjs';
import { createReplay } from './replay/replay.mjs';
import { fill, folderValues, readTranscript } from './replay/transcript.mjs';

const { files, delay, patienceMs, turnsFile } = readArguments(process.argv.slice(2));
const transcripts = files.map(readTranscript);
const writer = createWriter(process.stdout);
let replay;
let speaking = Promise.resolve();
let watchdog;

process.stdout.on('error', () => {}); // the client may go first
process.stdin.on('data', createReader(receive, fail));
process.stdin.on('end', () => leave(1));

function receive(message) {
  clearTimeout(watchdog);
  if (message.method === 'initialize') replay = createReplay(entriesFor(message.params.rootUri));
  if (replay === undefined) return fail(`${message.method} came before initialize`);
  if (message.method === 'exit') return leave(replay.exitCode);
  if (message.method === 'shutdown')
    return void writer.message({ jsonrpc: '2.0', id: message.id, result: null });
  const taken = replay.take(message);
  if (taken?.unknown) return fail(taken.unknown);
  if (taken?.answer) void writer.message(taken.answer);
  const due = replay.due();
  speaking = speaking.then(() => speak(due));
  watchdog = setTimeout(complain, patienceMs);
}

/** The transcript whose folder ends as this one does, the longest ending first: `{root}` alone fits every folder. */
function entriesFor(rootUri) {
  const fitting = transcripts
    .map(({ header, entries }) => ({ header, entries, folders: folderValues(header, rootUri) }))
    .filter(({ folders }) => folders !== undefined)
    .sort((a, b) => b.header.root.length - a.header.root.length);
  const sameFolder = fitting.filter(({ header }) => header.root === fitting[0].header.root);
  const chosen = sameFolder[turnsFile === undefined ? 0 : takeTurn(rootUri)];
  if (chosen === undefined) return fail(`no transcript is left for ${rootUri}`);
  return chosen.entries.map((entry) => fill(entry, chosen.folders));
}

/** How often a server was started in this folder before. */
function takeTurn(rootUri) {
  appendFileSync(turnsFile, `${rootUri}\n`);
  return (
    readFileSync(turnsFile, 'utf8')
      .split('\n')
      .filter((line) => line === rootUri).length - 1
  );
}

async function speak(due) {
  for (const { message, mark, afterMs } of due) {
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, afterMs * delay));
    if (message) await writer.message(message);
    else await act(mark);
  }
}

/** What stood beside messages: words on stderr, garbage on stdout, a crash. */
async function act(mark) {
  switch (mark.kind) {
    case 'stderr':
      process.stderr.write(mark.text);
      return;
    case 'pollution':
      return writer.raw(Buffer.from(mark.text));
    case 'unreadable':
    case 'no-message':
      return writer.raw(Buffer.from(`Content-Length: ${Buffer.byteLength(mark.text)}\r\n\r\n${mark.text}`));
    case 'too-large':
      return writer.raw(Buffer.from(`Content-Length: ${Number.parseInt(mark.text, 10)}\r\n\r\n`));
    case 'exit':
      await writer.drained();
      if (mark.signal === null) process.exit(mark.code);
      else process.kill(process.pid, mark.signal);
  }
}

function complain() {
  const missing = replay.waitsFor();
  if (missing !== undefined) fail(`for ${patienceMs} ms the client has not sent ${missing}`);
}

function fail(sentence) {
  // The report quotes the end of it.
  process.stderr.write(`replay of ${files.join(', ')}:\n${sentence}\n`);
  process.exit(9);
}

async function leave(code) {
  await speaking;
  await writer.drained();
  process.exit(code);
}

function readArguments(args) {
  const take = (name) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const [delay, patience, turnsFile] = [take('--delay'), take('--patience'), take('--turns')];
  return { delay: Number(delay ?? 0), patienceMs: Number(patience ?? 10_000), turnsFile, files: args };
}
