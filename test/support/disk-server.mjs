// A language server that believes the disk alone: node disk-server.mjs --log FILE --pids FILE [--quote] [--vice NAME].
// Asked about a document it reads the file by its URI, whatever text it was given: one error per word BAD, and one for each
// line `use NAME` whose file (`./name.fx`, or `name` for a package's index.fx, looked for upward and with links followed, as
// Node does) is missing or has the word. It logs the tree it was started in, and every file it reads with its hash.
// `--quote`: it names absolute paths in whatever it says. Vices: hang, crash, refuse, slow-stop; hang-on-slow and crash-on-die
// only at a text with the word SLOW or DIE; quiet sends nothing but diagnostics.

import {
  appendFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { recordPid } from './fake-server/children.mjs';
import { contentRule, sha256 } from './fake-server/documents.mjs';
import { createReader, createWriter } from './fake-server/framing.mjs';

const text = { type: 'string' };
const options = { log: text, pids: text, vice: text, quote: { type: 'boolean', default: false } };
const { values: given } = parseArgs({ options });
const writer = createWriter(process.stdout);
const note = (kind, data) => appendFileSync(given.log, `${JSON.stringify({ kind, ...data })}\n`);
const send = (message) => writer.message({ jsonrpc: '2.0', ...message });
let root = '';

recordPid(given.pids, process.pid, 'disk-server');
process.stdout.on('error', () => {});
process.stdin.on(
  'data',
  createReader(receive, () => process.exit(3)),
);
process.stdin.on('end', () => process.exit(1));

function receive({ id, method, params }) {
  const reply = (result) => send({ id, result });
  switch (method) {
    case 'initialize':
      root = fileURLToPath(params.rootUri);
      note('start', { root, cwd: process.cwd(), env: process.env });
      for (const entry of entriesOf(root)) note('entry', entry);
      if (given.vice === 'refuse')
        return send({ id, error: { code: -1, message: `no project in ${root}/tool.conf` } });
      return reply({ capabilities: { textDocumentSync: 1, diagnosticProvider: { identifier: 'disk' } } });
    case 'initialized':
      return given.quote && given.vice !== 'quiet' ? speak() : undefined;
    case 'textDocument/didOpen':
      return note('given', { uri: params.textDocument.uri, sha256: sha256(params.textDocument.text) });
    case 'textDocument/diagnostic':
      if (given.vice === 'hang') return note('asked', {});
      if (given.vice === 'crash') return crash();
      return answer(fileURLToPath(params.textDocument.uri), reply);
    case 'shutdown':
      return given.vice === 'slow-stop' ? undefined : reply(null);
    case 'exit':
      return process.exit(0);
    default:
      return id === undefined ? undefined : send({ id, error: { code: -32601, message: 'unknown method' } });
  }
}

function answer(path, reply) {
  const source = read(path) ?? '';
  if (given.vice === 'hang-on-slow' && /\bSLOW\b/.test(source)) return note('asked', {});
  if (given.vice === 'crash-on-die' && /\bDIE\b/.test(source)) return crash();
  return reply({ kind: 'full', items: diagnosticsOf(path) });
}

function diagnosticsOf(path) {
  const source = read(path);
  if (source === undefined) return [errorIn('', 0, `${given.quote ? path : 'the file'} is missing`)];
  const uses = source.split('\n').flatMap((line, row) => {
    const [, name] = /^use (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const file = name.startsWith('.') ? join(dirname(path), name) : packageFile(dirname(path), name);
    const found = file === undefined ? undefined : read(file);
    if (found !== undefined && !/\bBAD\b/.test(found)) return [];
    const what = given.quote ? `${file} (${pathToFileURL(file ?? path)})` : name;
    return [errorIn(line, row, `${what} is ${found === undefined ? 'missing' : 'bad'}`, file)];
  });
  return [...contentRule(source), ...uses];
}

function errorIn(line, row, message, file) {
  const range = { start: { line: row, character: 0 }, end: { line: row, character: line.length } };
  const related =
    file === undefined
      ? []
      : [{ location: { uri: `${pathToFileURL(file)}`, range }, message: `see ${file}` }];
  return { range, severity: 1, source: 'disk', message, ...(given.quote && { relatedInformation: related }) };
}

/** As Node looks for a package: upward, and at the real place of what is found. */
function packageFile(folder, name) {
  const here = join(folder, 'node_modules', name);
  if (existsSync(here)) return join(realpathSync(here), 'index.fx');
  return dirname(folder) === folder ? undefined : packageFile(dirname(folder), name);
}

function read(path) {
  try {
    const bytes = readFileSync(path);
    note('read', { path: realpathSync(path), sha256: sha256(bytes) });
    return bytes.toString('utf8');
  } catch {
    note('read', { path, sha256: null });
    return undefined;
  }
}

/** Everything below the folder, links not followed: path, kind, and what it holds or leads to. */
function entriesOf(folder, prefix = '') {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const at = prefix + name;
    const seen = lstatSync(path);
    if (seen.isSymbolicLink()) return [{ path: at, is: 'link', to: readlinkSync(path) }];
    if (seen.isDirectory()) return [{ path: at, is: 'folder' }, ...entriesOf(path, `${at}/`)];
    const is = (seen.mode & 0o100) === 0 ? 'file' : 'executable';
    return [
      {
        path: at,
        is,
        sha256: sha256(readFileSync(path)),
        ...(seen.size < 4096 && { text: readFileSync(path, 'utf8') }),
      },
    ];
  });
}

/** Every way to say something beside diagnostics, each with a path of the tree. */
function speak() {
  const config = join(root, 'tool.conf');
  send({ method: 'window/logMessage', params: { type: 1, message: `orchestrator timeout in ${root}` } });
  send({
    method: 'window/showMessage',
    params: { type: 1, message: `cannot read ${config} (${pathToFileURL(config)})` },
  });
  writer.raw(Buffer.from(`banner of ${root}\n`));
  const other = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
  const message = `orchestrator timeout for ${config}`;
  send({
    method: 'textDocument/publishDiagnostics',
    params: { uri: `${pathToFileURL(config)}`, diagnostics: [{ ...other, message }] },
  });
}

async function crash() {
  await writer.drained();
  const text = `fatal: ${'x'.repeat(150)} in ${root}/tool.conf\nfatal: also in ${root}\n`;
  process.stderr.write(text, () => process.exit(7));
}
