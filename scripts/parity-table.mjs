// Writes the tables of docs/parity.md from test/real/parity/figures/, which the parity tests write with UPDATE_PARITY=1:
//   UPDATE_PARITY=1 npm run deep && node scripts/parity-table.mjs
// `--check` writes nothing, and fails when the document says something else.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const document = join(root, 'docs', 'parity.md');
const folder = join(root, 'test', 'real', 'parity', 'figures');

const figures = readdirSync(folder)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const before = readFileSync(document, 'utf8');
const after = put(put(before, 'figures', table()), 'known differences', differences());
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('docs/parity.md is not what test/real/parity/figures say: node scripts/parity-table.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(document, after);

/** Between the two comments that name the part. */
function put(text, part, content) {
  const [head, rest] = text.split(`<!-- ${part} -->\n`);
  const [, tail] = (rest ?? '').split(`<!-- end of ${part} -->`);
  if (tail === undefined) throw new Error(`docs/parity.md has no place for: ${part}`);
  return `${head}<!-- ${part} -->\n\n${content}\n\n<!-- end of ${part} -->${tail}`;
}

function table() {
  const rows = figures.map((one) => [
    one.engine,
    one.version,
    one.server,
    one.files,
    one.seeded,
    one.cli,
    one.lspcheck,
    one.missed,
    one.extra,
    seconds(one.cliMs),
    seconds(one.lspcheckMs),
  ]);
  return [
    '| command line | version | server | files | mistakes put in | its findings | lspcheck’s | missed | extra | its time | lspcheck’s |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

/** One entry per cause, with the engines and how often each has it. */
function differences() {
  const causes = new Map();
  for (const { engine, known } of figures) {
    for (const { cause, side, count } of known) {
      causes.set(cause, [...(causes.get(cause) ?? []), `${engine}: ${count} ${side}`]);
    }
  }
  return [...causes].map(([cause, where]) => `- ${cause} (${where.join('; ')}).`).join('\n');
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
