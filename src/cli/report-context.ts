// What a reporter is told besides the run. The text and the shown path come from the run's own tree, never from the disk.

import { relative, sep } from 'node:path';
import type { CheckOutcome } from '../check.js';
import { absoluteOf } from '../platform/paths.js';
import type { ReportContext } from '../report/reporter.js';
import type { CheckRequest } from './check-request.js';
import type { Style } from './terminal.js';

/** A context without any run, for messages that look like a report. */
export function plainContext(style: Style): ReportContext {
  return {
    ...style,
    text: () => undefined,
    shownPath: String,
    timings: false,
    explain: false,
    quiet: false,
    sarifCategory: undefined,
  };
}

/** @param cwd paths are shown as somebody in this folder would write them */
export function contextOf(
  outcome: Pick<CheckOutcome, 'root' | 'text'>,
  request: CheckRequest,
  style: Style,
  cwd: string,
): ReportContext {
  const { quiet, explain, timings, sarifCategory } = request;
  return {
    ...style,
    text: (path) => outcome.text(path),
    shownPath: (path) => relative(cwd, absoluteOf(outcome.root, path)).split(sep).join('/') || '.',
    timings,
    explain,
    quiet,
    sarifCategory,
  };
}
