// The declarations of a source text by its words, for when no server can tell. Pure, and a heuristic like its name says.

import { splitLines } from '../model/lines.js';
import type { TextLanguage } from './import-statements.js';

export interface TextSymbol {
  readonly name: string;
  readonly kind_name: string;
  readonly line_1based: number;
}

const words: Readonly<Record<TextLanguage, RegExp>> = {
  javascript:
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(class|interface|enum|namespace|function|type|const|let|var)\b\*?\s+([\w$]+)/,
  python: /^\s*(?:async\s+)?(class|def)\s+(\w+)/,
  php: /^\s*(?:(?:abstract|final|readonly|public|protected|private|static)\s+)*(class|interface|trait|enum|function)\s+&?(\w+)/,
};

const kindOfWord: Readonly<Record<string, string>> = {
  def: 'function',
  trait: 'class',
  type: 'type',
  const: 'constant',
  let: 'variable',
  var: 'variable',
};

export function symbolsInText(text: string, language: TextLanguage): readonly TextSymbol[] {
  return splitLines(text).flatMap((line, index) => {
    const [, word, name] = words[language].exec(line) ?? [];
    if (word === undefined || name === undefined) return [];
    return [{ name, kind_name: kindOfWord[word] ?? word, line_1based: index + 1 }];
  });
}
