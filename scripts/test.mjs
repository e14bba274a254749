// `npm test`: installs what is missing, builds, and runs every check that npm alone can provide.
// Usage: node scripts/test.mjs [types|lint|unit|scenario|golden|cli|real ...]; nothing named means everything.
// The last line is 'N passed, N failed, N skipped'; types and lint count as one test each. A tier without tests is a failure.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const tools = {
  types: ['typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', buildInfo()],
  lint: ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
};
/** Tier → its projects in vitest.config.ts. */
const tiers = {
  unit: ['unit', 'unit-mocking'],
  scenario: ['scenario'],
  golden: ['golden'],
  cli: ['cli'],
  real: ['real'],
};
const steps = [...Object.keys(tools), ...Object.keys(tiers)];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !steps.includes(name));
if (unknown.length > 0) {
  console.error(`error: no such step: ${unknown.join(', ')}\n\nhint: ${steps.join(', ')}`);
  process.exit(2);
}

let results;
try {
  setUp();
  const wanted = steps.filter((name) => named.length === 0 || named.includes(name));
  // The tools run beside the tests, which mostly wait; what they say comes after.
  const running = wanted.filter((name) => name in tools).map((name) => tool(name));
  const tested = await runTiers(wanted.filter((name) => name in tiers));
  results = [...(await Promise.all(running)), ...tested];
} catch (error) {
  console.error(String(error));
  results = [{ name: 'set-up', passed: 0, failed: 1, skipped: [] }];
}
process.exitCode = report(results);

async function tool(name) {
  const [entry, ...args] = tools[name];
  const { code, output } = await node([join(root, 'node_modules', entry), ...args], 'pipe');
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], output };
}

async function runTiers(names) {
  if (names.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'lspcheck-counts-'));
  const file = join(folder, 'counts.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'count-reporter.mjs')}`];
  const projects = names.flatMap((name) => tiers[name]).flatMap((project) => ['--project', project]);
  const env = { LSPCHECK_TEST_COUNTS: file };
  const { code } = await node([vitest, 'run', ...projects, ...reporters], 'inherit', env);
  const counts = readCounts(file);
  rmSync(folder, { recursive: true });
  const all = names.map((name) => ({ name, ...sumOf(tiers[name].map((project) => counts[project])) }));
  const outside = counts.outside?.failed ?? 0;
  const silent = code !== 0 && outside === 0 && all.every(({ failed }) => failed === 0);
  if (outside === 0 && !silent) return all;
  return [...all, { name: 'vitest', passed: 0, failed: Math.max(1, outside), skipped: [] }];
}

/** A tier without tests is a failure. */
function sumOf(parts) {
  const sum = { passed: 0, failed: 0, skipped: [] };
  for (const part of parts) {
    sum.passed += part?.passed ?? 0;
    sum.failed += part?.failed ?? 0;
    sum.skipped.push(...(part?.skipped ?? []));
  }
  const ran = sum.passed + sum.failed + sum.skipped.length > 0;
  return ran ? sum : { ...sum, failed: 1 };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function node(args, output, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, output: said }));
  });
}

/** What the compiler knows of the last time: where npm keeps nothing that is asked for. */
function buildInfo() {
  return join('node_modules', '.cache', 'types.tsbuildinfo');
}

/** Prints the counts, a line per step and per reason to skip, the sum last; answers the exit code. */
function report(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const reasons = new Map();
  for (const { name, output } of all) if (output) console.log(`\n== ${name}\n${output}`);
  console.log('');
  for (const { name, passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped.length;
    for (const reason of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    console.log(`${name.padEnd(9)} ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  }
  for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}
