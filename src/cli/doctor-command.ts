// `lspcheck doctor`: what is needed here, does it run, does it judge; then the report and the exit code. The report goes out
// before the servers are gone, and the program ends when they are.

import { type DoctorOutcome, runDoctor } from '../engine/doctor.js';
import { assertNever } from '../model/base.js';
import { type DoctorReport, doctorExitCode } from '../model/doctor-report.js';
import type { ExitCode } from '../model/summary.js';
import { systemClock } from '../platform/clock.js';
import { logLevels, logTo } from '../platform/log.js';
import { doctorJson } from '../report/doctor-json.js';
import { doctorMarkdown } from '../report/doctor-markdown.js';
import { doctorText } from '../report/doctor-text.js';
import { visible } from '../report/escape.js';
import { spawnServer } from '../session/process.js';
import { anonymousFor } from './anonymous.js';
import { oneOf } from './check-request.js';
import { type PreparedDoctor, prepareDoctor } from './doctor-request.js';
import type { FlagValues } from './flags.js';
import type { Host } from './host.js';
import { startProgress } from './progress.js';
import { plainContext } from './report-context.js';
import { interruptedBefore } from './run-check.js';
import { listenForSignals } from './signals.js';
import { plainStyle, styleOf } from './terminal.js';

/** @throws UserError for what the user can repair before anything is started. */
export async function runDoctorCommand(values: FlagValues, host: Host): Promise<ExitCode> {
  const interruption = listenForSignals();
  try {
    const prepared = await prepareDoctor(values, host, interruption.signal);
    const outcome = await examine(prepared, values, interruption.signal, host);
    await host.stdout.write(printed(outcome.report, prepared.root, values, host));
    outcome.release();
    await outcome.finished;
    return doctorExitCode(outcome.report);
  } catch (error) {
    return interruptedBefore(error, interruption, host);
  } finally {
    interruption.stopListening();
  }
}

async function examine(
  { request }: PreparedDoctor,
  values: FlagValues,
  signal: AbortSignal,
  host: Host,
): Promise<DoctorOutcome> {
  const { unicode } = styleOf(host.stderr, host.env, 'auto', host.platform);
  const terminal = host.stderr.isTTY && host.env['TERM'] !== 'dumb';
  const level = oneOf(values['log-level'], logLevels) ?? 'warning';
  const progress = startProgress(host.stderr, { shown: level !== 'error', terminal, unicode }, systemClock);
  try {
    return await runDoctor(
      { ...request, signal, onProgress: progress.onEvent },
      {
        clock: systemClock,
        spawn: spawnServer,
        log: logTo((line) => void progress.print(visible(line, unicode)), level),
      },
    );
  } finally {
    await progress.stop();
  }
}

const formats = ['text', 'json', 'markdown'] as const;

function printed(report: DoctorReport, root: string, values: FlagValues, host: Host): string {
  const color = oneOf(values.color, ['auto', 'always', 'never'] as const) ?? 'auto';
  const format = oneOf(values.format, formats) ?? 'text';
  switch (format) {
    case 'text':
      return doctorText(report, plainContext(styleOf(host.stdout, host.env, color, host.platform)));
    case 'json':
      return doctorJson(report);
    case 'markdown':
      return doctorMarkdown(report, plainContext(plainStyle), anonymousFor(root, host.env));
    default:
      return assertNever(format);
  }
}
