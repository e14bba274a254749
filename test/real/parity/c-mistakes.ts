// Mistakes in C, of those that clang finds alone or with -Wall -Wextra.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

export const cMistakes: readonly Mistake[] = [
  textMistake('unknown name', /^( +)return\((\w+)\);$/, '$1return($2Nowhere);'),
  textMistake('unknown member', /\bctxt->(\w+) = /, 'ctxt->$1Nowhere = '),
  textMistake('unused variable', /^(\w[^;{}]*\)) ?\{\n/, '$1 {\n    int unusedHere;\n'),
  textMistake('text in place of a number', /^( +)return\(-1\);$/, '$1return("text");'),
  textMistake('undeclared function', /^( +)xmlFree\((\w+)\);$/, '$1xmlFreeNowhere($2);'),
  textMistake('argument left out', /\bxmlStrEqual\((\w+), [^()]*\)/, 'xmlStrEqual($1)'),
  textMistake('assignment as a condition', /\bif \((\w+) == NULL\)/, 'if ($1 = NULL)'),
  textMistake('unknown type', /^( +)int (\w+);$/, '$1intt $2;'),
  textMistake('nothing returned', /^static int$/, 'static int noValue(void) { }\n\nstatic int'),
  textMistake('wrong format', /^( +)return\(0\);$/, '$1fprintf(stderr, "%s", 3); return(0);'),
  textMistake('defined twice', /^( +)int (\w+);$/, '$1int $2; char *$2;'),
  textMistake('after an emoji', /^( +)return\(0\);$/, '$1(void)"😀é"; return(emojiNowhere);'),
  textMistake('a value that is not used', /^( +)return\(NULL\);$/, '$1sizeof(int) == 4; return(NULL);'),
];

/** Those that are errors, not warnings. */
export const cErrors: ReadonlySet<string> = new Set([
  'unknown name',
  'unknown member',
  'undeclared function',
  'argument left out',
  'unknown type',
  'defined twice',
  'after an emoji',
]);

export const cSyntaxErrors: readonly Mistake[] = [
  syntaxError('semicolon left out', /^( +return\(.*\));$/, '$1'),
  syntaxError('brace left open', /^\}\n/, '\n'),
  syntaxError('bracket left open', /^( +if \(.*)\)( \{)?$/, '$1$2'),
];
