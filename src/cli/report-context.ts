// What a reporter is told besides the run. The text and the shown path come from the run's own tree, never from the disk.

import type { ReportContext } from '../report/reporter.js';
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
