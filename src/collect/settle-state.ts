// What settling knows of a window: its documents, what they were told and asked, and what the server as a whole is doing.
// Plain mutable data and total questions about it; `apply-event` changes it, `settle` draws the conclusions.

import type { RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { Fault, UnknownCause } from '../model/fault.js';
import type { SettleRule } from '../model/server-definition.js';
import { createRestWindow, type RestWindow } from './rest-window.js';
import type { SettleDocument, SettleRules } from './settle-event.js';

export type Ask =
  /** To be sent at this instant, or when what holds it back ends. */
  | { readonly kind: 'due'; readonly at: number }
  /** `stale`: voided while it was under way; its answer will be asked for again. */
  | { readonly kind: 'in-flight'; readonly stale: boolean }
  | { readonly kind: 'answered'; readonly diagnostics: readonly ServerDiagnostic[] | undefined }
  | { readonly kind: 'failed'; readonly cause: UnknownCause };

export interface Published {
  readonly at: number;
  readonly version: number | undefined;
  readonly diagnostics: readonly ServerDiagnostic[];
}

export interface DocumentState {
  readonly document: SettleDocument;
  /** The last one that we sent. */
  version: number;
  openedAt: number;
  published: Published | undefined;
  /** The last list that it answered, void or not: never evidence, but seen. */
  lastAnswer: readonly ServerDiagnostic[];
  ask: Ask;
  retries: number;
  /** An answer of a server that nobody measured, waiting for a second, equal one. */
  unconfirmed: readonly ServerDiagnostic[] | undefined;
  nudged: boolean;
  /** The publish that it lacks is not to be expected any more. */
  silent: boolean;
  /** By the server's own words. */
  doubt: UnknownCause | undefined;
}

export interface SettleState {
  readonly rules: SettleRules;
  readonly documents: ReadonlyMap<RepoPath, DocumentState>;
  /** Token → title of work that holds settling back. */
  readonly openProgress: Map<string, string>;
  readonly rest: RestWindow;
  /** When the process tree was last looked at. */
  lookedAt: number;
  pullAnnounced: boolean;
  /** The server's own word that its workspace is loaded. */
  quiescent: boolean;
  /** The checking that the entry names has ended since the opening. */
  workEnded: boolean;
  configurationAsked: boolean;
  /** The server has begun a message and not ended it. */
  torn: boolean;
  /** How often answers were voided: each time is waited for longer. */
  voids: number;
  /** Last publish, opening, or move of progress. */
  lastActivityAt: number;
  /** Last sign of life of any kind. */
  lastHeardAt: number;
  fault: Fault | undefined;
}

export function freshState(rules: SettleRules, documents: readonly SettleDocument[]): SettleState {
  return {
    rules,
    documents: new Map(documents.map((document) => [document.path, freshDocument(document)])),
    openProgress: new Map(),
    rest: createRestWindow(rules.quietPeriodMs),
    lookedAt: Number.NEGATIVE_INFINITY,
    pullAnnounced: rules.pullAnnounced,
    quiescent: false,
    workEnded: false,
    configurationAsked: false,
    torn: false,
    voids: 0,
    lastActivityAt: 0,
    lastHeardAt: 0,
    fault: undefined,
  };
}

function freshDocument(document: SettleDocument): DocumentState {
  return {
    document,
    version: 1,
    openedAt: 0,
    published: undefined,
    lastAnswer: [],
    ask: { kind: 'due', at: Number.POSITIVE_INFINITY },
    retries: 0,
    unconfirmed: undefined,
    nudged: false,
    silent: false,
    doubt: undefined,
  };
}

export type Mode = Exclude<SettleRule['kind'], 'auto'>;
export type PullRule = Extract<SettleRule, { kind: 'pull' }>;

export function modeOf({ rules: { rule }, pullAnnounced }: SettleState): Mode {
  if (rule.kind !== 'auto') return rule.kind;
  return pullAnnounced ? 'pull' : 'push';
}

export function asks(state: SettleState): boolean {
  const mode = modeOf(state);
  return mode === 'pull' || mode === 'barrier';
}

const unmeasuredPull: PullRule = {
  kind: 'pull',
  announced: 'static',
  refresh: 'voids',
  progress: 'voids',
  afterConfiguration: false,
};

export function pullRuleOf({ rules: { rule } }: SettleState): PullRule {
  return rule.kind === 'pull' ? rule : unmeasuredPull;
}

/** Whether open work forbids a conclusion right now. */
export function progressHolds(state: SettleState): boolean {
  if (state.openProgress.size === 0) return false;
  const mode = modeOf(state);
  return mode === 'push' || (mode === 'pull' && pullRuleOf(state).progress === 'voids');
}

/** Whether the process tree allows a conclusion: at rest for a whole quiet period, or not observable at all. */
export function restful({ rules, rest }: SettleState, now: number): boolean {
  return !rules.observable || rest.covers(now);
}

/** Whether the loading and checking that the entry names is over; true where it names none. */
export function workIsOver(state: SettleState, now: number): boolean {
  if (modeOf(state) !== 'pull' || pullRuleOf(state).afterWork === undefined) return true;
  return state.quiescent && state.workEnded && state.openProgress.size === 0 && restful(state, now);
}

/** Whether each document has a publish, or will have none. */
export function noneAwaited({ documents }: SettleState): boolean {
  for (const { published, silent } of documents.values())
    if (published === undefined && !silent) return false;
  return true;
}

const firstRetryMs = 50;
const longestRetryMs = 2000;

/** Pause before the n-th repetition (1-based): 50, 100, 200 … 2000 ms. */
export function backOffMs(attempt: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 10));
}
