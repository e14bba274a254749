#!/usr/bin/env node
// The entry of the program: the only catch-all, and the only place that sets the exit code. It never calls process.exit
// while something is still to be written: a slow pipe would lose it.

import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { version } from '../platform/version.js';
import { type Host, sinkOf, stdinIsFed } from './host.js';

const host: Host = {
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  env: process.env,
  platform: process.platform,
  nodeVersion: process.versions.node,
  stdout: sinkOf(process.stdout),
  stderr: sinkOf(process.stderr),
  readStdin: () => buffer(process.stdin),
  stdinIsFed,
};

let finished = false;

/** Says what went wrong, and what the exit code is then. */
async function fail(error: unknown): Promise<number> {
  const { explainFailure } = await import('./failure.js');
  const { text, exitCode } = explainFailure(error, host);
  await host.stderr.write(text);
  return exitCode;
}

// Without this, an error outside every promise chain would be exit 1, which means "findings".
process.on('uncaughtException', (error) => {
  finished = true;
  void fail(error).finally(() => process.exit(70));
});

// A promise that never settles lets Node leave in silence: that is no success either.
process.exitCode = 70;
process.on('exit', () => {
  if (!finished) process.stderr.write('error: this is a bug in lspcheck: it ended before it had finished\n');
});

/** Asked for by scripts and editors, often: nothing else is loaded for it. */
async function run(): Promise<number> {
  if (host.argv.length === 1 && host.argv[0] === '--version') {
    await host.stdout.write(`${version}\n`);
    return 0;
  }
  return (await import('./dispatch.js')).runCommandLine(host);
}

void run()
  .catch(fail)
  .then((exitCode) => {
    finished = true;
    process.exitCode = exitCode;
  });
