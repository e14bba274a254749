// A vice: one way to misbehave, as a script, and the only honest ending of a run with it. Every file holds the word BAD.

import type { JsonObject, JsonValue } from '../../../../src/model/base.js';
import { E, type Item, push, type Script, type Step } from '../script.js';

/**
 * `findings`: the truth comes in the end, and is told. `doubted`: it is told, and that something is missing.
 * `provisional`: no verdict, but what was published is shown. `unknown`: nothing true was ever said.
 */
export type Ending = 'findings' | 'doubted' | 'provisional' | 'unknown';

export interface Vice {
  readonly ending: Ending;
  readonly script: Script;
  /** Further keys of the config entry. */
  readonly entry?: JsonObject;
  /** In place of the one file. */
  readonly files?: Readonly<Record<string, string>>;
  /** For what takes longer than a small answer. */
  readonly deadline?: string;
  /** Takes seconds of processor time: left to the deep tier. */
  readonly heavy?: boolean;
}

export type Vices = Readonly<Record<string, Vice>>;

type More = Omit<Vice, 'ending' | 'script'>;

export const findings = (script: Script, more: More = {}): Vice => ({ ending: 'findings', script, ...more });
export const doubted = (script: Script, more: More = {}): Vice => ({ ending: 'doubted', script, ...more });
export const provisional = (script: Script, more: More = {}): Vice => ({
  ending: 'provisional',
  script,
  ...more,
});
export const unknown = (script: Script, more: More = {}): Vice => ({ ending: 'unknown', script, ...more });

export const mistake: Item = E(0, 0, 0, 3, 'BAD is not allowed');
export const truth: Step = push([mistake]);
export const nothing: Step = push([]);

export const pulls: NonNullable<Script['initialize']> = {
  kind: 'result',
  capabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
};

export function raw(text: string, repeat = 1): Step {
  return { do: 'raw', text, repeat };
}

export function stderr(text: string, repeat = 1): Step {
  return { do: 'stderr', text, repeat };
}

/** A publish with whatever in place of diagnostics; `more` is laid over its params. */
export function publish(diagnostics: JsonValue, more: JsonObject = {}): Step {
  return {
    do: 'notify',
    method: 'textDocument/publishDiagnostics',
    params: { uri: '{uri:a.fx}', diagnostics, ...more },
  };
}

export const mistakeJson: JsonObject = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
  severity: 1,
  message: 'BAD is not allowed',
};

/** The truth as a JSON-RPC message, for those who frame it by hand. */
export const truthMessage: JsonObject = {
  jsonrpc: '2.0',
  method: 'textDocument/publishDiagnostics',
  params: { uri: '{uri:a.fx}', diagnostics: [mistakeJson] },
};

export const begin = (token: string | number): Step => ({
  do: 'progress',
  kind: 'begin',
  token,
  title: 'Loading',
});
export const end = (token: string | number): Step => ({ do: 'progress', kind: 'end', token });
