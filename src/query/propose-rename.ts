// A rename as one server would do it, on texts that it was told just before: it is asked until every file that it would change
// is open in it, so that each edit is made for the very text that the disk holds. Writes nothing.

import type { ServerHandle } from '../engine/server-handle.js';
import type { RepoPath } from '../model/base.js';
import type { ServerSession } from '../session/server-session.js';
import { ask, askSession, empty, type Reply } from './ask-in-order.js';
import { type Proposal, planEdit, type ToldTexts, targetsOf } from './edit-plan.js';
import { takenIn, uriIn } from './file-symbols.js';
import type { Call } from './ground.js';
import type { NamePath } from './name-path.js';
import { type Place, serverPlace } from './positions.js';
import { readInside } from './read-inside.js';
import { ambiguity, isCovered, placeToRename } from './rename-place.js';
import type { RenameInput } from './rename-symbol.js';
import { unreadable } from './request.js';
import { filesToShow } from './shown-files.js';
import { readWorkspaceEdit } from './workspace-edit.js';

const method = 'textDocument/rename';
/** How often a server may name files that it did not name before. */
const mostRounds = 4;

export async function proposeRename(
  query: NamePath,
  input: RenameInput,
  path: RepoPath,
  handle: ServerHandle,
  call: Call,
): Promise<Reply<Proposal>> {
  const shown = await filesToShow(query, handle, call);
  if (shown.isCut) {
    const why = `more files mention it than ${handle.name} can be shown at once.`;
    return { kind: 'found', value: { kind: 'refused', why } };
  }
  let open: readonly RepoPath[] = [path, ...shown.paths.filter((other) => other !== path)];
  let read: ReadonlyMap<RepoPath, Buffer> = new Map();
  for (let round = 1; ; round += 1) {
    const reply = await askSession<Round>(handle, open, call, (session) => {
      const ask = { query, input, path, open, read };
      return askRound(ask, session, call);
    });
    if (reply.kind !== 'found') return reply;
    const { value } = reply;
    if (value.kind !== 'open-more') return { kind: 'found', value };
    if (round === mostRounds) {
      const why = `${handle.name} names other files each time it is asked.`;
      return { kind: 'found', value: { kind: 'refused', why } };
    }
    const most = handle.definition.maxOpenDocuments;
    open = [...open, ...value.paths].slice(0, Math.max(most, open.length));
    // What cannot be opened is held against the disk as it is now, before the server is asked again.
    const more = await bytesOf(value.paths, call);
    if (more.kind === 'refused') return { kind: 'found', value: more };
    read = new Map([...read, ...more.bytes]);
  }
}

type Round = Proposal | { readonly kind: 'open-more'; readonly paths: readonly RepoPath[] };

interface RoundInput {
  readonly query: NamePath;
  readonly input: RenameInput;
  readonly path: RepoPath;
  readonly open: readonly RepoPath[];
  readonly read: ReadonlyMap<RepoPath, Buffer>;
}

async function askRound(
  { query, input, path, open, read }: RoundInput,
  session: ServerSession,
  call: Call,
): Promise<Reply<Round>> {
  if (!session.offers(method)) return { kind: 'unsupported', method };
  if (!session.plan.definition.seesUnopened) await takenIn(session, open, call);
  const told = toldTexts(session, open);
  const meant = await placeToRename(query, input, session, path, call);
  if (meant.kind !== 'found') return meant;
  const { place, others } = meant.value;
  const position = serverPlace(place, session.linesOf(path), session.facts.encoding);
  const at = { textDocument: { uri: uriIn(session, path) }, position };
  const cannot = await whyNotThere(session, at, call);
  if (cannot !== undefined) return cannot;
  return ask<Round>(session, method, { ...at, newName: input.new_name }, call, async (result) => {
    const edit = readWorkspaceEdit(result);
    if (edit.kind === 'unreadable')
      return { kind: 'failed', warning: unreadable(session, method, 'something that is no edit') };
    if (edit.kind === 'nothing') return { kind: 'found', value: edit };
    if (edit.kind === 'refused') return { kind: 'found', value: { kind: 'refused', why: `${edit.why}.` } };
    const { documents } = edit;
    const targets = await targetsOf(documents, session, call);
    if (targets.kind === 'refused') return { kind: 'found', value: targets };
    const { pathOf } = targets;
    const isChanged = (place: Place) => isCovered(place, documents, path, pathOf, session);
    if (!isChanged(place)) {
      const why = `${session.plan.definition.name} would change other places, and not the one that it was asked about.`;
      return { kind: 'found', value: { kind: 'refused', why } };
    }
    const left = others.filter((spot) => !isChanged(spot.place));
    if (left.length > 0)
      return { kind: 'found', value: { kind: 'ambiguous', why: ambiguity(input.symbol, left) } };
    const unknown = [...new Set(pathOf.values())].filter((one) => !told.has(one) && !read.has(one));
    if (unknown.length > 0) return { kind: 'found', value: { kind: 'open-more', paths: unknown } };
    const oldName = query.segments.at(-1);
    const plan = await planEdit({ documents, targets, told, read, oldName }, session, call);
    return { kind: 'found', value: plan };
  });
}

function toldTexts(session: ServerSession, open: readonly RepoPath[]): ToldTexts {
  const told = new Map<RepoPath, { readonly text: string; readonly version: number }>();
  for (const path of open) {
    const now = session.textOf(path);
    if (now !== undefined) told.set(path, { text: now.text, version: now.version });
  }
  return told;
}

/** Where the server checks places before it renames: what it says against this one. */
async function whyNotThere(
  session: ServerSession,
  at: object,
  call: Call,
): Promise<Reply<Round> | undefined> {
  const prepare = 'textDocument/prepareRename';
  if (!session.offers(prepare)) return undefined;
  const why = `${session.plan.definition.name} says that this cannot be renamed.`;
  const refused: Reply<Round> = { kind: 'found', value: { kind: 'refused', why } };
  const reply = await ask(session, prepare, at, call, (result) =>
    result === null ? refused : empty(session),
  );
  return reply.kind === 'empty' ? undefined : reply;
}

async function bytesOf(
  paths: readonly RepoPath[],
  { root }: Call,
): Promise<
  | { readonly kind: 'read'; readonly bytes: ReadonlyMap<RepoPath, Buffer> }
  | { readonly kind: 'refused'; readonly why: string }
> {
  const bytes = new Map<RepoPath, Buffer>();
  for (const path of paths) {
    const read = await readInside(root, path, mostBytes);
    if (read.kind === 'refused')
      return { kind: 'refused', why: `${JSON.stringify(path)} cannot be changed: ${read.why}.` };
    bytes.set(path, read.bytes);
  }
  return { kind: 'read', bytes };
}

const mostBytes = 10 * 1024 * 1024;
