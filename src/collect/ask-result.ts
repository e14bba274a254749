// How a question ended, as a settle event: a list, "ask again", or a failure with its sentence.

import type { RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { RequestOutcome } from '../session/connection.js';
import { field } from '../session/document-text.js';
import { quoted } from '../session/faults.js';
import type { SettleEvent } from './settle-event.js';

/** A settle event without its time, and entries that could not be read. */
export interface AskResult {
  readonly event: WithoutTime<Extract<SettleEvent, { kind: 'answered' | 'ask-again' | 'ask-failed' }>>;
  readonly malformed: readonly string[];
}

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

/** ContentModified and RequestCancelled are worth asking again; ServerCancelled when it says so, or says nothing (LSP 3.17). */
export function errorResult(
  path: RepoPath,
  server: string,
  error: Extract<RequestOutcome, { kind: 'error' }>,
): AskResult {
  const again =
    error.code === -32801 ||
    error.code === -32800 ||
    (error.code === -32802 && field(error.data, 'retriggerRequest') !== false);
  if (again) return { event: { kind: 'ask-again', path }, malformed: [] };
  return failed(path, `${server} refused: ${quoted(error.message)} (${error.code})`);
}

export function answered(
  path: RepoPath,
  diagnostics: readonly ServerDiagnostic[] | undefined,
  malformed: readonly string[],
): AskResult {
  return { event: { kind: 'answered', path, diagnostics }, malformed };
}

export function failed(path: RepoPath, detail: string): AskResult {
  return { event: { kind: 'ask-failed', path, cause: { reason: 'pull-failed', detail } }, malformed: [] };
}
