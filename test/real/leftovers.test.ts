// However a run ends, no process of it is alive three seconds later: found by a marker in the environment,
// which every server and its children inherit. Nor is a folder of ours.

import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { poll } from '../support/processes.js';
import type { CliResult } from '../support/run-cli.js';
import { lspcheck, outline, parseReport } from './lspcheck.js';
import { needLinux } from './need.js';
import { type LiveProcess, marked, markerVariable, waitForMarked } from './processes.js';
import { thirty } from './thirty.js';
import { tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

const project = thirty(typescriptFiles('typescript: barrier', 'typescript'));

/**
 * Runs on 30 TypeScript and 30 Python files; `act` is called once both servers and tsserver are up.
 * At least four processes, lspcheck included, are the proof that there was something to leave behind.
 */
async function runAndExpectNothingLeft(
  args: readonly string[],
  act: (child: ChildProcess, marker: string) => void,
): Promise<CliResult> {
  const python = Object.fromEntries(
    project.paths.map((path) => [path.replace('.ts', '.py'), 'count: int = 3\n']),
  );
  const workspace = makeWorkspace(
    { ...tsconfig, ...project.files, ...python },
    { packages: ['typescript', 'pyright'] },
  );
  const marker = randomUUID();
  const temp = join(workspace.root, '../temp');
  mkdirSync(temp);
  const run = await lspcheck(workspace, ['files', 'src/**', '--format', 'json', ...args], {
    env: { [markerVariable]: marker, TMPDIR: temp },
    whileRunning: async (child) => {
      const isUp = (alive: readonly LiveProcess[]) => alive.length >= 4 && alive.some(isTsserver);
      const up = await waitForMarked(marker, (alive) => isUp(alive) || child.exitCode !== null, 20_000);
      expect(isUp(up)).toBe(true);
      act(child, marker);
    },
  });
  expect(await waitForMarked(marker, (alive) => alive.length === 0, 3000)).toEqual([]);
  // Servers leave folders of their own there (tsserver does): those are theirs.
  const ours = () => readdirSync(temp).filter((name) => name.startsWith('lspcheck-'));
  await poll(() => ours().length === 0, 3000, `that ${ours()} are removed`);
  return run;
}

/** A frozen tsserver answers nothing, and no signal but SIGKILL ends it: the run cannot be over too soon, nor end politely. */
function freezeTsserver(marker: string): void {
  for (const { pid } of marked(marker).filter(isTsserver)) process.kill(pid, 'SIGSTOP');
}

function isTsserver({ command }: LiveProcess): boolean {
  return command.includes('tsserver.js');
}

test('nothing is left after a normal end', async (context) => {
  needLinux(context);
  const run = await runAndExpectNothingLeft([], () => {});
  expect(run.exitCode).toBe(1);
  expect(parseReport(run).complete).toBe(true);
});

test('nothing is left after the deadline; what was proven stands, the rest is unknown', async (context) => {
  needLinux(context);
  const run = await runAndExpectNothingLeft(['--deadline', '6s'], (_, marker) => freezeTsserver(marker));
  const report = parseReport(run);
  expect(outline(report)).toEqual(
    project.paths.flatMap((path) => [
      `${path.replace('.ts', '.py')} clean [pyright: pull]`,
      `${path} unknown [typescript: deadline]`,
    ]),
  );
  expect(report.complete).toBe(false);
  expect(run.exitCode).toBe(3);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`nothing is left after ${signal}, and the report says that it is incomplete`, async (context) => {
    needLinux(context);
    const run = await runAndExpectNothingLeft([], (child, marker) => {
      freezeTsserver(marker);
      child.kill(signal);
    });
    const report = parseReport(run);
    const unknown = outline(report).filter((line) => line.endsWith('.ts unknown [typescript: interrupted]'));
    expect(unknown).toHaveLength(30);
    expect(report.complete).toBe(false);
    expect(run.exitCode).toBe(code);
  });
}

test('nothing is left when the reader of stdout goes away, and the code stays the verdict', async (context) => {
  needLinux(context);
  const run = await runAndExpectNothingLeft([], (child) => child.stdout?.destroy());
  expect(run.exitCode).toBe(1);
});

test('nothing is left when lspcheck itself is killed', async (context) => {
  needLinux(context);
  const run = await runAndExpectNothingLeft([], (child) => child.kill('SIGKILL'));
  expect(run.signal).toBe('SIGKILL');
});
