// Processes the fake server starts, and the file that lists every pid of the fixture.

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export function recordPid(file, pid, what) {
  if (file && pid !== undefined) appendFileSync(file, `${pid} ${what}\n`);
}

/** A child that only sleeps. `detached`: in a session of its own, where killing our group does not reach it. */
export function spawnSleeper({ seconds = 600, detached = false }, pidsFile) {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore', detached });
  child.unref();
  recordPid(pidsFile, child.pid, 'sleep');
}

/** Burns CPU for `ms`: here (nothing is read or written meanwhile) or in a child (we stay responsive). */
export function burn({ ms, where = 'self' }, pidsFile) {
  if (where === 'self') {
    const end = Date.now() + ms;
    while (Date.now() < end);
    return;
  }
  const code = `const end = Date.now() + ${ms}; while (Date.now() < end);`;
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  recordPid(pidsFile, child.pid, 'busy');
}

/** Runs a program to its end, as a careless server would: with our own environment, in `cwd`. */
export function runProgram({ program, args = [], cwd }) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { program, status: done.status, stdout: done.stdout, stderr: done.stderr };
}
