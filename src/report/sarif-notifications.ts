// What SARIF says beside its results: unknown files, provisional diagnostics, complaints of servers, a cut list.
// These are notifications, never results: a result without a place rejects the whole upload, and a result claims evidence.

import type { Notification, ReportingDescriptor } from 'sarif';
import type { RepoPath } from '../model/base.js';
import type { Range } from '../model/diagnostic.js';
import { unknownReasons } from '../model/fault.js';
import type { RunResult } from '../model/run.js';
import { provisionalOf } from '../model/summary.js';
import { ruleIdOf } from './entries.js';
import { remedyOf, sentenceOf, unknownTexts } from './reasons.js';
import { locationOf } from './sarif-location.js';
import { levelOf, plainText } from './sarif-results.js';
import { incompleteness, unknownEntries } from './unknowns.js';

/** Every notification there can be; the list does not depend on the run. */
export const descriptors: readonly ReportingDescriptor[] = [
  ...unknownReasons.map((reason) =>
    describe(`unknown/${reason}`, `Unknown: ${unknownTexts[reason].sentence}`),
  ),
  describe('provisional', 'Seen before the server had settled; neither a finding nor gone'),
  describe('infra', 'A server said something about its own state, or what it said could not be read'),
  describe('incomplete', 'The run is incomplete although no file is unknown'),
  describe('truncated', 'More findings than code scanning takes: only the gravest were written'),
];

export function notificationsOf(run: RunResult, left: number): readonly Notification[] {
  return [
    ...unknownEntries(run).map(({ path, server, role, cause }) => {
      const who = server === undefined ? '' : `${server}: `;
      const text = `${who}${sentenceOf(cause)} (fix: ${remedyOf(cause, server)})`;
      return notify(`unknown/${cause.reason}`, role === 'advisory' ? 'warning' : 'error', text, path);
    }),
    ...incompleteRun(run),
    ...(left > 0
      ? [notify('truncated', 'error', `${left} findings are left out: code scanning takes no more`)]
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

function incompleteRun(run: RunResult): readonly Notification[] {
  const why = incompleteness(run);
  return why === undefined ? [] : [notify('incomplete', 'error', why)];
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
    message: { text: plainText(text) },
    ...(path !== undefined && { locations: [locationOf(path, range)] }),
  };
}

function describe(id: string, text: string): ReportingDescriptor {
  return { id: `lspcheck/${id}`, shortDescription: { text }, fullDescription: { text }, help: { text } };
}
