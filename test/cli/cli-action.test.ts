// action.yml, its step run as the runner would: inputs as environment, outputs through GITHUB_OUTPUT. The package installed
// is a stand-in from a local tarball that writes the report it is told to, so that neither network nor a build is needed.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const step = z.object({
  id: z.string(),
  shell: z.literal('bash'),
  'working-directory': z.string(),
  env: z.record(z.string(), z.string()),
  run: z.string(),
});
const action = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
    runs: z.object({ using: z.literal('composite'), steps: z.tuple([step]) }),
  })
  .parse(parse(readFileSync(join(root, 'action.yml'), 'utf8')));

/** Notes its arguments, writes the report that it is given, renders SARIF as `merge` would. */
const stand = `#!/usr/bin/env node
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync(process.env.STUB_CALLS, JSON.stringify({ args, cwd: process.cwd() }) + '\\n');
const target = args.find((arg) => arg.startsWith('json='));
if (target !== undefined && process.env.STUB_REPORT !== '') fs.writeFileSync(target.slice(5), process.env.STUB_REPORT);
const at = args.indexOf('--output');
if (at >= 0) fs.writeFileSync(args[at + 1], 'sarif of ' + args[args.indexOf('--sarif-category') + 1]);
process.exitCode = Number(process.env.STUB_EXIT);
`;

let folder = '';
let workspace = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-action-'));
  workspace = join(folder, 'workspace');
  const stub = join(folder, 'stub');
  mkdirSync(stub);
  writeFileSync(
    join(stub, 'package.json'),
    '{"name":"lspcheck","version":"9.9.9","bin":{"lspcheck":"cli.js"}}',
  );
  writeFileSync(join(stub, 'cli.js'), stand, { mode: 0o755 });
  mkdirSync(join(workspace, 'sub'), { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', workspace], { cwd: stub });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, env: gitEnvironment() });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function gitEnvironment(): NodeJS.ProcessEnv {
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  return {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...who,
  };
}

const report = (kind: string, complete = true, summary: object = {}) =>
  JSON.stringify({
    complete,
    scope: { kind },
    summary: { error: 0, warning: 0, info: 0, hint: 0, unknown: 0, ...summary },
  });

interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly exit?: number;
  /** What lspcheck writes; empty: it ends before that. */
  readonly report?: string;
  readonly event?: { readonly name: string; readonly payload: object };
  readonly env?: Readonly<Record<string, string>>;
}

interface Outcome {
  readonly code: number | null;
  readonly calls: readonly { readonly args: readonly string[]; readonly cwd: string }[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly printed: string;
}

const own = { name: 'push', payload: { ref: 'refs/heads/topic', repository: { default_branch: 'main' } } };

/** Fills the expressions in as the runner does, and runs the step. */
function runStep({
  inputs = {},
  exit = 0,
  report: written = report('base'),
  event = own,
  env = {},
}: Setting): Outcome {
  const [{ env: given, run, 'working-directory': cwd }] = action.runs.steps;
  const all: Readonly<Record<string, string>> = { package: 'lspcheck-9.9.9.tgz', ...inputs };
  const known: Readonly<Record<string, string>> = {
    'github.action_path': root,
    'strategy.job-index': '0',
    'strategy.job-total': '1',
  };
  const value = (text: string) =>
    text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const input = name.replace(/^inputs\./, '');
      return known[name] ?? all[input] ?? action.inputs[input]?.default ?? `no input ${name}`;
    });
  const at = (name: string) => join(folder, name);
  for (const name of ['output', 'calls']) writeFileSync(at(name), '');
  writeFileSync(at('event.json'), JSON.stringify(event.payload));
  writeFileSync(at('step.sh'), run);
  const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', at('step.sh')], {
    cwd: join(workspace, value(cwd)),
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      RUNNER_TEMP: at('temp'),
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: at('output'),
      GITHUB_REPOSITORY: 'us/project',
      GITHUB_REF: 'refs/heads/topic',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_ACTOR: 'somebody',
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: at('event.json'),
      STUB_EXIT: String(exit),
      STUB_REPORT: written,
      STUB_CALLS: at('calls'),
      ...Object.fromEntries(Object.entries(given).map(([name, text]) => [name, value(text)])),
      ...env,
    },
  });
  const lines = (name: string) => readFileSync(at(name), 'utf8').split('\n').filter(Boolean);
  return {
    code: done.status,
    calls: lines('calls').map((line) =>
      z.object({ args: z.array(z.string()), cwd: z.string() }).parse(JSON.parse(line)),
    ),
    outputs: Object.fromEntries(lines('output').map((line) => line.split(/=(.*)/s).slice(0, 2))),
    printed: done.stdout + done.stderr,
  };
}

const jsonReport = () => join(folder, 'temp/lspcheck/report-0.json');

describe('the step', () => {
  test('runs `changed` with annotations in the workspace, and says what came of it', () => {
    const outcome = runStep({ report: report('base', true, { error: 2, warning: 1 }), exit: 1 });
    expect(outcome.calls).toEqual([
      { args: ['changed', '--format', 'github', '--report', `json=${jsonReport()}`], cwd: workspace },
    ]);
    expect(outcome.code).toBe(1);
    expect(outcome.outputs).toEqual({
      'exit-code': '1',
      complete: 'true',
      findings: '3',
      unknown: '0',
      'report-file': jsonReport(),
      'sarif-file': '',
      'upload-sarif': 'false',
    });
  });

  test('hands on words, never globs or commands', () => {
    const { calls } = runStep({
      inputs: {
        args: 'files\n  src/*.ts $(touch pwned) ;ls',
        'fail-on': 'warning; exit 0',
        'working-directory': 'sub',
      },
    });
    expect(calls).toEqual([
      {
        args: [
          ...['files', 'src/*.ts', '$(touch', 'pwned)', ';ls'],
          ...['--format', 'github', '--report', `json=${jsonReport()}`, '--fail-on', 'warning; exit 0'],
        ],
        cwd: join(workspace, 'sub'),
      },
    ]);
    expect(existsSync(join(workspace, 'sub/pwned'))).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 70, 143])('exit code %i is the output and the end of the step', (exit) => {
    const outcome = runStep({ exit });
    expect([outcome.code, outcome.outputs['exit-code']]).toEqual([exit, String(exit)]);
  });

  test('a run that ends before its report is not complete, and the report of an earlier step is not its own', () => {
    runStep({ report: report('all') });
    const { outputs } = runStep({ report: '', exit: 4 });
    expect(outputs).toEqual({
      ...{ 'exit-code': '4', complete: 'false', findings: '', unknown: '' },
      ...{ 'report-file': '', 'sarif-file': '', 'upload-sarif': 'false' },
    });
  });

  test('a package that cannot be installed: the step fails, and nothing is complete', () => {
    writeFileSync(join(workspace, 'broken.tgz'), 'no archive');
    for (const name of ['broken.tgz', 'nowhere.tgz']) {
      const outcome = runStep({ inputs: { package: name } });
      expect(outcome.code).not.toBe(0);
      expect(outcome.calls).toEqual([]);
      expect(outcome.outputs).toMatchObject({
        'exit-code': String(outcome.code),
        complete: 'false',
        findings: '',
      });
    }
  });

  test('an incomplete run says so, with the number of files', () => {
    const { outputs } = runStep({ report: report('base', false, { unknown: 4 }), exit: 3 });
    expect(outputs).toMatchObject({ complete: 'false', unknown: '4' });
  });
});

describe('SARIF', () => {
  const inputs = { 'sarif-file': 'out.sarif' };

  test.each([
    ['base', 'lspcheck/changed'],
    ['range', 'lspcheck/changed'],
    ['all', 'lspcheck/all'],
    ['files', 'lspcheck/files'],
  ])('scope %s: category %s', (kind, category) => {
    const { outputs } = runStep({ inputs, report: report(kind) });
    expect(readFileSync(join(workspace, 'out.sarif'), 'utf8')).toBe(`sarif of ${category}`);
    expect(outputs['sarif-file']).toBe('out.sarif');
  });

  test('a category of the user is kept apart by scope as well', () => {
    runStep({ inputs: { ...inputs, 'sarif-category': 'web/' }, report: report('base') });
    expect(readFileSync(join(workspace, 'out.sarif'), 'utf8')).toBe('sarif of web/changed');
  });

  const fork = { head: { repo: { full_name: 'them/project' } } };
  const ours = { head: { repo: { full_name: 'us/project' } } };
  const main = { name: 'push', payload: { repository: { default_branch: 'topic' } } };
  test.each([
    ['complete, of our own branch', {}, 'true'],
    ['incomplete', { report: report('base', false), exit: 3 }, 'false'],
    ['with findings', { report: report('base', true, { error: 1 }), exit: 1 }, 'true'],
    ['a pull request of ours', { event: { name: 'pull_request', payload: { pull_request: ours } } }, 'true'],
    ['of a fork', { event: { name: 'pull_request', payload: { pull_request: fork } } }, 'false'],
    ['of a fork that is gone', { event: { name: 'pull_request', payload: { pull_request: {} } } }, 'false'],
    ['of Dependabot', { env: { GITHUB_ACTOR: 'dependabot[bot]' } }, 'false'],
    ['partial, on the default branch', { event: main }, 'false'],
    ['everything, on the default branch', { event: main, report: report('all') }, 'true'],
  ] satisfies readonly (readonly [string, Setting, string])[])('%s: upload %#', (_, setting, upload) => {
    expect(runStep({ inputs, ...setting }).outputs['upload-sarif']).toBe(upload);
  });

  test('without a report there is none to upload', () => {
    expect(runStep({ inputs, report: '', exit: 2 }).outputs).toMatchObject({
      'sarif-file': '',
      'upload-sarif': 'false',
    });
  });
});

describe('fork code with our secrets', () => {
  const head = (full_name: string) => ({ head: { repo: { full_name } } });
  test.each([
    ['pull_request_target', { pull_request: head('them/project') }],
    ['pull_request_target', { pull_request: head('') }],
    ['pull_request_target', {}],
    ['workflow_run', { workflow_run: { head_repository: { full_name: 'them/project' } } }],
  ])('%s of %j is refused before anything is installed', (name, payload) => {
    const outcome = runStep({ event: { name, payload } });
    expect(outcome.code).toBe(2);
    expect(outcome.calls).toEqual([]);
    expect(outcome.printed).toContain(`::error title=lspcheck::refused: under ${name} the code of a fork`);
    expect(outcome.outputs).toMatchObject({ 'exit-code': '2', complete: 'false' });
  });

  test('our own branch under the same event is judged', () => {
    const event = { name: 'pull_request_target', payload: { pull_request: head('us/project') } };
    expect(runStep({ event }).code).toBe(0);
  });

  test('so is our own code for the pull request of a fork', () => {
    const headOid = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workspace, encoding: 'utf8' }).trim();
    const event = { name: 'pull_request_target', payload: { pull_request: head('them/project') } };
    expect(runStep({ event, env: { GITHUB_SHA: headOid } }).code).toBe(0);
  });
});

describe('the file', () => {
  test('a second step of the job does not install again, another package does', () => {
    expect(runStep({}).printed).not.toContain('install lspcheck');
    // The same package by another name is the same; another one is installed.
    copyFileSync(join(workspace, 'lspcheck-9.9.9.tgz'), join(workspace, 'other.tgz'));
    expect(runStep({ inputs: { package: 'other.tgz' } }).printed).not.toContain('install lspcheck');
    writeFileSync(join(workspace, 'broken.tgz'), 'no archive');
    expect(runStep({ inputs: { package: 'broken.tgz' } }).printed).toContain('install lspcheck');
  });

  test('no expression stands inside a script', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('no action of anybody else', () => {
    expect(readFileSync(join(root, 'action.yml'), 'utf8')).not.toMatch(/^\s*-?\s*uses:/m);
  });

  test('every output comes from the step that writes it', () => {
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.check.outputs.${name} }}`);
    expect(Object.keys(runStep({}).outputs).sort()).toEqual(Object.keys(action.outputs).sort());
  });
});
