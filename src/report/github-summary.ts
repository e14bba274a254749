// The job summary: the Markdown report in at most 900 KiB. The runner throws away a summary above 1 MiB whole, so ours stops
// earlier and says what it left out: what matters most comes first.

import type { RunResult } from '../model/run.js';
import { markdownHead, tableHead, tablesOf } from './markdown.js';
import type { ReportContext } from './reporter.js';

const mostBytes = 900 * 1024;
/** Room for what is said at the end. */
const reservedBytes = 1024;

/** Markdown of at most 900 KiB in UTF-8, ending in a line break. */
export function githubStepSummary(run: RunResult, context: ReportContext): string {
  const top = markdownHead(run, context);
  const pieces = [top];
  const left: string[] = [];
  let room = mostBytes - reservedBytes - Buffer.byteLength(top);
  for (const table of tablesOf(run).filter(({ rows }) => rows.length > 0)) {
    const head = tableHead(table);
    const fitting = rowsThatFit(table.rows, room - Buffer.byteLength(head));
    if (fitting.length < table.rows.length) left.push(`${table.title} ${table.rows.length - fitting.length}`);
    if (fitting.length === 0) continue;
    const piece = head + fitting.join('');
    room -= Buffer.byteLength(piece);
    pieces.push(piece);
  }
  if (left.length > 0)
    pieces.push(`\n**Left out, since a job summary has no more room:** ${left.join(', ')}.\n`);
  return pieces.join('');
}

function rowsThatFit(rows: readonly string[], bytes: number): readonly string[] {
  let room = bytes;
  const tooFar = rows.findIndex((line) => {
    room -= Buffer.byteLength(line);
    return room < 0;
  });
  return tooFar < 0 ? rows : rows.slice(0, tooFar);
}
