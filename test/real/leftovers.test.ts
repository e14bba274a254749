// However a run ends, no process of it is alive three seconds later: found by a marker in the environment,
// which every server and its children inherit.

import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CliResult } from '../support/run-cli.js';
import { lspcheck, parseReport } from './lspcheck.js';
import { needLinux } from './need.js';
import { markerVariable, waitForMarked } from './processes.js';
import { thirty } from './thirty.js';
import { tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

const project = thirty(typescriptFiles('typescript: barrier', 'typescript'));

interface Ended {
  readonly run: CliResult;
  /** Most processes of this run that were seen at once, lspcheck included: proof that there was something to leave behind. */
  readonly seen: number;
}

/** Runs on 30 TypeScript and 30 Python files; `act` is called once at least two servers are up. */
async function runAndExpectNothingLeft(
  args: readonly string[],
  act: (child: ChildProcess) => void,
): Promise<Ended> {
  const python = Object.fromEntries(
    project.paths.map((path) => [path.replace('.ts', '.py'), 'count: int = 3\n']),
  );
  const workspace = makeWorkspace(
    { ...tsconfig, ...project.files, ...python },
    { packages: ['typescript', 'pyright'] },
  );
  const marker = randomUUID();
  let seen = 0;
  const run = await lspcheck(workspace, ['files', 'src/**', '--format', 'json', ...args], {
    env: { [markerVariable]: marker },
    whileRunning: async (child) => {
      const up = await waitForMarked(marker, (alive) => alive.length >= 4 || child.exitCode !== null, 20_000);
      seen = up.length;
      act(child);
    },
  });
  const left = await waitForMarked(marker, (alive) => alive.length === 0, 3000);
  expect(left).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(4);
  return { run, seen };
}

test('nothing is left after a normal end', async (context) => {
  needLinux(context);
  const { run } = await runAndExpectNothingLeft([], () => {});
  expect(run.exitCode).toBe(1);
  expect(parseReport(run).complete).toBe(true);
});

test('nothing is left after the deadline', async (context) => {
  needLinux(context);
  const { run } = await runAndExpectNothingLeft(['--deadline', '900ms'], () => {});
  const report = parseReport(run);
  expect(report.complete).toBe(false);
  expect([1, 3]).toContain(run.exitCode);
  expect(run.exitCode).toBe(report.exitCode);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`nothing is left after ${signal}, and what was proven is reported as incomplete`, async (context) => {
    needLinux(context);
    const { run } = await runAndExpectNothingLeft([], (child) => child.kill(signal));
    expect(run.exitCode).toBe(code);
    expect(parseReport(run).complete).toBe(false);
  });
}

test('nothing is left when the reader of stdout goes away, and the code stays the verdict', async (context) => {
  needLinux(context);
  const { run } = await runAndExpectNothingLeft([], (child) => child.stdout?.destroy());
  expect(run.exitCode).toBe(1);
});

test('nothing is left when lspcheck itself is killed', async (context) => {
  needLinux(context);
  const { run } = await runAndExpectNothingLeft([], (child) => child.kill('SIGKILL'));
  expect(run.signal).toBe('SIGKILL');
});
