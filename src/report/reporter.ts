// What a reporter is given and gives back. A reporter is pure: the run and its context in, text out;
// it writes nothing, and knows neither stdout nor the exit of the process.

import type { RepoPath } from '../model/base.js';
import type { RunResult } from '../model/run.js';
import type { Timeline } from '../model/timeline.js';

export interface ReportContext {
  /** Judged text of a path, for code frames and line hashes; undefined when it is not in memory. Never what the disk holds otherwise. */
  readonly text: (path: RepoPath) => string | undefined;
  /** The path as a person in the working directory would write it, `/` separators, not escaped. */
  readonly shownPath: (path: RepoPath) => string;
  /** Durations may appear. Without it equal runs give equal bytes. */
  readonly timings: boolean;
  readonly explain: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  /** OSC 8 links; never without a terminal, and not with colour switched off. */
  readonly hyperlinks: boolean;
  /** Whether marks, rules and control pictures may be other than ASCII. */
  readonly unicode: boolean;
  /** Columns of the terminal; undefined when the report does not go to one: nothing is wrapped then. */
  readonly width: number | undefined;
  /** `automationDetails.id` of SARIF, without its closing slash; undefined: chosen by the scope. */
  readonly sarifCategory: string | undefined;
  /** What happened when, if that was asked for and the run was this process's own. */
  readonly timeline: Timeline | undefined;
}

/** The report in pieces, in order; joined they are the whole output, with its final newline. */
export type Reporter = (run: RunResult, context: ReportContext) => Iterable<string>;
