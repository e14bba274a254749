// A language server that does what a JSON script says (types: script.ts), for tests: node server.mjs --script FILE.
// It logs every message it receives and sends, with a time stamp, as JSON lines; tests assert on order and count there.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { recordPid } from './children.mjs';
import { createDocuments, matchesName, pathOf, sha256 } from './documents.mjs';
import { fill, isRightAnswer } from './expectations.mjs';
import { createReader, createWriter } from './framing.mjs';
import { delay, runSteps } from './steps.mjs';

const script = JSON.parse(readFileSync(process.argv[process.argv.indexOf('--script') + 1], 'utf8'));
const handlers = (script.handlers ?? []).map((handler) => ({ ...handler, left: handler.times ?? Infinity }));
const ignored = new Set(script.ignores ?? []);
const documents = createDocuments(script.uriSpelling);
const writer = createWriter(process.stdout, script.output);
const asked = new Map(); // our own requests by id
const longestLogged = 65_536; // characters of a message; a longer one is logged by its id and method
const counts = []; // every event so far, for gates
const wrongAnswers = [];
let root = 'file:///';
let nextId = 1;
let shutdownSeen = false;
let queue = Promise.resolve();

const server = {
  documents,
  pidsFile: script.pidsFile,
  followsUses: script.contentRule?.followsUses === true,
  rootUri: () => root,
  uriOf: (name) => fill(`{uri:${name}}`, root),
  note,
  send: (message) => send(message),
  sendRaw: (bytes) => {
    note('raw', { text: bytes.toString('utf8', 0, 200), length: bytes.length });
    return writer.raw(bytes);
  },
  publish: (uri, items, version) => {
    const known = version === 'doc' ? documents.get(uri)?.version : version;
    return send({
      method: 'textDocument/publishDiagnostics',
      params: {
        uri: documents.spell(uri),
        ...(known === undefined ? {} : { version: known }),
        diagnostics: items,
      },
    });
  },
  ask: (step) =>
    new Promise((resolve) => {
      const id = step.id ?? `fake-${nextId++}`;
      asked.set(id, (response) => {
        if (step.expect && !isRightAnswer(response, fill(step.expect, root))) {
          wrongAnswers.push(step.method);
          note('wrong-answer', { method: step.method, response });
        }
        resolve();
      });
      send({ id, method: step.method, params: fill(step.params, root) });
    }),
  allAnswersRight: () => wrongAnswers.length === 0 && asked.size === 0,
  eventCount: ({ event, file }) =>
    counts.filter((seen) => seen.event === event && matchesName(seen.path, file)).length,
  mark: (name) => counts.push({ event: 'mark', path: name }),
  stayAlive: () => setInterval(() => {}, 1000),
  leave,
};

note('start', {});
const starts = countStarts();
recordPid(script.pidsFile, process.pid, 'server');
recordSignals();
process.stdout.on('error', () => {}); // the client may go first
process.stdin.on('data', createReader(receive, refuse));
process.stdin.on('end', () => {
  note('stdin-end', {});
  if (!ignored.has('stdin-eof')) leave(shutdownSeen ? 0 : 1);
});
if (ignored.has('stdin-eof')) server.stayAlive();
fire('start', {});

function receive(message) {
  log('in', message);
  if (message.method === undefined) return settleAnswer(message);
  const reply = message.id === undefined ? undefined : replyTo(message.id);
  const uri = message.params?.textDocument?.uri;
  switch (message.method) {
    case 'initialize':
      root = (message.params.rootUri ?? message.params.workspaceFolders?.[0]?.uri ?? root).replace(/\/$/, '');
      return answerInitialize(reply);
    case 'initialized':
      return fire('initialized', {});
    case 'textDocument/didOpen':
      documents.open(message.params.textDocument);
      return fire('open', { uri });
    case 'textDocument/didChange':
      documents.change(message.params);
      return fire('change', { uri });
    case 'textDocument/didSave':
      return fire('save', { uri });
    case 'textDocument/didClose':
      documents.close(uri);
      return fire('close', { uri });
    case 'textDocument/diagnostic':
      return fire('pull', { uri, reply });
    case 'workspace/executeCommand':
      return fire('command', { name: message.params.command, reply });
    case 'shutdown':
      shutdownSeen = true;
      fire('shutdown', {});
      return ignored.has('shutdown') ? undefined : reply({ result: null });
    case 'exit':
      return ignored.has('exit') ? undefined : leave(shutdownSeen ? 0 : 1);
    case '$/cancelRequest':
      return fire('cancel', {});
    default:
      return fire('other', { name: message.method, reply });
  }
}

/** Runs the first handler that matches and has turns left; without one, the content rule or a neutral refusal. */
function fire(event, { uri, name, reply }) {
  const path = name ?? (uri === undefined ? '' : pathOf(uri));
  counts.push({ event, path });
  const context = { at: performance.now(), uri, reply };
  const handler = handlers.find(
    (one) => one.event === event && one.left > 0 && matchesName(path, one.file) && !isOver(one),
  );
  if (handler) {
    handler.left -= 1;
    return void runSteps(handler.steps, context, server).catch((error) =>
      note('script-error', { text: String(error) }),
    );
  }
  const rule = script.contentRule;
  const wanted = rule?.by === 'pull' ? event === 'pull' : event === 'open' || event === 'change';
  if (rule && wanted) return enqueue(rule, context);
  if (reply && script.unknownRequests !== 'never')
    reply({ error: { code: -32601, message: `unknown method` } });
}

function isOver({ before, starts: most = Infinity }) {
  if (starts > most) return true;
  return before !== undefined && server.eventCount({ event: 'mark', file: before }) > 0;
}

/** Answers by the content rule; one file at a time, each taking `perFileMs`, like a busy single-threaded server. */
function enqueue(rule, context) {
  if (rule.neverFor?.some((file) => matchesName(pathOf(context.uri), file))) return;
  const step = rule.by === 'pull' ? { do: 'full-rule' } : { do: 'push-rule', version: rule.version };
  queue = queue.then(async () => {
    if (rule.perFileMs) await delay(rule.perFileMs);
    await runSteps([step], context, server);
  });
}

async function answerInitialize(reply) {
  fire('initialize', {});
  const answer = script.initialize ?? {};
  if (answer.kind === 'never') return;
  await delay(answer.delayMs ?? 0);
  if (answer.kind === 'error') return reply({ error: { code: answer.code, message: answer.message } });
  if (answer.kind === 'value') return reply({ result: answer.value });
  const capabilities = { textDocumentSync: 1, ...answer.capabilities };
  await reply({ result: { capabilities, serverInfo: { name: 'fake', version: '1.2.3' }, ...answer.extra } });
  fire('initialize-answered', {});
}

function replyTo(id) {
  return (body) => send({ id, ...body });
}

function settleAnswer(response) {
  // The id must come back with its type: a Map distinguishes 0 from "0".
  const settle = asked.get(response.id);
  if (!settle) return note('stray-answer', { id: response.id ?? null });
  asked.delete(response.id);
  settle(response);
}

function send(message) {
  const whole = { jsonrpc: '2.0', ...message };
  log('out', whole);
  return writer.message(whole);
}

async function leave(code) {
  await Promise.race([writer.drained(), delay(500)]);
  note('exit', { code });
  process.exit(code);
}

/** The client's framing is wrong: say so and leave with 3, as a strict server would. */
function refuse(text) {
  note('garbled-input', { text });
  process.exit(3);
}

/** How often this server was started so far, by its log. */
function countStarts() {
  if (!existsSync(script.logFile ?? '')) return 1;
  return readFileSync(script.logFile, 'utf8').split('"kind":"start"').length - 1;
}

function recordSignals() {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      note('signal', { signal });
      if (!ignored.has(signal)) process.exit(0);
    });
  }
}

function note(kind, data) {
  write({ dir: 'note', kind, ...data });
}

function log(dir, message) {
  const entry = { dir, message: withoutText(message) };
  const { id, method } = message;
  write(JSON.stringify(entry).length < longestLogged ? entry : { dir, message: { id, method }, cut: true });
}

function write(entry) {
  const at = performance.timeOrigin + performance.now();
  if (script.logFile)
    appendFileSync(script.logFile, `${JSON.stringify({ at, pid: process.pid, ...entry })}\n`);
}

/** Document texts would swamp the log: their hash says which text it was. */
function withoutText(message) {
  const text = message.params?.textDocument?.text;
  if (typeof text !== 'string') return message;
  const textDocument = { ...message.params.textDocument, text: undefined, sha256: sha256(text) };
  return { ...message, params: { ...message.params, textDocument } };
}
