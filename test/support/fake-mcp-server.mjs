// A small MCP server over stdio, without a library, so that it can also misbehave. How it behaves is its first argument.
// Its tool judges a file by its disk text: each line with BAD is an error. `get_diagnostics` answers in text, `structured`
// in JSON of its own, `lsp` as LSP does.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [mode = 'good', note = ''] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
if (mode === 'chatty') process.stdout.write('starting up…\n{ not json\n');
if (mode === 'exits') process.exit(3);
if (note !== '') writeFileSync(note, String(process.pid));

const fileArgument = { type: 'object', properties: { file_path: { type: 'string' } } };
const tools = {
  good: [
    { name: 'get_diagnostics', inputSchema: fileArgument },
    { name: 'structured', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
    { name: 'lsp', inputSchema: { type: 'object', properties: { uri: { type: 'string' } } } },
    { name: 'no_file', inputSchema: { type: 'object', properties: { query: { type: 'string' } } } },
  ],
};

const finds = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at) => (text.includes('BAD') ? [{ line: at, column: text.indexOf('BAD') }] : []));

function call(name, given) {
  const file = given.file_path ?? given.path ?? new URL(given.uri).pathname;
  const found = finds(file);
  if (mode === 'is-error') return { isError: true, content: [{ type: 'text', text: 'the index is broken' }] };
  if (mode === 'infra') return { content: [{ type: 'text', text: 'orchestrator timeout: try again' }] };
  if (mode === 'prose') return { content: [{ type: 'text', text: 'I had a look and it seems fine.' }] };
  if (mode === 'empty') return { content: [] };
  if (mode === 'empty-beside-infra')
    return {
      structuredContent: { diagnostics: [] },
      content: [{ type: 'text', text: 'it timed out after 5 s' }],
    };
  if (mode === 'clean-beside-infra')
    return { content: [{ type: 'text', text: 'orchestrator timeout\nno problems' }] };
  if (mode === 'edits') writeFileSync(file, 'changed meanwhile\n');
  switch (name) {
    case 'structured':
      return {
        content: [],
        structuredContent: {
          diagnostics: found.map(({ line, column }) => ({
            ...{ line: line + 1, column: column + 1, endColumn: column + 4 },
            ...{ severity: 'error', code: 'B1', message: 'it is bad' },
          })),
        },
      };
    case 'lsp': {
      const items = found.map(({ line, column }) => ({
        range: { start: { line, character: column }, end: { line, character: column + 3 } },
        ...{ severity: 1, message: 'it is bad', code: 'B1' },
      }));
      return { content: [{ type: 'text', text: JSON.stringify({ items }) }] };
    }
    default: {
      const lines = found.map(({ line, column }) => `error ${line + 1}:${column + 1} it is bad`);
      return { content: [{ type: 'text', text: lines.length === 0 ? 'no problems' : lines.join('\n') }] };
    }
  }
}

let calls = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'initialize':
      if (mode === 'never-initialized') return;
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'fake', version: '1.2.3' },
        },
      });
    case 'tools/list':
      return send({ id, result: { tools: tools.good } });
    case 'tools/call':
      calls += 1;
      if (mode === 'dies-at-second' && calls === 2) process.exit(7);
      if (mode === 'silent') return;
      if (mode === 'refuses') return send({ id, error: { code: -32602, message: 'no such thing' } });
      return send({ id, result: call(params.name, params.arguments) });
    default:
      if (id !== undefined && existsSync('/')) send({ id, error: { code: -32601, message: 'unknown' } });
  }
});
// It lives on when its input ends, as servers do that forget to listen for it.
if (mode === 'lingers') setInterval(() => {}, 1000);
