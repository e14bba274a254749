// rename_symbol: a server's rename, planned as a whole and carried out as a whole.

import { askInOrder, firstFound, noteFor } from './ask-in-order.js';
import { conclude, type EditAnswer, type Editing, unchanged } from './edit.js';
import type { Call } from './ground.js';
import { type NamePath, parseNamePath } from './name-path.js';
import { answer } from './note.js';
import { proposeRename } from './propose-rename.js';
import { aimAt } from './target-file.js';

export interface RenameInput {
  /** A name or name path that the file declares. */
  readonly symbol: string;
  readonly new_name: string;
  readonly file_path: string;
  /** 0-based: the symbol on this line; with `character` the very place of its name, declared there or used. */
  readonly line?: number;
  readonly character?: number;
  readonly dry_run?: boolean;
}

export function renameSymbol<D>(input: RenameInput, editing: Editing<D>, call: Call): Promise<EditAnswer<D>> {
  return editing.inTurn(() => rename(input, editing, call));
}

async function rename<D>(input: RenameInput, editing: Editing<D>, call: Call): Promise<EditAnswer<D>> {
  const dryRun = input.dry_run ?? false;
  const query = parseNamePath(input.symbol);
  const wrong = whyNoRename(query, input);
  if (query === undefined || wrong !== undefined)
    return unchanged(answer('refused', wrong ?? 'There is no name to rename.'), { dry_run: dryRun });
  const aim = await aimAt(call, input.file_path);
  if (aim.kind === 'stopped') return unchanged(aim.answer, { dry_run: dryRun });
  const { file, handles } = aim;
  const heard = await askInOrder(handles, (handle) => proposeRename(query, input, file.path, handle, call));
  const found = firstFound(heard);
  const note = noteFor(heard, `symbol ${JSON.stringify(input.symbol)} to rename in ${file.path}`);
  if (found === undefined) return unchanged(note, { file, dry_run: dryRun });
  const { server, value } = found;
  const title = `Rename ${JSON.stringify(input.symbol)} to ${JSON.stringify(input.new_name)}`;
  const frame = { title, file, server, dryRun, warnings: note.warnings };
  return conclude(value, frame, editing, call);
}

function whyNoRename(
  query: NamePath | undefined,
  { new_name, line, character }: RenameInput,
): string | undefined {
  if (query === undefined) return 'There is no name to rename.';
  if (/[\s\p{C}"'`()[\]{}<>;,]/u.test(new_name) || new_name === '')
    return `${JSON.stringify(new_name)} is no name.`;
  if (query.segments.at(-1) === new_name) return 'The new name is the old one.';
  const isCount = (value: number | undefined) =>
    value === undefined || (Number.isInteger(value) && value >= 0);
  if (!isCount(line) || !isCount(character) || (character !== undefined && line === undefined))
    return 'A place is a line and a character, whole numbers from 0 on.';
  return undefined;
}
