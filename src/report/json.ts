// JSON and JSON Lines: the contract's shape, written by the model's codec. Text of servers stays exactly as it came:
// JSON's own escapes are all the protection a machine format needs.

import type { JsonValue } from '../model/base.js';
import { encodeFile, encodeHead, encodeOutcome, encodeRun, encodeServers } from '../model/run-report.js';
import { commandSafeJson } from './escape.js';
import type { Reporter } from './reporter.js';

export const jsonReport: Reporter = (run, { timings }) => [
  commandSafeJson(JSON.stringify(encodeRun(run, { timings }), null, 2)),
  '\n',
];

/** One `run` line, one `file` line per file in order, one `summary` line. A cut report lacks its summary, so it cannot pass for whole. */
export const jsonLinesReport: Reporter = function* (run, { timings }) {
  yield line({ kind: 'run', ...encodeHead(run), ...encodeServers(run, { timings }) });
  for (const file of run.files) yield line({ kind: 'file', ...encodeFile(run, file, { timings }) });
  yield line({ kind: 'summary', ...encodeOutcome(run) });
};

function line(value: JsonValue): string {
  return `${commandSafeJson(JSON.stringify(value))}\n`;
}
