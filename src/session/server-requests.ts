// Answers to every request a server may send: the protocol's neutral answer at once, -32601 for the unknown.
// A request that waits makes servers wait (gopls published 5.9 s later, TypeScript 7 never). Edits are refused, windows not opened.

import type { JsonObject, JsonValue } from '../model/base.js';
import type { ServerRequestAnswer } from './connection.js';
import { field } from './document-text.js';

export interface AnswerContext {
  /** Placeholders filled in. */
  readonly settings: JsonObject;
  readonly workspaceFolders: readonly { readonly uri: string; readonly name: string }[];
}

export function answerRequest(method: string, params: unknown, context: AnswerContext): ServerRequestAnswer {
  switch (method) {
    case 'workspace/configuration':
      return result(configuration(params, context.settings));
    case 'workspace/workspaceFolders':
      return result(context.workspaceFolders);
    case 'workspace/applyEdit':
      return result({ applied: false, failureReason: 'lspcheck changes no files' });
    case 'window/showDocument':
      return result({ success: false });
    case 'client/registerCapability':
    case 'client/unregisterCapability':
    case 'window/workDoneProgress/create':
    case 'window/showMessageRequest':
    case 'workspace/diagnostic/refresh':
    case 'workspace/semanticTokens/refresh':
    case 'workspace/inlayHint/refresh':
    case 'workspace/inlineValue/refresh':
    case 'workspace/codeLens/refresh':
    case 'workspace/foldingRange/refresh':
    case 'workspace/textDocumentContent/refresh':
      return result(null);
    default:
      return { kind: 'error', code: -32601, message: `lspcheck does not handle ${method}` };
  }
}

function result(value: unknown): ServerRequestAnswer {
  return { kind: 'result', result: value };
}

/** One element per item, in order; the section's value, the whole object for the empty section, null for an unknown one. */
function configuration(params: unknown, settings: JsonObject): readonly JsonValue[] {
  const items = field(params, 'items');
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => section(settings, field(item, 'section')));
}

function section(settings: JsonObject, name: unknown): JsonValue {
  if (typeof name !== 'string' || name === '') return Object.keys(settings).length === 0 ? null : settings;
  if (Object.hasOwn(settings, name)) return settings[name] ?? null;
  let value: JsonValue = settings;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return null;
    value = (value as JsonObject)[key] ?? null;
  }
  return value;
}
