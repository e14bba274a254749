// get_file_overview: one file as a whole: its text, its diagnostics, its symbols, what it imports and who refers to it. Each part
// says where it comes from; only symbols, imports and references fall back to the words of the text.

import type { RepoPath } from '../model/base.js';
import { splitLines } from '../model/lines.js';
import { isUnanswered } from './find-references.js';
import type { Call } from './ground.js';
import { importsIn, textLanguageOf } from './import-statements.js';
import { fileIndex } from './module-paths.js';
import { type Answer, answer } from './note.js';
import { byText, type ReferringFile, referencesOf, type Section } from './overview-references.js';
import { readTextInside } from './read-inside.js';
import { type SymbolTree, symbolsOverview } from './symbols-overview.js';
import { type FileName, fileName, targetFile } from './target-file.js';
import { targets } from './text-search.js';
import { symbolsInText, type TextSymbol } from './text-symbols.js';

export interface FileOverviewInput {
  readonly file_path: string;
  /** Of the text; default 100000. */
  readonly max_content_chars?: number;
}

export interface ImportedModule {
  readonly specifier: string;
  readonly names: readonly string[];
  readonly line_1based: number;
  /** Where it probably lies, if that is in the repository. */
  readonly path?: RepoPath;
  readonly file_path?: string;
}

export interface FileOverviewAnswer<D = unknown> extends Answer {
  readonly file?: FileName;
  readonly content?: { readonly text: string; readonly line_count: number; readonly truncated: boolean };
  readonly diagnostics?: D;
  readonly symbols?: Section<SymbolTree | TextSymbol>;
  readonly imports?: Section<ImportedModule>;
  readonly references?: Section<ReferringFile>;
}

const mostBytes = 10 * 1024 * 1024;

export async function getFileOverview<D>(
  input: FileOverviewInput,
  diagnosticsOf: (path: RepoPath, call: Call) => Promise<D>,
  call: Call,
): Promise<FileOverviewAnswer<D>> {
  const target = await targetFile(call, input.file_path);
  if (target.kind === 'refused') return target.answer;
  const { file } = target;
  const read = await readTextInside(call.root, file.path, mostBytes);
  if (read.kind === 'refused')
    return { ...answer('refused', `${JSON.stringify(file.path)} cannot be read: ${read.why}.`), file };
  const { text } = read;
  const [diagnostics, symbols, imports] = await Promise.all([
    diagnosticsOf(file.path, call),
    symbolsOf(file, text, call),
    importsOf(file, text, call),
  ]);
  const references = await referencesOf(file, symbols, call);
  const parts = [symbols, imports, references];
  const warnings = parts.flatMap((part) => part.warnings);
  const note = parts.some((part) => part.source === 'heuristic' && part !== imports)
    ? answer('heuristic', 'Some parts were found by text search.', warnings)
    : warnings.length > 0
      ? answer('partial', 'Partial result — a server failed for some parts.', warnings)
      : answer('ok', 'Each part says where it comes from.');
  const most = input.max_content_chars ?? 100_000;
  const content = {
    text: text.slice(0, most),
    line_count: splitLines(text).length,
    truncated: text.length > most,
  };
  return { ...note, file, content, diagnostics, symbols, imports, references };
}

async function symbolsOf(
  { path }: FileName,
  text: string,
  call: Call,
): Promise<Section<SymbolTree | TextSymbol>> {
  const { note, message, warnings, symbols, truncated } = await symbolsOverview({ file_path: path }, call);
  if (!isUnanswered(note)) {
    const source = symbols.length > 0 ? 'lsp' : 'none';
    return { note, message, warnings, source, items: symbols, truncated };
  }
  const language = textLanguageOf(path);
  const items = language === undefined ? [] : symbolsInText(text, language);
  if (items.length === 0) return { note, message, warnings, source: 'none', items, truncated: false };
  return { ...byText(message), warnings, items, truncated: false };
}

/** No request of the protocol tells imports: they are read from the text always. */
async function importsOf({ path }: FileName, text: string, call: Call): Promise<Section<ImportedModule>> {
  const language = textLanguageOf(path);
  if (language === undefined) {
    const message = 'Imports are read in JavaScript, TypeScript, Python and PHP only.';
    return { note: 'unsupported', message, warnings: [], source: 'none', items: [], truncated: false };
  }
  const index = fileIndex(await call.files());
  const items = importsIn(text, language).map((one): ImportedModule => {
    const [found] = targets(one, path, language, index);
    const { specifier, names, line_1based } = one;
    return {
      specifier,
      names: names.map(({ local }) => local),
      line_1based,
      ...(found && fileName(call.root, found)),
    };
  });
  if (items.length === 0)
    return {
      note: 'no-matches',
      message: 'No imports found in the text.',
      warnings: [],
      source: 'none',
      items,
      truncated: false,
    };
  return { ...byText('No request of the protocol tells imports.'), warnings: [], items, truncated: false };
}
