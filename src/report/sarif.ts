// SARIF 2.1.0 as GitHub code scanning takes it: one run for all servers, compact, no machine path, no time.
// `executionSuccessful` is false for every run that is incomplete or whose results had to be cut: code scanning then shows
// nothing, instead of taking what is missing for repaired.

import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import type { RunResult } from '../model/run.js';
import { encodeSummary } from '../model/run-report.js';
import { exitCodeOf, isConclusive, summarize } from '../model/summary.js';
import { commandSafeJson } from './escape.js';
import type { ReportContext, Reporter } from './reporter.js';
import { descriptors, notificationsOf } from './sarif-notifications.js';
import { chooseFindings, mostResults, resultsOf, rulesOf } from './sarif-results.js';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** A file that is larger after gzip is refused whole. */
const mostZippedBytes = 10 * 1024 * 1024;

export const sarifReport: Reporter = (run, context) => sarifWithin(run, context, mostZippedBytes);

/** As many of the gravest findings as fit. */
export function sarifWithin(run: RunResult, context: ReportContext, mostBytes: number): readonly string[] {
  for (let most = mostResults; ; most = Math.floor(most / 2)) {
    const json = commandSafeJson(JSON.stringify(sarifLog(run, context, most)));
    const fits = Buffer.byteLength(json) <= mostBytes || gzipSync(json).length <= mostBytes;
    if (fits || most === 0) return [json, '\n'];
  }
}

function sarifLog(run: RunResult, context: ReportContext, most: number): Log {
  const { chosen, left } = chooseFindings(run, most);
  const rules = rulesOf(chosen);
  const { kind, base, head } = run.scope;
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'lspcheck',
            version: run.toolVersion,
            informationUri: 'https://www.npmjs.com/package/lspcheck',
            rules: [...rules],
            notifications: [...descriptors],
          },
        },
        automationDetails: { id: categoryOf(run, context) },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: isConclusive(run) && left === 0,
            exitCode: exitCodeOf(run),
            exitCodeDescription: exitWords(run),
            toolExecutionNotifications: [...notificationsOf(run, left)],
          },
        ],
        results: [...resultsOf(chosen, rules, context)],
        properties: {
          complete: isConclusive(run),
          summary: encodeSummary(summarize(run)),
          scope: { kind, base, head },
          configHash: run.configHash,
          ...(left > 0 && { resultsLeftOut: left }),
        },
      },
    ],
  };
}

/**
 * Up to the last slash it is the category, so it ends in exactly one. Runs over a change get another one than runs
 * over everything: uploaded under the same, they would close every alert that they did not look at.
 */
function categoryOf(run: RunResult, { sarifCategory }: ReportContext): string {
  const category = sarifCategory ?? defaultCategory(run);
  return `${category.replace(/\/+$/, '')}/`;
}

function defaultCategory({ scope: { kind }, shard }: RunResult): string {
  const what = kind === 'all' || kind === 'files' ? kind : 'changed';
  return `lspcheck/${what}${shard === undefined ? '' : `/${shard.index}-of-${shard.total}`}`;
}

function exitWords(run: RunResult): string {
  const code = exitCodeOf(run);
  if (code === 0 && !isConclusive(run)) return 'incomplete, let through by --on-unknown warn';
  return exitTexts[code];
}

const exitTexts: Readonly<Record<ReturnType<typeof exitCodeOf>, string>> = {
  0: 'complete, no finding at the level that fails',
  1: 'findings at the level that fails',
  2: 'usage or configuration error',
  3: 'incomplete',
  4: 'scope cannot be determined',
  70: 'a bug in lspcheck',
  130: 'interrupted by SIGINT',
  143: 'interrupted by SIGTERM',
};
