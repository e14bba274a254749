// A planned session's process: its environment filled in, spawned, watched by the reaper; and put down when its start comes to nothing.
// The same for every kind of server. Knows no protocol.

import { basename } from 'node:path';
import type { AbsPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import { type Environment, serverEnvironment } from '../platform/environment.js';
import type { Log } from '../platform/log.js';
import { toUri } from '../platform/paths.js';
import { fillEnvironment, type PlaceholderValues } from '../platform/placeholders.js';
import type { ServerProcess, Spawn } from './process.js';
import { killTree, observeTree } from './process-tree.js';
import { markerVariable, type Reaper } from './reaper.js';
import { environmentFor } from './tree-environment.js';

export interface LaunchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: Spawn;
  readonly reaper: Reaper;
  /** The caller's environment, unfiltered: what servers must not see is taken out here. */
  readonly env: Environment;
  /** Private folder of this run, or why there is none. */
  readonly tempFolder: TempFolder;
  /** Hears everything that the server says on stderr. */
  readonly keepStderr?: ((plan: PlannedSession, chunk: Buffer) => void) | undefined;
}

export type TempFolder =
  | { readonly kind: 'made'; readonly path: AbsPath }
  | { readonly kind: 'failed'; readonly why: string };

export type Launched =
  | { readonly kind: 'launched'; readonly server: ServerProcess; readonly values: PlaceholderValues }
  | { readonly kind: 'failed'; readonly fault: Fault };

export async function launch(plan: PlannedSession, deps: LaunchDeps): Promise<Launched> {
  const { clock, reaper, tempFolder, keepStderr } = deps;
  const { definition, command, root, tree } = plan;
  if (tempFolder.kind === 'failed' && needsTemp(plan)) {
    const cause = `it needs a private folder, and the temporary folder takes none (${tempFolder.why})`;
    return notStarted(`${definition.name} could not be started: ${cause}`, hintForTemp);
  }
  const values = placeholderValues(plan, tempFolder);
  const env = {
    ...environmentFor(tree, serverEnvironment(deps.env, {})),
    ...fillEnvironment(definition.env, values),
    [markerVariable]: reaper.marker,
  };
  const request = { program: command.program, args: command.args, cwd: root, env };
  const spawned = await deps.spawn(request, clock);
  if (spawned.kind === 'failed')
    return notStarted(`${definition.name} could not be started: ${spawned.why}`, definition.installHint);
  const server = spawned.process;
  reaper.watch(server.pid);
  deps.log('debug', `${plan.key}: started, pid ${server.pid}`);
  if (keepStderr) server.onStderr((chunk) => keepStderr(plan, chunk));
  return { kind: 'launched', server, values };
}

/** Its start came to nothing: no courtesies. */
export async function putDown(server: ServerProcess, { clock, reaper }: LaunchDeps): Promise<void> {
  killTree(observeTree(server.pid), server.pid, 'SIGKILL');
  const stop = new AbortController();
  await Promise.race([server.ended, clock.sleep(1000, stop.signal)]);
  stop.abort();
  server.abandon();
  reaper.forget(server.pid);
}

const hintForTemp = 'let TMPDIR name a folder that can be written';

function needsTemp({ definition }: PlannedSession): boolean {
  const { env, settings, initializationOptions = null } = definition;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of ours
  return JSON.stringify([env, settings, initializationOptions]).includes('${temp}');
}

function placeholderValues({ root, tree, packages }: PlannedSession, temp: TempFolder): PlaceholderValues {
  return {
    root,
    rootUri: toUri(root),
    rootName: basename(root),
    repoRoot: tree.serverRoot,
    temp: temp.kind === 'made' ? temp.path : undefined,
    packages,
  };
}

function notStarted(detail: string, hint: string): Launched {
  return { kind: 'failed', fault: { reason: 'not-started', detail, ...(hint !== '' && { hint }) } };
}
