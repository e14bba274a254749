// tsserver's own synchronous diagnostics through typescript-language-server's command `typescript.tsserverRequest`:
// three lists that together are what the server would publish at the end, exact even while publishes are still partial
// (typescript-language-server 5.3.0 with TypeScript 5.9.3: 30 files at once right; publishes alone empty for up to 2.6 s).
// The shapes are tsserver's `Diagnostic` with `includeLinePosition` (typescript/lib/protocol.d.ts): 1-based, UTF-16.

import type {
  DiagnosticTag,
  Range,
  RelatedLocation,
  ServerDiagnostic,
  Severity,
} from '../model/diagnostic.js';
import type { PlannedDocument } from '../model/plan.js';
import { absolutePath, fromUri, toUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import { quoted } from '../session/faults.js';
import type { ServerSession } from '../session/server-session.js';
import { type AskResult, answered, errorResult, failed } from './ask-result.js';

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
  const outcomes = await Promise.all(
    commands.map((command) =>
      session.request(
        'workspace/executeCommand',
        {
          command: 'typescript.tsserverRequest',
          arguments: [command, { file, includeLinePosition: true }, {}],
        },
        signal,
      ),
    ),
  );
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
      else malformed.push((JSON.stringify(item) ?? 'undefined').slice(0, 200));
    }
  }
  return answered(path, diagnostics, malformed);
}

function readTsserverDiagnostic(item: unknown, session: ServerSession): ServerDiagnostic | undefined {
  const message = field(item, 'message');
  if (typeof message !== 'string') return undefined;
  const code = field(item, 'code');
  const range = readRange(item);
  const tags: DiagnosticTag[] = [];
  if (field(item, 'reportsUnnecessary') !== undefined) tags.push('unnecessary');
  if (field(item, 'reportsDeprecated') !== undefined) tags.push('deprecated');
  return {
    message,
    source: 'typescript',
    range: range ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    approximate: range === undefined,
    tags,
    related: readRelated(field(item, 'relatedInformation'), session),
    ...severityOf(field(item, 'category')),
    ...(typeof code === 'number' && { code: String(code) }),
  };
}

/** `category` is a word (ts.DiagnosticCategory); an unknown one leaves the severity to the entry. */
function severityOf(category: unknown): { readonly severity?: Severity } {
  switch (category) {
    case 'error':
      return { severity: 'error' };
    case 'warning':
      return { severity: 'warning' };
    case 'suggestion':
      return { severity: 'hint' };
    case 'message':
      return { severity: 'info' };
    default:
      return {};
  }
}

function readRange(item: unknown): Range | undefined {
  const start = readPosition(field(item, 'startLocation'));
  const end = readPosition(field(item, 'endLocation'));
  return start && end ? { start, end } : undefined;
}

function readPosition(value: unknown): Range['start'] | undefined {
  const line = field(value, 'line');
  const offset = field(value, 'offset');
  if (typeof line !== 'number' || typeof offset !== 'number' || line < 1 || offset < 1) return undefined;
  return { line, column: offset };
}

function readRelated(value: unknown, session: ServerSession): readonly RelatedLocation[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const span = field(item, 'span');
    const file = field(span, 'file');
    const start = readPosition(field(span, 'start'));
    const end = readPosition(field(span, 'end'));
    const message = field(item, 'message');
    if (typeof file !== 'string' || !start || !end || typeof message !== 'string') return [];
    return [
      {
        ...session.place(toUri(absolutePath(file, session.plan.root))),
        range: { start, end },
        message,
      },
    ];
  });
}
