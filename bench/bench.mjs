// `npm run bench`: lspcheck against the ideal client, cold, alternating in one sitting; medians and their ratio.
// Usage: node bench/bench.mjs [--runs 7] [--files 1,30] [--servers typescript,pyright] [--out FOLDER]
// Writes cold.json and cold.md to FOLDER (default .tmp/bench) and the table to stdout. Absolute times belong to this
// machine and this hour; only the ratio means anything elsewhere. Nothing is timed in the tests.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cli, root, setUp } from '../scripts/setup.mjs';
import { equal, idealClients, runIdeal } from './ideal-client.mjs';
import { makeWorkload } from './workload.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    files: { type: 'string', default: '1,30' },
    servers: { type: 'string', default: 'typescript,pyright' },
    out: { type: 'string', default: join(root, '.tmp', 'bench') },
  },
});

setUp();
const rows = [];
for (const server of options.servers.split(',')) {
  for (const count of options.files.split(',').map(Number)) rows.push(await measure(server, count));
}
const table = markdown(rows);
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'cold.md'), table);
writeFileSync(join(options.out, 'cold.json'), `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
console.log(table);

async function measure(server, count) {
  const workload = makeWorkload(server, count);
  const clients = Object.keys(idealClients).filter((name) => idealClients[name].server === server);
  try {
    const known = await calibrate(clients, workload);
    const samples = { lspcheck: [], ...Object.fromEntries(clients.map((name) => [name, []])) };
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const name of clients) samples[name].push((await runIdeal(name, workload, known)).ms);
      samples.lspcheck.push(await runLspcheck(server, workload, known));
      process.stderr.write(`${server}, ${count} files: run ${run + 1} of ${options.runs}\n`);
    }
    return row(server, count, clients, samples);
  } finally {
    workload.remove();
  }
}

/** What must be answered. Every way of asking has to agree on it, else nothing here could be compared. */
async function calibrate(clients, workload) {
  const [first, ...others] = await sequence(
    clients,
    async (name) => (await runIdeal(name, workload)).answers,
  );
  for (const other of others) {
    if (!equal(other, first)) throw new Error('calibration: two ways of asking the server disagree');
  }
  if (first.size !== workload.paths.length) throw new Error(`calibration: ${first.size} files answered`);
  return first;
}

/** Wall time from the start of the process to its end; a wrong report is an error, not a sample. */
async function runLspcheck(server, workload, known) {
  const args = [cli, 'files', ...workload.paths, '--server', server, '--format', 'json'];
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: workload.root, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const ms = performance.now() - started;
  const answers = new Map(JSON.parse(text).files.map((file) => [file.path, places(file)]));
  if (!equal(answers, known)) throw new Error(`lspcheck reported otherwise than the server:\n${text}`);
  return ms;
}

function places(file) {
  if (file.verdict !== 'clean' && file.verdict !== 'findings') return [file.verdict];
  return (file.diagnostics ?? [])
    .filter((item) => ['error', 'warning'].includes(item.severity))
    .map((item) => `${item.range.start.line}:${item.range.start.column}`)
    .sort();
}

function row(server, files, clients, samples) {
  const medians = Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
  const ideal = clients.reduce((best, name) => (medians[name] < medians[best] ? name : best));
  return {
    server,
    files,
    ideal,
    idealMs: medians[ideal],
    lspcheckMs: medians.lspcheck,
    ratio: medians.lspcheck / medians[ideal],
    samples,
  };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function markdown(all) {
  const lines = all.map(
    (r) =>
      `| ${r.server} | ${r.files} | ${seconds(r.idealMs)} (${r.ideal}) | ${seconds(r.lspcheckMs)} | ${r.ratio.toFixed(2)} |`,
  );
  const { cpu, load, node } = machine();
  return `| server | files | ideal client, s | lspcheck, s | ratio |
|---|---|---|---|---|
${lines.join('\n')}

Cold, medians of ${options.runs}, alternating. ${cpu}, load ${load}, Node ${node}.
`;
}

function machine() {
  return {
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`,
    load: loadavg()[0].toFixed(1),
    node: process.versions.node,
  };
}

function seconds(ms) {
  return (ms / 1000).toFixed(2);
}

async function sequence(list, step) {
  const results = [];
  for (const item of list) results.push(await step(item));
  return results;
}
