// A run with the engine: signals and progress around it, then the report, then the exit code. The verdict is the run's;
// what can still fail here (a file that cannot be written) never turns a failure into a success.

import { type CheckOutcome, check } from '../check.js';
import type { ScopeSelection } from '../check-options.js';
import type { QuickStatus } from '../git/quick-status.js';
import { type ExitCode, exitCodeOf } from '../model/summary.js';
import type { Timeline } from '../model/timeline.js';
import { UserError } from '../model/user-error.js';
import { systemClock } from '../platform/clock.js';
import { logTo } from '../platform/log.js';
import { visible } from '../report/escape.js';
import { plural } from '../report/words.js';
import type { CheckRequest } from './check-request.js';
import { deliver } from './deliver.js';
import type { Host } from './host.js';
import { readNames } from './names.js';
import { checkTargets, writeToFile } from './output.js';
import { startProgress } from './progress.js';
import { exitCodes, type Interruption, listenForSignals } from './signals.js';
import { styleOf } from './terminal.js';
import { type TimedEvent, timelineOf } from './timeline-log.js';

/** `timeline`: with --timings or --trace. */
type Judged = CheckOutcome & { readonly timeline?: Timeline };

/**
 * @param selected undefined: the names are on stdin
 * @throws UserError for what the user can repair before anything is judged
 */
export async function runCheck(
  request: CheckRequest,
  selected: ScopeSelection | undefined,
  status: QuickStatus | undefined,
  host: Host,
): Promise<ExitCode> {
  const files = [request.output, ...request.reports.map(({ file }) => file), request.trace];
  await checkTargets(
    files.filter((file) => file !== undefined),
    host.cwd,
  );
  const scope = selected ?? { kind: 'files', names: readNames(await host.readStdin()), literal: true };
  const interruption = listenForSignals();
  try {
    const outcome = await judge(request, scope, status, interruption.signal, host);
    return await conclude(outcome, request, host);
  } catch (error) {
    return interruptedBefore(error, interruption, host);
  } finally {
    interruption.stopListening();
  }
}

async function judge(
  request: CheckRequest,
  scope: ScopeSelection,
  status: QuickStatus | undefined,
  signal: AbortSignal,
  host: Host,
): Promise<Judged> {
  const { unicode } = styleOf(host.stderr, host.env, 'auto', host.platform);
  const terminal = host.stderr.isTTY && host.env['TERM'] !== 'dumb';
  const shown = request.logLevel !== 'error';
  const progress = startProgress(host.stderr, { shown, terminal, unicode }, systemClock);
  const events: TimedEvent[] = [];
  const timed = request.timings || request.trace !== undefined;
  try {
    const outcome = await check({
      cwd: host.cwd,
      env: host.env,
      scope,
      options: request.options,
      ...(request.rootDir !== undefined && { rootDir: request.rootDir }),
      ...(status !== undefined && { status }),
      ...(request.shard !== undefined && { shard: request.shard }),
      untrusted: request.untrusted,
      ...(request.record !== undefined && { record: request.record }),
      startedAt: 0,
      signal,
      onProgress: (event) => {
        if (timed) events.push({ at: systemClock.now(), event });
        progress.onEvent(event);
      },
      log: logTo((line) => void progress.print(visible(line, unicode)), request.logLevel),
    });
    const notes = shown ? outcome.warnings : [];
    for (const note of [...notes, ...(shown ? recordingNote(request, outcome) : [])])
      await progress.print(`note: ${visible(note, unicode)}`);
    return timed ? { ...outcome, timeline: timelineOf(events, systemClock.now()) } : outcome;
  } finally {
    await progress.stop();
  }
}

function recordingNote({ record }: CheckRequest, { run }: CheckOutcome): readonly string[] {
  if (record === undefined || run.servers.length === 0) return [];
  return [`the traffic is recorded in ${record}; the judged texts are in it, so read it before you share it`];
}

/** The report, then the servers' end, then what is said to a person who watched. */
async function conclude(outcome: Judged, request: CheckRequest, host: Host): Promise<ExitCode> {
  const failures = [
    ...(await deliver(outcome, request, host)),
    ...(await writeTrace(outcome, request, host)),
  ];
  outcome.release();
  await outcome.finished;
  if (host.stderr.isTTY && host.stdout.isTTY && !request.quiet)
    await host.stderr.write(`${effort(outcome)}\n`);
  const verdict = exitCodeOf(outcome.run);
  if (failures.length === 0) return verdict;
  const { explainFailure } = await import('./failure.js');
  for (const failure of failures) await host.stderr.write(explainFailure(failure, host).text);
  return verdict === 0 ? 2 : verdict;
}

async function writeTrace(
  { timeline }: Judged,
  { trace }: CheckRequest,
  host: Host,
): Promise<readonly UserError[]> {
  if (trace === undefined || timeline === undefined) return [];
  const { traceEvents } = await import('../report/trace-events.js');
  try {
    await writeToFile(traceEvents(timeline), trace, host.cwd);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error];
  }
}

function effort({ run }: CheckOutcome): string {
  const seconds = (systemClock.now() / 1000).toFixed(1);
  return `${plural(run.files.length, 'file')}, ${plural(run.servers.length, 'server')}, ${seconds} s`;
}

/** A signal also ends git, which then fails: that is no mistake of the user's. */
export async function interruptedBefore(
  error: unknown,
  { received }: Interruption,
  host: Host,
): Promise<ExitCode> {
  const signal = received();
  if (signal === undefined || !(error instanceof UserError)) throw error;
  await host.stderr.write(`error: interrupted by ${signal} before anything was judged\n`);
  return exitCodes[signal];
}
