// `npm test`: installs what is missing, builds, and runs every check that npm alone can provide.
// Usage: node scripts/test.mjs [types|lint|unit|scenario|golden|cli|real ...]; nothing named means everything.
// The last line is 'N passed, N failed, N skipped'; types and lint count as one test each. A tier without tests is a failure.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const steps = {
  types: () => tool('typescript/bin/tsc', ['-p', '.']),
  lint: () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  unit: () => tier('unit'),
  scenario: () => tier('scenario'),
  golden: () => tier('golden'),
  cli: () => tier('cli'),
  real: () => tier('real'),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`error: no such step: ${unknown.join(', ')}\n\nhint: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

let results;
try {
  setUp();
  results = (named.length > 0 ? named : Object.keys(steps)).map(run);
} catch (error) {
  console.error(String(error));
  results = [{ name: 'set-up', passed: 0, failed: 1, skipped: [] }];
}
process.exitCode = report(results);

function run(name) {
  console.log(`\n== ${name}`);
  return { name, ...steps[name]() };
}

function tool(entry, args) {
  const done = node([join(root, 'node_modules', entry), ...args]);
  return { passed: done === 0 ? 1 : 0, failed: done === 0 ? 0 : 1, skipped: [] };
}

function tier(name) {
  const folder = mkdtempSync(join(tmpdir(), 'lspcheck-counts-'));
  const file = join(folder, 'counts.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'count-reporter.mjs')}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const code = node([vitest, 'run', '--project', name, ...reporters], { LSPCHECK_TEST_COUNTS: file });
  const counts = readCounts(file);
  rmSync(folder, { recursive: true });
  const ran = counts.passed + counts.failed + counts.skipped.length > 0;
  const silentFailure = !ran || (code !== 0 && counts.failed === 0);
  return silentFailure ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
}

function node(args, env = {}) {
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return done.status;
}

/** Prints the counts, a line per step and per reason to skip, the sum last; answers the exit code. */
function report(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const reasons = new Map();
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
