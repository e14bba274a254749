// How an entry is written: only what is known of the server, the rest filled in. The same defaults stand under
// a server that only configuration knows, so they promise nothing that was not measured.

import type { ServerDefinition } from '../model/server-definition.js';

/** What every definition has to say for itself; the rest may be left to `defaults`. */
type Essential = 'name' | 'language' | 'launch' | 'files';
export type Given = Pick<ServerDefinition, Essential> & Partial<ServerDefinition>;

/** A whole definition from what is known of a server. */
export function define(given: Given): ServerDefinition {
  return { ...defaults, ...given };
}

const defaults: Omit<ServerDefinition, Essential> = {
  type: 'lsp',
  origin: 'catalogue',
  interpreters: [],
  languageId: { byExtension: {}, byName: {} },
  rootMarkers: [],
  env: {},
  settings: {},
  settle: { kind: 'auto' },
  overlay: 'full',
  overlayMissing: 'no',
  dependents: { kind: 'unknown' },
  seesUnopened: true,
  maxOpenDocuments: 200,
  role: 'required',
  infraPatterns: [],
  readsStderr: false,
  infraRules: [],
  leftOutRules: [],
  distressRequests: [],
  columnUnits: {},
  // LSP leaves it to the client; an unmarked diagnostic taken for less could let a broken file through.
  absentSeverity: 'error',
  ignoredProgress: [],
  capabilities: {},
  stopOnNewFile: false,
  activatesOn: [],
  executesWorkspaceCode: true,
  writes: [],
  installHint: '',
  cleanExitCodes: [0],
  tested: 'listed',
  measured: false,
};
