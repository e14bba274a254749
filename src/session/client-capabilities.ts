// What we tell a server we can do, in one literal. Every line is implemented: dynamic registration that is offered and
// not followed makes pyright silent for ever, and offering pull makes pull servers stop pushing.

import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import type { JsonObject, JsonValue } from '../model/base.js';

const capabilities: ClientCapabilities = {
  general: {
    // Only the unit we report in; servers that cannot (clangd 22 prefers utf-8) then use it.
    positionEncodings: ['utf-16'],
    staleRequestSupport: { cancel: true, retryOnContentModified: [] },
  },
  window: {
    workDoneProgress: true,
    showMessage: { messageActionItem: { additionalPropertiesSupport: false } },
  },
  workspace: {
    applyEdit: false,
    // An edit is planned and written by query/, as a whole or not at all; files are neither created, moved nor deleted by it.
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: [],
      failureHandling: 'transactional',
      normalizesLineEndings: false,
    },
    symbol: {},
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    workspaceFolders: true,
    executeCommand: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true, didSave: true, willSave: false, willSaveWaitUntil: false },
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: true,
      codeDescriptionSupport: true,
      dataSupport: false,
      tagSupport: { valueSet: [1, 2] },
    },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
    documentSymbol: { dynamicRegistration: true, hierarchicalDocumentSymbolSupport: true },
    // Announced at once or not at all: a registration would come after the first question.
    definition: { linkSupport: true },
    declaration: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    callHierarchy: {},
    rename: { prepareSupport: true },
  },
};

/** Ours with the entry's laid over, key by key. */
export function clientCapabilities(own: JsonObject): JsonValue {
  // Capabilities are plain JSON; the protocol's type has optional keys that JsonValue cannot express.
  return overlay(capabilities as JsonObject, own);
}

function overlay(base: JsonValue, over: JsonValue): JsonValue {
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, JsonValue> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const existing = merged[key];
    merged[key] = existing === undefined ? value : overlay(existing, value);
  }
  return merged;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
