// The same question gives the same bytes, however busy the machine is.
// Four runs here, half of them beside four busy loops; LSPCHECK_DEEP=1 makes it twenty.

import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { thirty } from './thirty.js';
import { tsconfig, typescriptFiles } from './typescript-files.js';
import { makeWorkspace } from './workspace.js';

const runs = process.env['LSPCHECK_DEEP'] === '1' ? 20 : 4;

test(`30 changed TypeScript files: ${runs} runs, half of them beside four busy loops, are one report`, async () => {
  const project = thirty(typescriptFiles('typescript: barrier', 'typescript'));
  const start = Object.fromEntries(project.paths.map((path) => [path, 'export {};\n']));
  const workspace = makeWorkspace({ ...tsconfig, ...start }, { packages: ['typescript'] });
  for (const [path, text] of Object.entries(project.files)) workspace.write(path, text);

  const reports: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { stdout, report, exitCode } = await besideBusyLoops(run % 2 === 1 ? 4 : 0, () =>
      check(workspace, ['changed']),
    );
    expect(outline(report)).toEqual(project.expected);
    expect(exitCode).toBe(1);
    reports.push(stdout);
  }
  expect(reports.filter((report) => report === reports[0])).toHaveLength(runs);
}, 900_000);

async function besideBusyLoops<T>(count: number, work: () => Promise<T>): Promise<T> {
  const loops: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
