// The end of a server, in bounded time: shutdown and exit, then TERM, then KILL to everything in its tree. Never throws.

import type { Clock } from '../platform/clock.js';
import type { Connection } from './connection.js';
import type { ServerProcess } from './process.js';
import { killTree, type TreeObserver } from './process-tree.js';

export interface ServerEnding {
  readonly server: ServerProcess;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly tree: TreeObserver;
  /** False for a server that is lost: it would not hear them. */
  readonly courteous: boolean;
  /** Aborted when an orderly end is no longer waited for. */
  readonly hurry: AbortSignal;
}

export async function endServer(ending: ServerEnding): Promise<void> {
  const { server, connection, clock, tree, courteous, hurry } = ending;
  const gone = server.ended.then(() => true);
  const withinMs = async (ms: number, hurried: boolean) => {
    const stop = new AbortController();
    const waits: Promise<boolean>[] = [gone, clock.sleep(ms, stop.signal).then(() => false)];
    if (hurried) waits.push(whenAborted(hurry).then(() => false));
    const ended = await Promise.race(waits);
    stop.abort();
    return ended;
  };
  // The tree is looked at while it stands whole: a child whose parent is gone can no longer be found by walking.
  tree.pids();
  if (courteous) {
    void connection.request('shutdown', undefined).then(() => connection.notify('exit', undefined));
    if (!(await withinMs(orderlyEndMs, true))) {
      killTree(tree, server.pid, 'SIGTERM');
      await withinMs(termMs, true);
    }
  }
  killTree(tree, server.pid, 'SIGKILL');
  await withinMs(killMs, false);
  connection.dispose();
  server.abandon();
}

/** eslint takes 1.0 s on purpose, all others end within 100 ms (measured); a gate does not wait for that. */
const orderlyEndMs = 1500;
const termMs = 300;
const killMs = 1000;

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
