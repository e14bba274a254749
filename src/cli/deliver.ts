// The report of a run to where it was asked for: stdout first, somebody waits there; then files and GitHub's job summary.
// One that cannot be written does not keep the others from being written.

import { appendFile } from 'node:fs/promises';
import { UserError } from '../model/user-error.js';
import { type FormatName, reporters } from '../report/registry.js';
import type { ReportRequest } from './check-request.js';
import type { Host } from './host.js';
import { writeToFile, writeToSink } from './output.js';
import { contextOf, type Told } from './report-context.js';
import { plainStyle, styleOf } from './terminal.js';

/** What could not be written, in the order of the attempts. */
export async function deliver(
  outcome: Told,
  request: ReportRequest,
  host: Host,
): Promise<readonly UserError[]> {
  const onScreen = contextOf(
    outcome,
    request,
    styleOf(host.stdout, host.env, request.color, host.platform),
    host.cwd,
  );
  const inFile = contextOf(outcome, request, plainStyle, host.cwd);
  const toFile = async (format: FormatName, file: string) =>
    writeToFile((await reporters[format]())(outcome.run, inFile), file, host.cwd);
  const attempts = [
    async () => {
      if (request.output !== undefined) return toFile(request.format, request.output);
      await writeToSink((await reporters[request.format]())(outcome.run, onScreen), host.stdout);
      const failure = host.stdout.failure();
      if (failure instanceof Error)
        throw new UserError('usage', `cannot write to stdout: ${failure.message}`);
    },
    ...request.reports.map(
      ({ format, file }) =>
        async () =>
          toFile(format, file),
    ),
    async () => {
      const summary = host.env['GITHUB_STEP_SUMMARY'];
      const asked = [request.format, ...request.reports.map(({ format }) => format)].includes('github');
      if (!asked || summary === undefined || summary === '') return;
      const { githubStepSummary } = await import('../report/github.js');
      try {
        await appendFile(summary, githubStepSummary(outcome.run, inFile));
      } catch {
        throw new UserError('usage', 'cannot write the job summary that GITHUB_STEP_SUMMARY names');
      }
    },
  ];
  const failures: UserError[] = [];
  for (const attempt of attempts) {
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}
