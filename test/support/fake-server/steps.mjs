// Runs the steps of a handler: in order, each not before its own offset from the event and not before its gate opens.
// A step that asks the client something waits for the answer, so "each waiting for the previous answer" is plain order.

import { closeSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { burn, runProgram, spawnSleeper } from './children.mjs';
import { contentRule, sha256 } from './documents.mjs';
import { fill } from './expectations.mjs';

/** `context`: { at, uri?, reply? } of the event; `server`: what server.mjs wires together. */
export async function runSteps(steps, context, server) {
  for (const step of steps) {
    if (step.atMs !== undefined) await delay(context.at + step.atMs - performance.now());
    if (step.whenFile !== undefined) await until(() => existsSync(step.whenFile));
    if (step.when !== undefined) await until(() => server.eventCount(step.when) >= (step.when.count ?? 1));
    await actions[step.do](step, context, server);
  }
}

const actions = {
  push: (step, context, server) => {
    if (step.onlyIfAnswered && !server.allAnswersRight()) return undefined;
    return server.publish(uriFor(step, context, server), step.items, step.version);
  },
  'push-rule': (step, context, server) => {
    const uri = uriFor(step, context, server);
    return server.publish(uri, ruleItems(uri, server), step.version);
  },
  full: (step, context) =>
    context.reply({ result: { kind: 'full', items: step.items, ...resultIdOf(step) } }),
  'full-rule': (step, context, server) =>
    context.reply({ result: { kind: 'full', items: ruleItems(context.uri, server), ...resultIdOf(step) } }),
  unchanged: (step, context) => context.reply({ result: { kind: 'unchanged', resultId: step.resultId } }),
  error: (step, context) => {
    const { code, message = 'refused', data } = step;
    return context.reply({ error: { code, message, ...(data === undefined ? {} : { data }) } });
  },
  result: (step, context, server) => context.reply({ result: fill(step.value, server.rootUri()) }),
  'empty-response': (_step, context) => context.reply({}),
  reply: (step, context) => context.reply(step.body),
  never: () => {},
  mark: (step, _context, server) => server.mark(step.name),
  progress: (step, _context, server) =>
    server.send({
      method: '$/progress',
      params: { token: step.token, value: { kind: step.kind, ...(step.title ? { title: step.title } : {}) } },
    }),
  request: (step, _context, server) => server.ask(step),
  notify: (step, _context, server) => {
    const message = { method: step.method, params: fill(step.params, server.rootUri()) };
    return repeatedly(step.repeat, (turn) => server.send(numbered(message, turn)));
  },
  'ask-repeatedly': (step, _context, server) =>
    repeatedly(step.repeat, (turn) =>
      server.send({ id: `flood-${turn}`, method: step.method, params: fill(step.params, server.rootUri()) }),
    ),
  raw: (step, _context, server) => {
    const bytes = Buffer.from(fill(step.text, server.rootUri()), step.encoding ?? 'utf8');
    return repeatedly(step.repeat, () => server.sendRaw(bytes));
  },
  frame: (step, _context, server) => server.sendRaw(frameOf(step, server.rootUri())),
  stderr: (step) =>
    repeatedly(step.repeat, () => new Promise((resolve) => process.stderr.write(step.text, resolve))),
  exit: (step, _context, server) => server.leave(step.code),
  kill: (step) => process.kill(process.pid, step.signal),
  'close-stdin': (_step, _context, server) => {
    // Node leaves the descriptor itself open when it destroys a standard stream.
    process.stdin.removeAllListeners('end').destroy();
    closeSync(0);
    server.stayAlive();
  },
  'close-stdout': (_step, _context, server) => {
    process.stdout.destroy();
    closeSync(1);
    server.stayAlive();
  },
  'stop-reading': (_step, _context, server) => {
    process.stdin.pause();
    server.stayAlive();
  },
  busy: (step, _context, server) => burn(step, server.pidsFile),
  sleeper: (step, _context, server) => spawnSleeper(step, server.pidsFile),
  run: (step, _context, server) => server.note('run', runProgram(step)),
  'dump-environment': (_step, _context, server) => server.note('environment', { env: process.env }),
};

function uriFor(step, context, server) {
  return step.file === undefined
    ? context.uri
    : (server.documents.find(step.file)?.uri ?? server.uriOf(step.file));
}

function ruleItems(uri, server) {
  const text = server.documents.get(uri)?.text ?? '';
  server.note('content-rule', { uri, sha256: sha256(text) });
  return [...contentRule(text), ...(server.followsUses ? usedMistakes(text, server) : [])];
}

/** Of another file it sees what is open, else what the disk holds, as compilers do. */
function usedMistakes(text, server) {
  const used = /^use (\S+)$/m.exec(text)?.[1];
  if (used === undefined) return [];
  const other = server.documents.find(used)?.text ?? readFileSync(fileURLToPath(server.uriOf(used)), 'utf8');
  return contentRule(other).map((item) => ({ ...item, message: `${used} is not allowed` }));
}

/** One after the other, each written out before the next: a flood must not end as our own lack of memory. */
async function repeatedly(count = 1, act) {
  for (let turn = 0; turn < count; turn += 1) await act(turn);
}

/** `{turn}` in a message is its number, so that a thousand messages are a thousand different ones. */
function numbered(message, turn) {
  return JSON.parse(JSON.stringify(message).replaceAll('{turn}', String(turn)));
}

function frameOf({ body, header = 'Content-Length: {length}\r\n\r\n', longBy = 0, cutAt }, rootUri) {
  const text = fill(typeof body === 'string' ? body : JSON.stringify(body), rootUri);
  const bytes = Buffer.from(text, 'utf8');
  const head = header.replace('{length}', String(bytes.length + longBy));
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(0, cutAt)]);
}

function resultIdOf(step) {
  return step.resultId === undefined ? {} : { resultId: step.resultId };
}

export function delay(ms) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

async function until(isTrue) {
  while (!isTrue()) await delay(5);
}
