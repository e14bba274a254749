// Makes the transcripts of test/scenario/transcripts again, from the real servers: node scripts/record-transcripts.mjs [NAME ...].
// For each folder there (setup.json, workspace/): a copy of the workspace with the packages and programs that setup.json names,
// judged by that one server; its transcript and the report, what differs between machines taken out, are written beside.
// A server that is not installed, or a run that is not complete, leaves the old files and is a failure.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { linkPackages } from './link-packages.mjs';
import { neutralReport } from './neutral-report.mjs';
import { cli, root, setUp } from './setup.mjs';

const folder = join(root, 'test', 'scenario', 'transcripts');
const alwaysOnPath = ['git', 'sh', 'env', 'dirname', 'readlink', 'uname', 'sed', 'cat'];
const mostBytes = 100_000;

const named = process.argv.slice(2);
setUp();
const names = named.length > 0 ? named : readdirSync(folder).sort();
const failures = names.flatMap((name) => {
  const failure = record(name);
  console.log(failure ? `${name}: NOT recorded: ${failure}` : summaryOf(name));
  return failure ? [name] : [];
});
process.exitCode = failures.length > 0 ? 1 : 0;

/** A sentence when it failed. */
function record(name) {
  const place = join(folder, name);
  const setup = JSON.parse(readFileSync(join(place, 'setup.json'), 'utf8'));
  const missing = missingParts(setup);
  if (missing.length > 0) return `${missing.join(' and ')} not installed`;
  const temp = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-record-')));
  try {
    const workspace = join(temp, 'work');
    cpSync(join(place, 'workspace'), workspace, { recursive: true });
    linkPackages(workspace, setup.packages ?? []);
    writeFileSync(
      join(workspace, 'lspcheck.yml'),
      JSON.stringify({ servers: { [name]: setup.entry ?? {} } }),
    );
    const recording = join(temp, 'recording');
    const args = ['files', ...setup.check, '--format', 'json', '--fail-on', 'warning', '--record', recording];
    const run = spawnSync(process.execPath, [cli, ...args], {
      cwd: workspace,
      env: environment(temp, setup.tools ?? []),
      encoding: 'utf8',
    });
    if (run.status !== 0 && run.status !== 1) return `exit ${run.status}\n${run.stdout}\n${run.stderr}`;
    return keep(place, recording, neutralReport(JSON.parse(run.stdout)));
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function keep(place, recording, report) {
  const files = readdirSync(recording);
  const large = files.filter((file) => statSync(join(recording, file)).size > mostBytes);
  if (large.length > 0) return `more than ${mostBytes} bytes: ${large.join(', ')}`;
  for (const file of readdirSync(place)) if (file.endsWith('.jsonl')) rmSync(join(place, file));
  // As new files: a recording is private, these are not.
  for (const file of files) writeFileSync(join(place, file), readFileSync(join(recording, file)));
  writeFileSync(join(place, 'expected.json'), `${JSON.stringify(report, null, 2)}\n`);
  return undefined;
}

function summaryOf(name) {
  const place = join(folder, name);
  const bytes = readdirSync(place)
    .filter((file) => file.endsWith('.jsonl'))
    .reduce((sum, file) => sum + statSync(join(place, file)).size, 0);
  const { files } = JSON.parse(readFileSync(join(place, 'expected.json'), 'utf8'));
  const verdicts = files.map(({ path, verdict }) => `${path} ${verdict}`).join(', ');
  return `${name}: ${Math.ceil(bytes / 1000)} kB: ${verdicts}`;
}

function missingParts({ packages = [], tools = [] }) {
  const modules = join(root, 'test', 'real', 'node_modules');
  return [
    ...packages.filter((name) => !existsSync(join(modules, name))),
    ...tools.filter((name) => findTool(name) === undefined),
  ];
}

/** Only what the set-up names is on PATH, so that every machine records the same. */
function environment(temp, tools) {
  const bin = join(temp, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const tool of [...alwaysOnPath, ...tools]) symlinkSync(findTool(tool), join(bin, tool));
  const { HOME, TMPDIR } = process.env;
  return {
    PATH: bin,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    LANG: 'C.UTF-8',
    XDG_CONFIG_HOME: join(temp, 'config'),
  };
}

/** Debian's own program before a version manager's shim of the same name, which looks at the folder it is started in. */
function findTool(name) {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)].filter(Boolean);
  return folders.map((one) => join(one, name)).find((file) => existsSync(file));
}
