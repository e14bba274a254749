// Who refers to a file: the files in which a server finds its top symbols, or that import it by their words.

import { findLocations, type Source } from './find-locations.js';
import { isUnanswered } from './find-references.js';
import type { Call } from './ground.js';
import type { Answer } from './note.js';
import type { SymbolTree } from './symbols-overview.js';
import { type FileName, fileName } from './target-file.js';
import { importersOf } from './text-search.js';
import type { TextSymbol } from './text-symbols.js';

/** A part of the overview. `note` and `message` as everywhere. */
export interface Section<T> extends Omit<Answer, 'positionBase'> {
  readonly source: Source;
  readonly items: readonly T[];
  readonly truncated: boolean;
}

export interface ReferringFile {
  readonly path: string;
  readonly file_path: string;
  readonly lines_1based: readonly number[];
  /** Name paths of what is referred to; empty where the text was searched. */
  readonly symbols: readonly string[];
}

const mostSymbolsAsked = 20;
const mostReferring = 200;

export async function referencesOf(
  file: FileName,
  symbols: Section<SymbolTree | TextSymbol>,
  call: Call,
): Promise<Section<ReferringFile>> {
  const names = symbols.items.map((one) => ('name_path' in one ? one.name_path : one.name));
  const asked = [...new Set(names)].slice(0, mostSymbolsAsked);
  if (symbols.source === 'lsp') {
    const answers = await Promise.all(
      asked.map(async (symbol) => ({
        symbol,
        told: await findLocations(
          'references',
          { symbol, file_path: file.path, include_declaration: false },
          call,
        ),
      })),
    );
    const failed = answers.find(({ told }) => isUnanswered(told.note));
    if (failed === undefined) return referring(file, answers, names.length > asked.length);
    return searched(file, failed.told.message, failed.told.warnings, call);
  }
  return searched(file, symbols.message, [], call);
}

type Told = { readonly symbol: string; readonly told: Awaited<ReturnType<typeof findLocations>> };

function referring(file: FileName, answers: readonly Told[], isCut: boolean): Section<ReferringFile> {
  const byFile = new Map<string, { file_path: string; lines: Set<number>; symbols: Set<string> }>();
  for (const { symbol, told } of answers) {
    for (const { path, file_path, line_1based } of told.locations) {
      if (path === file.path) continue;
      const entry = byFile.get(path) ?? { file_path, lines: new Set(), symbols: new Set() };
      entry.lines.add(line_1based);
      entry.symbols.add(symbol);
      byFile.set(path, entry);
    }
  }
  const items = [...byFile].slice(0, mostReferring).map(([path, { file_path, lines, symbols }]) => {
    const lines_1based = [...lines].sort((a, b) => a - b);
    return { path, file_path, lines_1based, symbols: [...symbols] };
  });
  const truncated = isCut || byFile.size > items.length;
  const warnings = answers.flatMap(({ told }) => told.warnings);
  return items.length === 0
    ? {
        note: 'no-matches',
        message: 'No references from other files found.',
        warnings,
        source: 'none',
        items,
        truncated,
      }
    : { note: 'ok', message: 'References from other files.', warnings, source: 'lsp', items, truncated };
}

async function searched(
  { path }: FileName,
  why: string,
  warnings: Answer['warnings'],
  call: Call,
): Promise<Section<ReferringFile>> {
  const found = await importersOf(path, call);
  const items = found
    .slice(0, mostReferring)
    .map(({ path: other, lines_1based }) => ({ ...fileName(call.root, other), lines_1based, symbols: [] }));
  const truncated = found.length > items.length;
  if (items.length > 0) return { ...byText(why), warnings, items, truncated };
  const message = `${why} The text names no file that imports this one.`;
  return { note: 'request-failed', message, warnings, source: 'none', items, truncated };
}

/** Of a part that was found by text search, and why. */
export function byText(why: string) {
  return { note: 'heuristic', message: `Found by text search. ${why}`, source: 'heuristic' } as const;
}
