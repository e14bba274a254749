// replace_symbol_body: the whole declaration of one symbol, as its server gives its range, replaced by another text. The text's
// line breaks become those of the file.

import type { ServerHandle } from '../engine/server-handle.js';
import type { RepoPath } from '../model/base.js';
import { askInOrder, askSession, empty, firstFound, noteFor, type Reply } from './ask-in-order.js';
import { conclude, type EditAnswer, type Editing, unchanged } from './edit.js';
import { type EditPlan, type Proposal, planChange } from './edit-plan.js';
import { symbolsIn } from './file-symbols.js';
import type { Call } from './ground.js';
import { spotsOf } from './locate-symbol.js';
import { type NamePath, parseNamePath } from './name-path.js';
import { answer } from './note.js';
import { decoded, readInside } from './read-inside.js';
import { ambiguity } from './rename-place.js';
import type { SymbolNode } from './symbols.js';
import { aimAt } from './target-file.js';
import { changesOf } from './text-edits.js';
import { mentions } from './words.js';

export interface ReplaceBodyInput {
  /** A name or name path that the file declares. */
  readonly symbol: string;
  /** The whole declaration: what `range` of get_symbols_overview spans, signature included. */
  readonly new_body: string;
  readonly file_path: string;
  /** 0-based: the symbol on this line. */
  readonly line?: number;
  readonly dry_run?: boolean;
}

export function replaceSymbolBody<D>(
  input: ReplaceBodyInput,
  editing: Editing<D>,
  call: Call,
): Promise<EditAnswer<D>> {
  return editing.inTurn(() => replace(input, editing, call));
}

async function replace<D>(input: ReplaceBodyInput, editing: Editing<D>, call: Call): Promise<EditAnswer<D>> {
  const dryRun = input.dry_run ?? false;
  const query = parseNamePath(input.symbol);
  if (query === undefined || input.new_body.trim() === '' || /\p{Surrogate}/u.test(input.new_body)) {
    const why = query === undefined ? 'There is no name to look for.' : 'The new body is no text.';
    return unchanged(answer('refused', why), { dry_run: dryRun });
  }
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return unchanged(aim.answer, { dry_run: dryRun });
  const { file, handles } = aim;
  const heard = await askInOrder(handles, (handle) => propose(query, input, file.path, handle, call));
  const found = firstFound(heard);
  const note = noteFor(heard, `symbol ${JSON.stringify(input.symbol)} in ${file.path}`);
  if (found === undefined) return unchanged(note, { file, dry_run: dryRun });
  const { server, value } = found;
  const title = `Replace ${JSON.stringify(input.symbol)}`;
  const frame = { title, file, server, dryRun, warnings: note.warnings };
  return conclude(value, frame, editing, call);
}

function propose(
  query: NamePath,
  input: ReplaceBodyInput,
  path: RepoPath,
  handle: ServerHandle,
  call: Call,
): Promise<Reply<Proposal>> {
  return askSession<Proposal>(handle, [path], call, async (session) => {
    const told = session.textOf(path);
    const symbols = await symbolsIn(session, path, call);
    if (symbols.kind !== 'found') return symbols;
    const { spots } = await spotsOf(query, input.line, session, path, call);
    const node = spots[0]?.node;
    if (node === undefined) return empty(session);
    const others = spots.slice(1);
    if (others.length > 0)
      return { kind: 'found', value: { kind: 'ambiguous', why: ambiguity(input.symbol, others) } };
    if (!symbols.value.isTree) {
      const why = `${handle.name} tells where the symbol is, and not where it ends.`;
      return { kind: 'found', value: { kind: 'refused', why } };
    }
    const disk = await readInside(call.root, path, mostBytes);
    const content = disk.kind === 'refused' ? disk : decoded(disk.bytes);
    if (content.kind === 'refused')
      return {
        kind: 'found',
        value: { kind: 'refused', why: `${JSON.stringify(path)} cannot be changed: ${content.why}.` },
      };
    const now = session.textOf(path);
    if (told === undefined || now?.version !== told.version || content.text !== told.text) {
      const why = `${JSON.stringify(path)} was changed while ${handle.name} was asked.`;
      return { kind: 'found', value: { kind: 'refused', why } };
    }
    return { kind: 'found', value: plan(path, content, node, input.new_body) };
  });
}

function plan(
  path: RepoPath,
  content: { readonly text: string; readonly hasBom: boolean; readonly bytes: Buffer },
  { range, segments }: SymbolNode,
  newBody: string,
): EditPlan {
  const { text } = content;
  const read = changesOf(text, [{ range, newText: newBody }], 'utf-16');
  const change = read.kind === 'changes' ? read.changes[0] : undefined;
  if (change === undefined || !mentions(text.slice(change.start, change.end), segments.at(-1) ?? ''))
    return { kind: 'refused', why: 'the range that the server gives for the symbol does not hold its name.' };
  // The range ends before the line break: one more would leave an empty line.
  const endsLine = /^(\r\n|\n|\r)/.test(text.slice(change.end));
  const body = endsLine ? newBody.replace(/(\r\n|\n|\r)$/, '') : newBody;
  const newText = body.replace(/\r\n|\n|\r/g, lineBreakOf(text));
  const file = planChange(path, content.bytes, content, { ...change, newText });
  return file.textBefore === file.textAfter ? { kind: 'nothing' } : { kind: 'plan', files: [file] };
}

/** Of a file that mixes them the one it has most often. */
function lineBreakOf(text: string): string {
  const count = (lineBreak: RegExp) => text.match(lineBreak)?.length ?? 0;
  const [windows, unix, old] = [count(/\r\n/g), count(/(?<!\r)\n/g), count(/\r(?!\n)/g)];
  if (windows > unix) return windows > old ? '\r\n' : '\r';
  return old > unix ? '\r' : '\n';
}

const mostBytes = 10 * 1024 * 1024;
