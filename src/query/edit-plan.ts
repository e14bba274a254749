// From a server's edits to new contents of files, or the one reason why not. Invariants: every target lies inside the root and
// outside of git's own folder, links resolved; every edit is applied to the text that its server had when it answered, and that
// text is what the disk holds. One target that is not so refuses the whole.

import { isNonEmpty, type NonEmpty, type RepoPath } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import { fromUri } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import type { FileWrite } from './apply-edit.js';
import type { QueryGround } from './ground.js';
import { placeInside } from './held-folder.js';
import { decoded, readInside } from './read-inside.js';
import { applyChanges, arranged, changesOf, type TextChange } from './text-edits.js';
import type { DocumentEdits } from './workspace-edit.js';

export interface FileEdit extends FileWrite {
  readonly textBefore: string;
  readonly textAfter: string;
  readonly edits: number;
}

export type EditPlan =
  | { readonly kind: 'plan'; readonly files: NonEmpty<FileEdit> }
  /** The texts are already as the edits would make them. */
  | { readonly kind: 'nothing' }
  /** `why` is a sentence that names the file. */
  | { readonly kind: 'refused'; readonly why: string };

/** What one server would do about a request for an edit. */
export type Proposal =
  | EditPlan
  /** `why` tells the symbols that the name stands for. */
  | { readonly kind: 'ambiguous'; readonly why: string };

/** Where each document of an edit lies; the paths are links resolved, and may be fewer than the URIs. */
export type Targets =
  | {
      readonly kind: 'targets';
      readonly pathOf: ReadonlyMap<string, RepoPath>;
      /** Named through a link: the server may have read them by a name under which they were not opened. */
      readonly throughLinks: ReadonlySet<RepoPath>;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** What a server was told of each document when it was asked. */
export type ToldTexts = ReadonlyMap<RepoPath, { readonly text: string; readonly version: number }>;

export interface PlanInput {
  readonly documents: readonly DocumentEdits[];
  readonly targets: Extract<Targets, { readonly kind: 'targets' }>;
  readonly told: ToldTexts;
  /** Of targets that were not open: the disk's bytes from before the server was asked. */
  readonly read: ReadonlyMap<RepoPath, Buffer>;
  /** What every edit of a file that was not open must replace: the server may have had another text of it. */
  readonly oldName: string | undefined;
}

const mostBytes = 10 * 1024 * 1024;
const mostFiles = 5000;

export async function targetsOf(
  documents: readonly DocumentEdits[],
  session: ServerSession,
  { root }: Pick<QueryGround, 'root'>,
): Promise<Targets> {
  const pathOf = new Map<string, RepoPath>();
  const throughLinks = new Set<RepoPath>();
  if (documents.length > mostFiles)
    return refuse(`The edit would change ${documents.length} files, more than ${mostFiles}.`);
  for (const { uri } of documents) {
    const absolute = fromUri(uri);
    if (absolute === undefined) return refuse(`${shown(uri)} cannot be changed: it is no file.`);
    // A server that is rooted elsewhere names files of its own tree.
    const inTree = session.pathOfServerFile(absolute);
    const place = await placeInside(root, inTree ?? absolute);
    if (place.kind === 'refused') return refuse(`${shown(absolute)} cannot be changed: ${place.why}.`);
    pathOf.set(uri, place.path);
    if (inTree !== place.path) throughLinks.add(place.path);
  }
  return { kind: 'targets', pathOf, throughLinks };
}

export async function planEdit(
  input: PlanInput,
  session: ServerSession,
  ground: Pick<QueryGround, 'root'>,
): Promise<EditPlan> {
  const { documents, targets } = input;
  const byPath = new Map<RepoPath, DocumentEdits[]>();
  for (const document of documents) {
    const path = targets.pathOf.get(document.uri);
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), document]);
  }
  const files: FileEdit[] = [];
  for (const [path, edits] of [...byPath].sort(([a], [b]) => compareText(a, b))) {
    const planned = await planFile(path, edits, input, session, ground);
    if (planned.kind === 'refused') return refuse(`${shown(path)} cannot be changed: ${planned.why}.`);
    if (planned.file.textBefore !== planned.file.textAfter) files.push(planned.file);
  }
  return isNonEmpty(files) ? { kind: 'plan', files } : { kind: 'nothing' };
}

/** A text as the bytes of its file: a byte order mark that was there stays. */
export function encoded(text: string, hasBom: boolean): Buffer {
  return Buffer.from(hasBom ? `\uFEFF${text}` : text, 'utf8');
}

type FilePlan =
  | { readonly kind: 'file'; readonly file: FileEdit }
  | { readonly kind: 'refused'; readonly why: string };

async function planFile(
  path: RepoPath,
  documents: readonly DocumentEdits[],
  { targets, told, read, oldName }: PlanInput,
  session: ServerSession,
  { root }: Pick<QueryGround, 'root'>,
): Promise<FilePlan> {
  const known = told.get(path);
  const now = session.textOf(path);
  if (now?.version !== known?.version) return refuse('it was changed while the server was asked');
  for (const { version } of documents)
    if (!isVersion(version, known?.version)) return refuse('the edit was made for another version of it');
  const disk = await readInside(root, path, mostBytes);
  if (disk.kind === 'refused') return disk;
  const content = decoded(disk.bytes);
  if (content.kind === 'refused') return content;
  const { text, hasBom, bytes } = content;
  const isSame = known === undefined ? read.get(path)?.equals(bytes) === true : known.text === text;
  if (!isSame) return refuse('it was changed since the server was told of it');
  const edits = documents.flatMap((document) => document.edits);
  const changes = changesOf(text, edits, session.facts.encoding);
  if (changes.kind === 'refused') return changes;
  const isSure = known !== undefined && !targets.throughLinks.has(path);
  if (!isSure && oldName !== undefined && !replaceOnly(oldName, text, changes.changes))
    return refuse(
      `the server has another text of it: ${JSON.stringify(oldName)} is not where the edit would replace it`,
    );
  return {
    kind: 'file',
    file: { path, ...changed(text, changes.changes, hasBom), before: bytes, edits: changes.changes.length },
  };
}

function changed(textBefore: string, changes: readonly TextChange[], hasBom: boolean) {
  const textAfter = applyChanges(textBefore, changes);
  return { textBefore, textAfter, after: encoded(textAfter, hasBom) };
}

/** A server that was not shown a document may say 0 (gopls) or nothing for its version. */
function isVersion(version: unknown, known: number | undefined): boolean {
  if (version === undefined || version === null) return true;
  return known === undefined ? version === 0 : version === known;
}

function replaceOnly(oldName: string, text: string, changes: readonly TextChange[]): boolean {
  return changes.every(({ start, end }) => text.slice(start, end).includes(oldName));
}

function refuse(why: string) {
  return { kind: 'refused', why } as const;
}

function shown(path: string): string {
  return JSON.stringify(path);
}

/** One file, one change: what is planned here and not by a server. */
export function planChange(
  path: RepoPath,
  bytes: Buffer,
  content: { readonly text: string; readonly hasBom: boolean },
  change: TextChange,
): FileEdit {
  const { text, hasBom } = content;
  const read = arranged([change]);
  const changes = read.kind === 'changes' ? read.changes : [];
  return { path, ...changed(text, changes, hasBom), before: bytes, edits: 1 };
}
