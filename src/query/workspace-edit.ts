// A WorkspaceEdit as it came (LSP 3.17): which documents it changes, or why it is not taken. What would create, move or delete
// files, fill in placeholders or needs a person's word for one of its parts is refused as a whole: half of an edit is none.

import { field } from '../session/document-text.js';

export interface DocumentEdits {
  readonly uri: string;
  /** Of the document that the edits were made for; null or undefined where the server does not say. */
  readonly version: unknown;
  readonly edits: readonly unknown[];
}

export type EditRead =
  | { readonly kind: 'edits'; readonly documents: readonly DocumentEdits[] }
  /** There is nothing to change. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unreadable' };

export function readWorkspaceEdit(result: unknown): EditRead {
  if (result === null) return { kind: 'nothing' };
  if (typeof result !== 'object') return { kind: 'unreadable' };
  const listed = field(result, 'documentChanges');
  const mapped = field(result, 'changes');
  // "If documentChanges are provided they are preferred over changes".
  const read = listed === undefined || listed === null ? fromMap(mapped) : fromList(listed);
  if ('kind' in read) return read;
  const documents = read.filter(({ edits }) => edits.length > 0);
  if (documents.length === 0) return { kind: 'nothing' };
  const why = documents
    .flatMap(({ edits }) => edits)
    .map((edit) => whyNotTaken(edit, field(result, 'changeAnnotations')))
    .find((found) => found !== undefined);
  return why === undefined ? { kind: 'edits', documents } : { kind: 'refused', why };
}

type Documents = readonly DocumentEdits[] | Exclude<EditRead, { readonly kind: 'edits' }>;

function fromMap(changes: unknown): Documents {
  if (changes === undefined || changes === null) return [];
  if (typeof changes !== 'object') return { kind: 'unreadable' };
  const documents: DocumentEdits[] = [];
  for (const [uri, edits] of Object.entries(changes)) {
    if (!Array.isArray(edits)) return { kind: 'unreadable' };
    documents.push({ uri, version: undefined, edits });
  }
  return documents;
}

function fromList(changes: unknown): Documents {
  if (!Array.isArray(changes)) return { kind: 'unreadable' };
  const documents: DocumentEdits[] = [];
  for (const change of changes) {
    const kind = field(change, 'kind');
    if (kind !== undefined) return { kind: 'refused', why: wouldDo(kind, change) };
    const document = field(change, 'textDocument');
    const uri = field(document, 'uri');
    const edits = field(change, 'edits');
    if (typeof uri !== 'string' || !Array.isArray(edits)) return { kind: 'unreadable' };
    documents.push({ uri, version: field(document, 'version'), edits });
  }
  return documents;
}

function wouldDo(kind: unknown, change: unknown): string {
  const uri = field(change, 'uri') ?? field(change, 'oldUri');
  const what = typeof kind === 'string' && /^[a-z]{1,20}$/.test(kind) ? kind : 'do something unknown with';
  return `it would ${what} the file ${JSON.stringify(uri ?? null)}; files are neither created, renamed nor deleted here`;
}

function whyNotTaken(edit: unknown, annotations: unknown): string | undefined {
  if (field(edit, 'snippet') !== undefined) return 'a part of it is a template with gaps';
  const id = field(edit, 'annotationId');
  const annotation = typeof id === 'string' ? field(annotations, id) : undefined;
  if (field(annotation, 'needsConfirmation') === true)
    return 'the server asks that a person confirms a part of it';
  return undefined;
}
