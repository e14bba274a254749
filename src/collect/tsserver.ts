// tsserver's own synchronous diagnostics through typescript-language-server's command `typescript.tsserverRequest`:
// three lists that together are what the server would publish at the end, exact even while publishes are still partial
// (typescript-language-server 5.3.0 with TypeScript 5.9.3: 30 files at once right; publishes alone empty for up to 2.6 s).

import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { PlannedDocument } from '../model/plan.js';
import { fromUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import { quoted } from '../session/faults.js';
import { jsonExcerpt } from '../session/json-excerpt.js';
import type { ServerSession } from '../session/server-session.js';
import { type AskResult, answered, errorResult, failed } from './ask-result.js';
import { readTsserverDiagnostic } from './tsserver-diagnostic.js';
import { checkProjectOf } from './tsserver-project.js';
import { tsserverRequest } from './tsserver-request.js';

const commands = [
  'syntacticDiagnosticsSync',
  'semanticDiagnosticsSync',
  'suggestionDiagnosticsSync',
] as const;

export async function askTsserver(
  session: ServerSession,
  document: PlannedDocument,
  signal: AbortSignal,
): Promise<AskResult | undefined> {
  const { path } = document;
  const name = session.plan.definition.name;
  const file = fromUri(document.uri);
  const [outcomes] = await Promise.all([
    Promise.all(commands.map((command) => tsserverRequest(session, command, file, signal))),
    checkProjectOf(session, file, signal),
  ]);
  const diagnostics: ServerDiagnostic[] = [];
  const malformed: string[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'lost') return undefined;
    if (outcome.kind === 'error') return errorResult(path, name, outcome);
    const body = field(outcome.result, 'body');
    if (field(outcome.result, 'type') !== 'response' || !Array.isArray(body)) {
      const why = field(outcome.result, 'message');
      return failed(path, `tsserver gave no diagnostics${typeof why === 'string' ? `: ${quoted(why)}` : ''}`);
    }
    for (const item of body) {
      const diagnostic = readTsserverDiagnostic(item, session);
      if (diagnostic) diagnostics.push(diagnostic);
      else malformed.push(jsonExcerpt(item, 200));
    }
  }
  return answered(path, diagnostics, malformed);
}
