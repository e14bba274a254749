// The questions whose answers are evidence: a pull, tsserver's own commands, a request that comes after the last publish.
// Each ends as a settle event. What is no answer (null, unchanged, no items) is a failure with its own sentence, never a list.

import type { PlannedDocument } from '../model/plan.js';
import { field } from '../session/document-text.js';
import { jsonExcerpt } from '../session/json-excerpt.js';
import type { ServerSession } from '../session/server-session.js';
import { type AskResult, answered, errorResult, failed } from './ask-result.js';
import { askTsserver } from './tsserver.js';

export type AskKind = 'pull' | 'document-symbol' | 'tsserver-sync';

/** Undefined: the connection is gone, and a `lost` event tells why; or the asking was cancelled by us. */
export async function ask(
  kind: AskKind,
  session: ServerSession,
  document: PlannedDocument,
  signal: AbortSignal,
): Promise<AskResult | undefined> {
  switch (kind) {
    case 'pull':
      return askPull(session, document, signal);
    case 'document-symbol':
      return askDocumentSymbol(session, document, signal);
    case 'tsserver-sync':
      return askTsserver(session, document, signal);
  }
}

async function askPull(
  session: ServerSession,
  document: PlannedDocument,
  signal: AbortSignal,
): Promise<AskResult | undefined> {
  const { pullIdentifier } = session.facts;
  const outcome = await session.request(
    'textDocument/diagnostic',
    {
      textDocument: { uri: document.uri },
      ...(pullIdentifier !== undefined && { identifier: pullIdentifier }),
    },
    signal,
  );
  const { path } = document;
  const name = session.plan.definition.name;
  if (outcome.kind === 'lost') return undefined;
  if (outcome.kind === 'error') return errorResult(path, name, outcome);
  const items = field(outcome.result, 'items');
  if (field(outcome.result, 'kind') !== 'full' || !Array.isArray(items)) {
    return failed(
      path,
      `${name} answered the pull with ${shapeOf(outcome.result)}, which is no list of diagnostics`,
    );
  }
  const read = session.readItems(path, items);
  return answered(path, read.diagnostics, read.malformed);
}

async function askDocumentSymbol(
  session: ServerSession,
  document: PlannedDocument,
  signal: AbortSignal,
): Promise<AskResult | undefined> {
  const params = { textDocument: { uri: document.uri } };
  const outcome = await session.request('textDocument/documentSymbol', params, signal);
  const name = session.plan.definition.name;
  if (outcome.kind === 'lost') return undefined;
  if (outcome.kind === 'error') return errorResult(document.path, name, outcome);
  return answered(document.path, undefined, []);
}

function shapeOf(result: unknown): string {
  if (result === null) return 'null';
  if (typeof result !== 'object') return `a ${typeof result}`;
  if (Array.isArray(result)) return 'a bare list';
  const kind = field(result, 'kind');
  return kind === 'full' ? 'a full report without items' : `the kind ${jsonExcerpt(kind, 80)}`;
}
