// tsserver's `Diagnostic` with `includeLinePosition` (typescript/lib/protocol.d.ts) → ServerDiagnostic. 1-based and UTF-16 already.

import type {
  DiagnosticTag,
  Range,
  RelatedLocation,
  ServerDiagnostic,
  Severity,
} from '../model/diagnostic.js';
import { absolutePath, toUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';

/** Undefined when it has no message: then it is malformed. */
export function readTsserverDiagnostic(item: unknown, session: ServerSession): ServerDiagnostic | undefined {
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
