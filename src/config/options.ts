// What flags say, already parsed: they win over variables and files. Every field may be absent.

import type { ScopeKind } from '../model/change.js';
import type { OnlyFindings } from '../model/config.js';
import type { FailOn, Severity } from '../model/diagnostic.js';

export interface ConfigOptions {
  /** --config: in place of the project's file, relative to the working folder. */
  readonly configFile?: string;
  /** --no-config: neither the project's file nor the user's. */
  readonly noConfig?: boolean;
  /** Of the run: `all` has no deadline by default. */
  readonly scopeKind?: ScopeKind;
  readonly failOn?: FailOn;
  readonly minSeverity?: Severity;
  readonly onUnknown?: 'fail' | 'warn';
  readonly onUncovered?: 'ignore' | 'warn' | 'fail';
  readonly failOnEmpty?: boolean;
  readonly only?: OnlyFindings;
  readonly affected?: boolean;
  readonly deadlineMs?: number | 'none';
  readonly startTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly quietPeriodMs?: number;
  /** Of a tool's call, in `mcp` and `call`. */
  readonly callDeadlineMs?: number;
  readonly onlyServers?: readonly string[];
  readonly skipServers?: readonly string[];
  readonly jobs?: number;
  readonly daemonMode?: 'auto' | 'on' | 'off';
}
