// Which requests a server has announced in its answer to initialize: the capability that stands for each of those we send.

import { field } from './document-text.js';

const capabilityOf: Readonly<Record<string, string>> = {
  'textDocument/documentSymbol': 'documentSymbolProvider',
  'textDocument/definition': 'definitionProvider',
  'textDocument/declaration': 'declarationProvider',
  'textDocument/implementation': 'implementationProvider',
  'textDocument/references': 'referencesProvider',
  'textDocument/hover': 'hoverProvider',
  'textDocument/rename': 'renameProvider',
  'textDocument/prepareCallHierarchy': 'callHierarchyProvider',
  'workspace/symbol': 'workspaceSymbolProvider',
};

/** The name of the capability, for messages; undefined for a request that has none of its own. */
export function capabilityFor(method: string): string | undefined {
  return capabilityOf[method];
}

/** @param capabilities of the answer to initialize, as they came */
export function announces(capabilities: unknown, method: string): boolean {
  if (method === 'textDocument/prepareRename')
    return field(field(capabilities, 'renameProvider'), 'prepareProvider') === true;
  const name = capabilityOf[method];
  const provider = name === undefined ? undefined : field(capabilities, name);
  return provider === true || (typeof provider === 'object' && provider !== null);
}
