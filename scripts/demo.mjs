// `npm run demo`: the main job on a broken workspace (fixtures/demo), judged by real language servers, without network.
// `--update-readme` puts what it shows into README.md; `--no-setup` takes the checkout as it is.
// Exit 0 only when every planted mistake is reported at its exact place, every twin is clean with evidence,
// and the file without a server is skipped with its remedy (fixtures/demo.plan.json); else 1, with what differs.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { linkPackages } from './link-packages.mjs';
import { cli, root, setUp } from './setup.mjs';

const plan = JSON.parse(readFileSync(join(root, 'fixtures', 'demo.plan.json'), 'utf8'));

const explanation = `
findings  five planted mistakes at their exact line and column, from four language servers; checkout.ts is wrong only
          in the light of another file. Exit code 1: as a hook this would have stopped the commit.
clean     the corrected twin of each (*-fixed.*, *_fixed.py), with evidence that its server had finished judging it.
skipped   files without an installed server, and how to change that; never called clean.
All of it was compared with fixtures/demo.plan.json: as planned.`;

process.exitCode = main();

function main() {
  if (!process.argv.includes('--no-setup')) setUp();
  const temp = mkdtempSync(join(tmpdir(), 'lspcheck-demo-'));
  try {
    const env = environment(join(temp, 'bin'));
    const workspace = makeWorkspace(join(temp, 'corner-shop'), env);
    console.log(
      '\nA small shop: TypeScript, JavaScript, Python, YAML and a shell script, with five planted mistakes.',
    );
    console.log('\n$ lspcheck all');
    const shown = lspcheck(workspace, env, ['all'], 'inherit');
    if (process.argv.includes('--update-readme'))
      updateReadme(lspcheck(workspace, env, ['all'], 'pipe').stdout);
    const checked = lspcheck(workspace, env, ['all', '--format', 'json'], 'pipe');
    const wrong = [
      ...differences(JSON.parse(checked.stdout)),
      ...(shown.status === 1 && checked.status === 1
        ? []
        : [`exit codes ${shown.status} and ${checked.status}, planned 1 and 1`]),
    ];
    console.log(wrong.length === 0 ? explanation : `\nNot as planned:\n  ${wrong.join('\n  ')}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** The README's console block is this output; test/real/demo.test.ts compares them. */
function updateReadme(shown) {
  const file = join(root, 'README.md');
  const block = `\`\`\`console\n$ lspcheck all\n${shown}\`\`\``;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/```console\n.*?```/s, () => block),
  );
}

/** Only Node and git on the PATH: the servers are the workspace's own, whatever else this machine has. */
function environment(bin) {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const name of Object.keys(env)) {
    if (/^(LSPCHECK|CI$|GITHUB_|GITLAB_|GIT_(DIR|INDEX_FILE|WORK_TREE))/.test(name)) delete env[name];
  }
  if (process.platform === 'win32') return env;
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const tool of ['git', 'sh']) symlinkSync(which(tool), join(bin, tool));
  return { ...env, PATH: bin };
}

function which(tool) {
  const found = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim();
  if (found === '')
    throw new Error(`${tool} is not on PATH (${process.env.PATH?.split(delimiter).join(', ')})`);
  return found;
}

function makeWorkspace(folder, env) {
  cpSync(join(root, 'fixtures', 'demo'), folder, { recursive: true });
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  linkPackages(folder, Object.keys(devDependencies));
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'The shop'],
  ]) {
    const done = spawnSync('git', args, { cwd: folder, env, stdio: 'inherit' });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')} failed in ${dirname(folder)}`);
  }
  return folder;
}

function lspcheck(workspace, env, args, stdout) {
  return spawnSync(process.execPath, [cli, ...args], {
    cwd: workspace,
    env,
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** What the report says otherwise than the plan, one sentence each. */
function differences(report) {
  const files = new Map(report.files.map((file) => [file.path, file]));
  const wrong = [];
  const expect = (path, what, actual, planned) => {
    if (actual !== planned) wrong.push(`${path}: ${what} ${actual}, planned ${planned}`);
  };
  for (const [path, findings] of Object.entries(plan.findings)) {
    const file = files.get(path);
    expect(path, 'verdict', file?.verdict, 'findings');
    expect(path, 'findings', (file?.diagnostics ?? []).map(place).join(', '), findings.join(', '));
  }
  for (const [path, servers] of Object.entries(plan.clean)) {
    const file = files.get(path);
    expect(path, 'verdict', file?.verdict, 'clean');
    const proven = (file?.cells ?? [])
      .filter((cell) => cell.verdict === 'clean' && cell.via)
      .map((cell) => cell.server);
    for (const server of servers) expect(path, `evidence from ${server}`, proven.includes(server), true);
  }
  for (const [path, { reason, remedy }] of Object.entries(plan.skipped)) {
    const file = files.get(path);
    expect(path, 'verdict', file?.verdict, 'skipped');
    expect(path, 'reason', file?.reason, reason);
    expect(path, `remedy ${file?.hint}, which names ${remedy}:`, (file?.hint ?? '').includes(remedy), true);
  }
  for (const [path, file] of files) {
    const planned = [plan.findings, plan.clean, plan.skipped].some((part) => path in part);
    if (!planned && ['findings', 'unknown'].includes(file.verdict))
      wrong.push(`${path}: ${file.verdict}, not planned`);
  }
  return wrong;
}

function place(diagnostic) {
  const { start } = diagnostic.range;
  return `${start.line}:${start.column} ${diagnostic.severity} ${diagnostic.server} ${diagnostic.code}`;
}
