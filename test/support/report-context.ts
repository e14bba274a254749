// A report's context as tests want it: nothing of a terminal, texts from a record, paths as they are.

import type { ReportContext } from '../../src/report/reporter.js';

export function reportContext(
  texts: Readonly<Record<string, string>> = {},
  given: Partial<ReportContext> = {},
): ReportContext {
  return {
    text: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
    shownPath: (path) => path,
    timings: false,
    explain: false,
    quiet: false,
    color: false,
    hyperlinks: false,
    unicode: true,
    width: undefined,
    sarifCategory: undefined,
    timeline: undefined,
    ...given,
  };
}
