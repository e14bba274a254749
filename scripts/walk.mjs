// Walks back over a repository's commits and asks of each what it brought: `changed --from C~1 --to C --only new`, while something
// else is checked out. Prints every finding that counts as new, to be explained by hand, and what each commit took.
// Usage: node scripts/walk.mjs REPOSITORY [--commits 40] [--until HEAD] [--only-below PATH]... [-- FLAGS FOR LSPCHECK...]
// The repository is a clone of your own, with its dependencies installed. Exit 1 when a run failed or anything in it was touched.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cli } from './setup.mjs';

const separator = process.argv.indexOf('--');
const own = process.argv.slice(2, separator < 0 ? undefined : separator);
const flags = separator < 0 ? [] : process.argv.slice(separator + 1);
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '40' },
    until: { type: 'string', default: 'HEAD' },
    'only-below': { type: 'string', multiple: true, default: [] },
  },
});
const repository = resolve(positionals[0] ?? '.');

const before = snapshot();
const list = ['rev-list', '--no-merges', '--parents', '-n', values.commits, values.until, '--'];
const commits = git(...list, ...values['only-below'])
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' ').slice(0, 2))
  .filter(([, parent]) => parent !== undefined);
const runs = commits.map(([commit, parent]) => judge(commit, parent));
const times = runs.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (share) => seconds(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const failed = runs.filter(({ ok }) => !ok).length;
const touched = before === snapshot() ? 'nothing' : 'SOMETHING';
console.log(
  `\n${runs.length} commits, ${sum('files')} files judged, ${sum('active')} findings new, ${sum('existing')} existing, ` +
    `${sum('unknown')} files unknown, ${sum('uncompared')} files without an answer about the text before, ${failed} runs failed\n` +
    `time for one commit: median ${at(0.5)}, nine of ten within ${at(0.9)}, at most ${at(1)}; touched in the repository: ${touched}`,
);
process.exitCode = failed === 0 && touched === 'nothing' ? 0 : 1;

function judge(commit, parent) {
  const scope = ['changed', '--from', parent, '--to', commit, '--only', 'new'];
  const started = performance.now();
  const done = spawnSync(
    process.execPath,
    [cli, ...scope, '--format', 'json', '--deadline', '5m', ...flags],
    {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  const ms = performance.now() - started;
  const [subject] = git('log', '-1', '--format=%h %s', commit).split('\n');
  if (![0, 1, 3].includes(done.status ?? -1)) {
    console.log(`\n${subject}\n  failed with ${done.status ?? done.signal}: ${done.stderr}`);
    return { ok: false, ms, files: 0, active: 0, existing: 0, unknown: 0, uncompared: 0 };
  }
  const { files, summary, servers } = JSON.parse(done.stdout);
  const found = files.flatMap(({ path, diagnostics }) =>
    diagnostics.flatMap((one) => (one.status === 'active' ? [{ path, ...one }] : [])),
  );
  const notes = servers.flatMap(({ name, infra }) =>
    infra.flatMap(({ path, text }) => (/before the change/.test(text) ? [`${name} ${path}: ${text}`] : [])),
  );
  const judged = summary.files - summary.skipped;
  console.log(
    `\n${subject}\n  ${judged} files, ${seconds(ms)}, new ${found.length}, existing ${summary.existing}, unknown ${summary.unknown}`,
  );
  for (const { path, range, severity, server, code, message } of found) {
    const place = `${path}:${range.start.line}:${range.start.column}`;
    console.log(`  new: ${place} ${severity} ${server} ${code ?? ''}: ${message.split('\n')[0]}`);
  }
  for (const { path, verdict, cells = [] } of files)
    if (verdict === 'unknown')
      console.log(`  unknown: ${path} ${cells.map(({ detail }) => detail).join('; ')}`);
  for (const note of notes) console.log(`  ${note}`);
  const { existing, unknown } = summary;
  return { ok: true, ms, files: judged, active: found.length, existing, unknown, uncompared: notes.length };
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function git(...args) {
  const done = spawnSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (done.status === 0) return done.stdout;
  throw new Error(`git ${args[0]} failed in ${repository}: ${done.stderr}`);
}

function snapshot() {
  const index = readFileSync(join(repository, git('rev-parse', '--git-path', 'index').trim()));
  const state = [
    git('--no-optional-locks', 'status', '--porcelain=v2', '-z'),
    git('for-each-ref'),
    git('stash', 'list'),
  ];
  return createHash('sha256').update(index).update(state.join('\0')).digest('hex');
}
