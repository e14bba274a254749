// What a server sent in place of a Diagnostic → ServerDiagnostic, entry by entry: a bad entry costs nothing but itself.
// An entry without a readable message is malformed: told apart, never dropped. Judges nothing.

import type { RepoPath } from '../model/base.js';
import type { DiagnosticTag, RelatedLocation, ServerDiagnostic, Severity } from '../model/diagnostic.js';
import type { PositionEncoding } from '../model/server-definition.js';
import { convertRange, field } from './document-text.js';
import { jsonExcerpt } from './json-excerpt.js';

export interface ReadDiagnostics {
  readonly diagnostics: readonly ServerDiagnostic[];
  /** What could not be read at all, as cut JSON text. */
  readonly malformed: readonly string[];
}

export interface ReadingContext {
  readonly lines: readonly string[];
  readonly encoding: PositionEncoding;
  /** By source, where it is another one than the server's. */
  readonly columnUnits: Readonly<Record<string, PositionEncoding>>;
  /** Where a URI lies: a repository path, or outside. */
  place(uri: string): {
    readonly path: RepoPath;
    readonly outsideRepository: boolean;
    readonly lines?: readonly string[];
  };
}

/** Shortest text that still shows what came. */
const malformedExcerptChars = 200;

export function readDiagnostics(items: readonly unknown[], context: ReadingContext): ReadDiagnostics {
  const diagnostics: ServerDiagnostic[] = [];
  const malformed: string[] = [];
  for (const item of items) {
    const diagnostic = readDiagnostic(item, context);
    if (diagnostic) diagnostics.push(diagnostic);
    else malformed.push(jsonExcerpt(item, malformedExcerptChars));
  }
  return { diagnostics, malformed };
}

function readDiagnostic(item: unknown, context: ReadingContext): ServerDiagnostic | undefined {
  const message = messageText(field(item, 'message'));
  if (message === undefined) return undefined;
  const source = text(field(item, 'source'));
  const { range, approximate } = convertRange(field(item, 'range'), context.lines, unitOf(source, context));
  const severity = severityOf(field(item, 'severity'));
  const code = codeOf(field(item, 'code'));
  const codeUrl =
    text(field(field(item, 'codeDescription'), 'href')) ?? text(field(field(item, 'code'), 'target'));
  return {
    message,
    range,
    approximate,
    tags: tagsOf(field(item, 'tags')),
    related: relatedOf(field(item, 'relatedInformation'), context),
    ...(severity !== undefined && { severity }),
    ...(code !== undefined && { code }),
    ...(codeUrl !== undefined && { codeUrl }),
    ...(source !== undefined && { source }),
  };
}

function unitOf(source: string | undefined, { encoding, columnUnits }: ReadingContext): PositionEncoding {
  const known = source !== undefined && Object.hasOwn(columnUnits, source) ? columnUnits[source] : undefined;
  return known ?? encoding;
}

/** A string; LSP 3.18 also allows MarkupContent. An empty message is still a diagnostic. */
function messageText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? '(no message)' : value;
  return text(field(value, 'value'));
}

/** An unknown number is no severity: the entry says what that means. */
function severityOf(value: unknown): Severity | undefined {
  switch (value) {
    case 1:
      return 'error';
    case 2:
      return 'warning';
    case 3:
      return 'info';
    case 4:
      return 'hint';
    default:
      return undefined;
  }
}

/** A number, a string, or the older `{ value, target }`. */
function codeOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return text(value) ?? (value === null ? undefined : codeOfObject(value));
}

function codeOfObject(value: unknown): string | undefined {
  const inner = field(value, 'value');
  return typeof inner === 'number' ? String(inner) : text(inner);
}

function tagsOf(value: unknown): readonly DiagnosticTag[] {
  if (!Array.isArray(value)) return [];
  const tags: DiagnosticTag[] = [];
  if (value.includes(1)) tags.push('unnecessary');
  if (value.includes(2)) tags.push('deprecated');
  return tags;
}

function relatedOf(value: unknown, context: ReadingContext): readonly RelatedLocation[] {
  if (!Array.isArray(value)) return [];
  const related: RelatedLocation[] = [];
  for (const item of value) {
    const location = field(item, 'location');
    const uri = text(field(location, 'uri'));
    if (uri === undefined) continue;
    const { path, outsideRepository, lines } = context.place(uri);
    const { range } = convertRange(field(location, 'range'), lines, context.encoding);
    related.push({ path, outsideRepository, range, message: text(field(item, 'message')) ?? '' });
  }
  return related;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
