// What an MCP tool answered about one file → diagnostics, or why it says nothing. Pure.
// Invariant: only a list is an answer. A text is one where the configured expression finds findings in it, or its group `clean`;
// a text that matches nothing is neither clean nor a finding.

import type { McpTools } from '../model/server-definition.js';
import { field } from './document-text.js';
import { type ReadDiagnostics, type ReadingContext, readDiagnostics } from './wire-diagnostic.js';

export type ToolAnswer =
  /** `beside`: what the tool said in words besides the list. */
  | ({ readonly kind: 'list'; readonly beside: string } & ReadDiagnostics)
  /** The tool says itself that it failed (`isError`). */
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string };

/** @param result of tools/call, as it came. */
export function readToolAnswer(
  result: unknown,
  { match }: Pick<McpTools, 'match'>,
  context: ReadingContext,
): ToolAnswer {
  const text = textOf(result);
  if (field(result, 'isError') === true) return { kind: 'failed', text };
  const json = jsonIn(text);
  const items = listIn(field(result, 'structuredContent')) ?? listIn(json);
  if (items !== undefined) {
    // Structured answers are told in text as well; a JSON text is the list itself.
    const beside = json === undefined ? text : '';
    return { kind: 'list', beside, ...readDiagnostics(items.map(inWireForm), context) };
  }
  const found = match === undefined ? undefined : matchesIn(text, match);
  if (match === undefined || found === undefined) return { kind: 'unreadable', text };
  const beside = text.replace(new RegExp(match, 'gm'), '');
  return { kind: 'list', beside, ...readDiagnostics(found, context) };
}

/** All text parts, in order (MCP 2025-06-18, tool results). */
export function textOf(result: unknown): string {
  const parts = field(result, 'content');
  if (!Array.isArray(parts)) return '';
  return parts
    .flatMap((part) => {
      const text = field(part, 'text');
      return typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list itself, or `diagnostics` of an object (as LSP's `items` of a full report). */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  for (const key of ['diagnostics', 'items']) {
    const list = field(value, key);
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

const severityNumbers: Readonly<Record<string, number>> = {
  error: 1,
  warning: 2,
  warn: 2,
  info: 3,
  information: 3,
  note: 3,
  hint: 4,
};

/** LSP's own form stays as it is; `line` and `column` beside the message are counted from 1, as people do. */
function inWireForm(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const severity = severityNumber(field(item, 'severity'));
  const rest = { ...item, ...(severity !== undefined && { severity }) };
  if (field(item, 'range') !== undefined) return rest;
  const line = number(field(item, 'line'));
  return line === undefined ? rest : { ...rest, range: rangeFrom(item, line) };
}

function severityNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const known = typeof value === 'string' ? value.toLowerCase() : '';
  return Object.hasOwn(severityNumbers, known) ? severityNumbers[known] : undefined;
}

function rangeFrom(item: object, line: number) {
  const column = number(field(item, 'column')) ?? 1;
  const endLine = number(field(item, 'endLine')) ?? line;
  const endColumn = number(field(item, 'endColumn')) ?? column;
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isInteger(read) ? read : undefined;
}

/** Undefined where the expression finds nothing: that is no empty list. */
function matchesIn(text: string, match: string): readonly unknown[] | undefined {
  const found = [...text.matchAll(new RegExp(match, 'gm'))].map(({ groups = {}, 0: whole }) => ({
    whole,
    ...groups,
  }));
  if (found.length === 0) return undefined;
  const findings = found.filter((groups) => field(groups, 'clean') === undefined);
  return findings.map((groups) =>
    inWireForm({ ...groups, message: field(groups, 'message') ?? groups.whole }),
  );
}
