// resolve_symbol: the file in which something that a file names is declared. Servers are asked for the definition, then for the
// symbol in the whole workspace; where none can tell, the text is searched, and the answer says so.

import type { ServerHandle } from '../engine/server-handle.js';
import { askInOrder, firstFound } from './ask-in-order.js';
import { findLocations, type Source, type ToldLocation } from './find-locations.js';
import type { Call } from './ground.js';
import type { NamePath } from './name-path.js';
import { type Answer, answer } from './note.js';
import { aimAt, type FileName, fileName, targetFile } from './target-file.js';
import { resolveByText, type TextPlace } from './text-search.js';
import { workspaceSymbols } from './workspace-symbols.js';

export interface ResolveInput {
  /** As the file names it: `User`, `pkg.mod.Name`, `App\Models\User`, `./a.js`. */
  readonly symbol: string;
  readonly file_path: string;
}

export interface ResolvedPlace extends Partial<Pick<ToldLocation, 'range' | 'outside_root'>> {
  readonly path: string;
  readonly file_path: string;
  readonly line_1based?: number;
}

export interface ResolveAnswer extends Answer {
  readonly file?: FileName;
  readonly source: Source;
  readonly server?: string;
  /** The likeliest. */
  readonly resolved?: ResolvedPlace;
  /** All of them, the likeliest first. */
  readonly candidates: readonly ResolvedPlace[];
}

export async function resolveSymbol(input: ResolveInput, call: Call): Promise<ResolveAnswer> {
  const nothing = { source: 'none', candidates: [] } as const;
  const segments = segmentsOf(input.symbol);
  const name = segments.at(-1);
  if (name === undefined) return { ...answer('refused', 'There is no name to look for.'), ...nothing };
  const target = await targetFile(call, input.file_path);
  if (target.kind === 'refused') return { ...target.answer, ...nothing };
  const { file } = target;
  const declared = await findLocations(
    'declaration',
    { symbol: segments.join('/'), file_path: file.path },
    call,
  );
  const [first] = declared.locations;
  if (declared.source === 'lsp' && first !== undefined) {
    const { note, message, warnings, positionBase, server } = declared;
    const found = { note, message, warnings, positionBase, file, source: 'lsp' } as const;
    return {
      ...found,
      ...(server !== undefined && { server }),
      resolved: first,
      candidates: declared.locations,
    };
  }
  const aim = await aimAt(call, file.path);
  const elsewhere = aim.kind === 'aimed' ? await inWorkspace(aim.handles, segments, call) : undefined;
  if (elsewhere !== undefined) {
    const [resolved] = elsewhere.locations;
    const note = answer('ok', `Found by ${elsewhere.server}.`, declared.warnings);
    return {
      ...note,
      file,
      source: 'lsp',
      server: elsewhere.server,
      ...(resolved && { resolved }),
      candidates: elsewhere.locations,
    };
  }
  const places = (await resolveByText(input.symbol, file.path, call)).map((place) => tell(place, call));
  const [likeliest] = places;
  if (likeliest === undefined)
    return { ...answer(declared.note, declared.message, declared.warnings), file, ...nothing };
  const note = answer('heuristic', `Found by text search. ${declared.message}`, declared.warnings);
  return { ...note, file, source: 'heuristic', resolved: likeliest, candidates: places };
}

/** The names in it: a relative path stands for its last part, without an ending. */
function segmentsOf(symbol: string): readonly string[] {
  const isPath = /^\.{0,2}\//.test(symbol);
  const parts = isPath
    ? [symbol.slice(symbol.lastIndexOf('/') + 1).replace(/\.\w+$/, '')]
    : symbol.split(/[\\./]|::/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Exact fits only; those whose container fits as well come first. */
async function inWorkspace(handles: readonly ServerHandle[], segments: readonly string[], call: Call) {
  const query: NamePath = { segments: segments.slice(-1), fromTop: false };
  const heard = await askInOrder(handles, (handle) => workspaceSymbols(handle, query, call));
  const found = firstFound(heard);
  const exact = found?.value.symbols.filter(({ rank }) => rank === 0) ?? [];
  if (found === undefined || exact.length === 0) return undefined;
  const container = segments.at(-2);
  const isInside = (told: string | undefined) =>
    container !== undefined && told !== undefined && told.split(/[^\p{ID_Continue}$]+/u).at(-1) === container;
  const sorted = exact.toSorted((a, b) => Number(isInside(b.container)) - Number(isInside(a.container)));
  return {
    server: found.server,
    locations: sorted.map(({ location: { inside: _, ...location } }) => location),
  };
}

function tell({ path, line_1based }: TextPlace, { root }: Call): ResolvedPlace {
  return { ...fileName(root, path), ...(line_1based !== undefined && { line_1based }) };
}
