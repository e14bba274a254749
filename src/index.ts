// The public API: one function and the types of its result. Everything else is inside.

export { type CheckOutcome, check } from './check.js';
export type { CheckOptions, ScopeSelection } from './check-options.js';
export type { ConfigOptions } from './config/load.js';
export type { ProgressEvent } from './engine/progress.js';
export type { Diagnostic, Position, Range, Severity } from './model/diagnostic.js';
export type { SkipReason, UnknownCause, UnknownReason } from './model/fault.js';
export type { RunPolicy, RunResult, ServerReport, Summary } from './model/run.js';
export {
  type ExitCode,
  exitCodeOf,
  isComplete,
  type RunVerdict,
  runVerdict,
  summarize,
} from './model/summary.js';
export { UserError } from './model/user-error.js';
export type { CellResult, CellVerdict, FileResult, FileVerdict } from './model/verdict.js';
