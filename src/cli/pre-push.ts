// `changed --pre-push`: each commit that is pushed is a text of its own, so each is a run of its own: judged, reported and
// counted apart, one after the other under one deadline. The exit code is the worst of them.

import { resolve } from 'node:path';
import { byPushedCommit, parseRefUpdates, type RefUpdate } from '../git/pre-push.js';
import { openRepository } from '../git/repository.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { plural } from '../report/words.js';
import type { CheckRequest, RefsOnStdin } from './check-request.js';
import type { Host } from './host.js';
import { runCheck } from './run-check.js';

/** @throws UserError for what the user can repair: stdin that git did not write, and whatever a run throws. */
export async function runPrePush(
  request: CheckRequest,
  { paths }: RefsOnStdin,
  host: Host,
): Promise<ExitCode> {
  // A push of nothing writes nothing: only a pipe tells that from a hook manager that kept the refs to itself.
  if (!host.stdinIsFed())
    throw new UserError('usage', '--pre-push reads what git writes to a pre-push hook, and stdin is empty', {
      hint: 'a hook manager has to hand stdin on (lefthook: use_stdin: true); to compare commits: --from A --to B',
    });
  const updates = parseRefUpdates(new TextDecoder().decode(await host.readStdin()));
  const repository = await openRepository({ cwd: resolve(host.cwd, request.rootDir ?? '.'), env: host.env });
  const groups = await byPushedCommit(repository, updates);
  if (groups.length > 1 && !request.quiet)
    await host.stderr.write(
      `note: ${plural(groups.length, 'commit')} are pushed; each is judged and reported on its own\n`,
    );
  const codes: ExitCode[] = [];
  for (const group of groups) {
    const own = groups.length === 1 ? request : withOwnFiles(request, group);
    const code = await runCheck(own, { kind: 'pre-push', updates: group, paths }, undefined, host);
    codes.push(code);
    if (code === 130 || code === 143) break;
  }
  return worstOf(codes);
}

/** Best first: findings tell more than incompleteness. */
const order: readonly ExitCode[] = [0, 3, 1, 4, 2, 70, 130, 143];

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce<ExitCode>(
    (worst, code) => (order.indexOf(code) > order.indexOf(worst) ? code : worst),
    0,
  );
}

/** `lspcheck.sarif` becomes `lspcheck-a1b2c3d.sarif`: a later commit's report must not replace an earlier one's. */
function withOwnFiles(request: CheckRequest, [update]: readonly RefUpdate[]): CheckRequest {
  const mark = `-${update?.localOid.slice(0, 7) ?? ''}`;
  const own = (file: string) => file.replace(/(\.[^./\\]+)?$/, (extension) => `${mark}${extension}`);
  return {
    ...request,
    output: request.output === undefined ? undefined : own(request.output),
    trace: request.trace === undefined ? undefined : own(request.trace),
    reports: request.reports.map(({ format, file }) => ({ format, file: own(file) })),
  };
}
