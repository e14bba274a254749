// `changed`, `files` and `all`. First the answer that needs no engine: when git says that nothing changed, that is the whole
// run, and neither the engine nor a library is loaded for it. Everything else is cli/run-check.ts, loaded when it is needed.

import { quickStatus } from '../git/quick-status.js';
import type { ExitCode } from '../model/summary.js';
import { type CheckCommand, type CheckRequest, readCheckRequest } from './check-request.js';
import type { FlagName, FlagValues } from './flags.js';
import type { Host } from './host.js';
import { nothingChanged } from './nothing-changed.js';

/** Flags that cannot matter to a run of zero files, reported as text. */
const withoutEffect: readonly FlagName[] = [
  ...(['staged', 'fail-on', 'min-severity', 'on-unknown', 'on-uncovered'] as const),
  ...(['deadline', 'start-timeout', 'request-timeout', 'quiet-period', 'jobs'] as const),
  ...(['format', 'quiet', 'color', 'log-level'] as const),
];

export async function runCheckCommand(command: CheckCommand, host: Host): Promise<ExitCode> {
  const request = readCheckRequest(command, host.env);
  const status = mayEndEarly(request, command.values, host) ? await quickStatus(host) : undefined;
  if (status !== undefined) {
    const text = nothingChanged(status.status, request, host);
    if (text !== undefined) {
      await host.stdout.write(text);
      return 0;
    }
  }
  const { scope } = request;
  if (scope?.kind === 'refs-on-stdin')
    return (await import('./pre-push.js')).runPrePush(request, scope, host);
  return (await import('./run-check.js')).runCheck(request, scope, status, host);
}

/** Whether zero files changed would be the end of the run, whatever configuration and variables say. */
function mayEndEarly({ scope, format }: CheckRequest, values: FlagValues, { env }: Host): boolean {
  if (scope?.kind !== 'working-tree' && scope?.kind !== 'staged') return false;
  if (scope.paths.length > 0 || format !== 'text') return false; // a path that does not exist is a mistake
  if (Object.keys(env).some((name) => name.startsWith('LSPCHECK_'))) return false; // a bad one is a warning
  return Object.keys(values).every((name) => withoutEffect.some((known) => known === name));
}
