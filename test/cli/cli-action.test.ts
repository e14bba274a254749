// action.yml, its step run as the runner would: inputs as environment, outputs through GITHUB_OUTPUT. The package installed
// is a stand-in from a local tarball, so that neither network nor a build is needed.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-action-'));
  const stub = join(folder, 'stub');
  mkdirSync(stub);
  writeFileSync(
    join(stub, 'package.json'),
    '{"name":"lspcheck","version":"9.9.9","bin":{"lspcheck":"cli.js"}}',
  );
  const program =
    '#!/usr/bin/env node\nconsole.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }));\nprocess.exitCode = Number(process.env.STUB_EXIT ?? 0);\n';
  writeFileSync(join(stub, 'cli.js'), program, { mode: 0o755 });
  mkdirSync(join(folder, 'workspace/sub'), { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', join(folder, 'workspace')], { cwd: stub });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Outcome {
  readonly code: number | null;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly output: string;
}

/** Fills the expressions in as the runner does, and runs the step. */
function runStep(inputs: Readonly<Record<string, string>>, stubExit = '0'): Outcome {
  const [{ env, run, 'working-directory': cwd }] = action.runs.steps;
  const value = (text: string) =>
    text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      if (name === 'github.action_path') return root;
      const input = name.replace(/^inputs\./, '');
      return inputs[input] ?? action.inputs[input]?.default ?? `no input ${name}`;
    });
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const script = join(folder, 'step.sh');
  writeFileSync(script, run);
  const workspace = join(folder, 'workspace');
  const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: join(workspace, value(cwd)),
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      RUNNER_TEMP: join(folder, 'temp'),
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      STUB_EXIT: stubExit,
      ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)])),
    },
  });
  const printed = done.stdout.trimEnd().split('\n').at(-1) ?? '';
  const { args, cwd: where } = z
    .object({ args: z.array(z.string()), cwd: z.string() })
    .parse(JSON.parse(printed.startsWith('{') ? printed : `{"why":${JSON.stringify(done.stderr)}}`));
  return { code: done.status, args, cwd: where, output: readFileSync(output, 'utf8') };
}

const tarball = { package: 'lspcheck-9.9.9.tgz' };

describe('action.yml', () => {
  test('runs `changed` with annotations, in the workspace', () => {
    expect(runStep(tarball)).toEqual({
      code: 0,
      args: ['changed', '--format', 'github'],
      cwd: join(folder, 'workspace'),
      output: 'exit-code=0\n',
    });
  });

  test('hands on words, never globs or commands', () => {
    const outcome = runStep({
      ...tarball,
      args: 'files\n  src/*.ts $(touch pwned) ;ls',
      'fail-on': 'warning; exit 0',
      'working-directory': 'sub',
    });
    expect(outcome.args).toEqual([
      ...['files', 'src/*.ts', '$(touch', 'pwned)', ';ls'],
      ...['--format', 'github', '--fail-on', 'warning; exit 0'],
    ]);
    expect(outcome.cwd).toBe(join(folder, 'workspace/sub'));
  });

  test.each(['1', '3', '70'])('exit code %s is the output and the end of the step', (code) => {
    const outcome = runStep(tarball, code);
    expect([outcome.code, outcome.output]).toEqual([Number(code), `exit-code=${code}\n`]);
  });

  test('no expression stands inside a script', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('every output comes from a step that exists', () => {
    for (const { value } of Object.values(action.outputs))
      expect(value).toMatch(/^\$\{\{ steps\.check\.outputs\.\S+ \}\}$/);
    expect(action.runs.steps.map(({ id }) => id)).toEqual(['check']);
  });
});
