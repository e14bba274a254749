// What a reporter is told besides the run. The text and the shown path come from the run's own tree, never from the disk.

import { relative, sep } from 'node:path';
import type { CheckOutcome } from '../check.js';
import type { Timeline } from '../model/timeline.js';
import { absoluteOf } from '../platform/paths.js';
import type { ReportContext } from '../report/reporter.js';
import type { ReportRequest } from './check-request.js';
import type { Style } from './terminal.js';

/** A run that is told, its root and its texts. */
export type Told = Pick<CheckOutcome, 'run' | 'root' | 'text'> & { readonly timeline?: Timeline };

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
    timeline: undefined,
  };
}

/** @param cwd paths are shown as somebody in this folder would write them */
export function contextOf(
  outcome: Omit<Told, 'run'>,
  request: ReportRequest,
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
    timeline: timings ? outcome.timeline : undefined,
  };
}
