// What a program says to `--version`: one line, or nothing. For tools that only have to be told apart (Node), not for servers.

import type { Clock } from '../platform/clock.js';
import { type Environment, serverEnvironment } from '../platform/environment.js';
import type { Spawn } from './process.js';
import { killTree, observeTree } from './process-tree.js';
import { markerVariable, type Reaper } from './reaper.js';

export interface ProgramVersionDeps {
  readonly clock: Clock;
  readonly spawn: Spawn;
  readonly reaper: Reaper;
  readonly env: Environment;
}

const mostMs = 5000;
const longestChars = 200;

/** The version in the first line of its output (`v20.1.0` gives `20.1.0`); undefined when it gives none within 5 s. */
export async function programVersion(
  program: string,
  { clock, spawn, reaper, env }: ProgramVersionDeps,
): Promise<string | undefined> {
  const own = { ...serverEnvironment(env, {}), [markerVariable]: reaper.marker };
  const spawned = await spawn({ program, args: ['--version'], cwd: '/', env: own }, clock);
  if (spawned.kind === 'failed') return undefined;
  const { process: child } = spawned;
  reaper.watch(child.pid);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < longestChars) output += chunk.toString('utf8');
  });
  child.stdin.end();
  const stop = new AbortController();
  await Promise.race([child.ended, clock.sleep(mostMs, stop.signal)]);
  stop.abort();
  killTree(observeTree(child.pid), child.pid, 'SIGKILL');
  child.abandon();
  reaper.forget(child.pid);
  return /^\D{0,40}?(\d+\.\d+[\w.-]*)/.exec(output)?.[1];
}
