// One diagnostic ↔ its object in the JSON report. Text is kept exactly; an absent field stays absent.

import type { JsonObject, RepoPath } from './base.js';
import {
  compareDiagnostics,
  type Diagnostic,
  type DiagnosticStatus,
  type Position,
  type Range,
  type RelatedLocation,
  severities,
} from './diagnostic.js';
import {
  everyOf,
  field,
  flag,
  known,
  list,
  Mismatch,
  oneOf,
  optional,
  type Place,
  text,
  whole,
} from './json-reader.js';

const statuses = everyOf<DiagnosticStatus>({
  active: true,
  'outside-change': true,
  existing: true,
  baselined: true,
  suppressed: true,
});

/** In report order, whatever order they come in. */
export function encodeDiagnostics(diagnostics: readonly Diagnostic[]): readonly JsonObject[] {
  return [...diagnostics].sort(compareDiagnostics).map(encodeDiagnostic);
}

function encodeDiagnostic(diagnostic: Diagnostic): JsonObject {
  return known({
    server: diagnostic.server,
    source: diagnostic.source,
    code: diagnostic.code,
    codeUrl: diagnostic.codeUrl,
    severity: diagnostic.severity,
    message: diagnostic.message,
    range: encodeRange(diagnostic.range),
    tags: diagnostic.tags,
    related: diagnostic.related.map(encodeRelated),
    fingerprint: diagnostic.fingerprint,
    status: diagnostic.status,
    provisional: diagnostic.provisional,
    approximate: diagnostic.approximate,
  });
}

function encodeRelated(place: RelatedLocation): JsonObject {
  return known({
    path: place.path,
    outsideRepository: place.outsideRepository ? true : undefined,
    range: encodeRange(place.range),
    message: place.message,
  });
}

function encodeRange({ start, end }: Range): JsonObject {
  return {
    start: { line: start.line, column: start.column },
    end: { line: end.line, column: end.column },
  };
}

/** @throws Mismatch when the shape is another one. */
export function decodeDiagnostic(place: Place): Diagnostic {
  return {
    server: text(field(place, 'server')),
    ...optional(place, 'source', text),
    ...optional(place, 'code', text),
    ...optional(place, 'codeUrl', text),
    severity: oneOf(field(place, 'severity'), severities),
    message: text(field(place, 'message')),
    range: decodeRange(field(place, 'range')),
    approximate: flag(field(place, 'approximate')),
    tags: list(field(place, 'tags'), (tag) => oneOf(tag, ['unnecessary', 'deprecated'])),
    related: list(field(place, 'related'), decodeRelated),
    fingerprint: text(field(place, 'fingerprint')),
    status: oneOf(field(place, 'status'), statuses),
    provisional: flag(field(place, 'provisional')),
  };
}

function decodeRelated(place: Place): RelatedLocation {
  return {
    path: decodePath(field(place, 'path')),
    outsideRepository: optional(place, 'outsideRepository', flag).outsideRepository ?? false,
    range: decodeRange(field(place, 'range')),
    message: text(field(place, 'message')),
  };
}

function decodeRange(place: Place): Range {
  const start = decodePosition(field(place, 'start'));
  const end = decodePosition(field(place, 'end'));
  if (end.line < start.line || (end.line === start.line && end.column < start.column))
    throw new Mismatch(place.at, 'the end lies before the start');
  return { start, end };
}

function decodePosition(place: Place): Position {
  return { line: whole(field(place, 'line'), 1), column: whole(field(place, 'column'), 1) };
}

/** A repository path as reports spell it: never absolute, never leaving the root. */
export function decodePath(place: Place): RepoPath {
  const path = text(place);
  if (path === '' || path.startsWith('/') || path.includes('\0') || path.split('/').includes('..'))
    throw new Mismatch(place.at, 'expected a path inside the repository');
  return path as RepoPath; // the border at which a string of a report becomes a RepoPath
}
