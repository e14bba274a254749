// What SARIF says beside its results: unknown files, provisional diagnostics, complaints of servers, a cut list.
// These are notifications, never results: a result without a place rejects the whole upload, and a result claims evidence.

import type { Notification, ReportingDescriptor } from 'sarif';
import type { RepoPath } from '../model/base.js';
import type { Range } from '../model/diagnostic.js';
import { unknownReasons } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf, runVerdict } from '../model/summary.js';
import { unknownDependents } from './affected-words.js';
import { remedyOf, sentenceOf, unknownTexts } from './reasons.js';
import { locationOf } from './sarif-location.js';
import { levelOf, mostResults, ruleIdOf } from './sarif-results.js';
import { unknownEntries } from './unknowns.js';

/** Every notification there can be; the list does not depend on the run. */
export const descriptors: readonly ReportingDescriptor[] = [
  ...unknownReasons.map((reason) =>
    describe(`unknown/${reason}`, `Unknown: ${unknownTexts[reason].sentence}`),
  ),
  describe('provisional', 'Seen before the server had settled; neither a finding nor gone'),
  describe('infra', 'A server said something about its own state, or what it said could not be read'),
  describe('incomplete', 'The run is incomplete although no file is unknown'),
  describe('truncated', `More than ${mostResults} results: only the gravest were written`),
];

export function notificationsOf(run: RunResult, left: number): readonly Notification[] {
  return [
    ...unknownEntries(run).map(({ path, server, role, cause }) => {
      const who = server === undefined ? '' : `${server}: `;
      const text = `${who}${sentenceOf(cause)} (fix: ${remedyOf(cause, server)})`;
      return notify(`unknown/${cause.reason}`, role === 'advisory' ? 'warning' : 'error', text, path);
    }),
    ...incompleteness(run),
    ...(left > 0
      ? [notify('truncated', 'error', `${left} findings are left out: ${mostResults} is the most`)]
      : []),
    ...run.files.flatMap((file) =>
      provisionalOf(file.verdict).map((seen) => {
        const text = `provisional, ${ruleIdOf(seen)}: ${seen.message}`;
        return notify('provisional', levelOf(seen), text, file.path, seen.range);
      }),
    ),
    ...run.servers.flatMap(({ name, infra }) =>
      infra.map((note) => notify('infra', 'note', `${name}, ${note.kind}: ${note.text}`, note.path)),
    ),
  ];
}

function incompleteness(run: RunResult): readonly Notification[] {
  if (run.interrupted !== undefined)
    return [notify('incomplete', 'error', `the run was interrupted by ${run.interrupted}`)];
  const verdict = runVerdict(run);
  if (verdict.kind !== 'incomplete' || verdict.because === 'unknown') return [];
  return [notify('incomplete', 'error', incompleteWords(run, verdict.because))];
}

function incompleteWords(
  run: RunResult,
  because: 'affected' | 'uncovered' | 'nothing-judged' | 'interrupted',
) {
  if (because === 'affected') return unknownDependents(run);
  return because === 'uncovered'
    ? `${run.uncovered.length} files have no server, though there is one for their language`
    : 'no file was judged';
}

function notify(
  id: string,
  level: 'error' | 'warning' | 'note',
  text: string,
  path?: RepoPath,
  range?: Range,
): Notification {
  const index = descriptors.findIndex((descriptor) => descriptor.id === `lspcheck/${id}`);
  return {
    descriptor: { id: `lspcheck/${id}`, index },
    level,
    message: { text },
    ...(path !== undefined && { locations: [locationOf(path, range)] }),
  };
}

function describe(id: string, text: string): ReportingDescriptor {
  return { id: `lspcheck/${id}`, shortDescription: { text }, fullDescription: { text }, help: { text } };
}
