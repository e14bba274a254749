// Mistakes in Python. Debian's library has no annotations, so that some bring their own.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

export const pythonMistakes: readonly Mistake[] = [
  textMistake('unknown name', /^( +)return (\w+)$/, '$1return $2_nowhere'),
  textMistake('unknown attribute', /\bself\.(\w+)\(/, 'self.$1_nowhere('),
  textMistake('one argument too many', /\blen\((\w+)\)/, 'len($1, 1)'),
  textMistake('import of nothing', /^from (\.\w*) import \w+$/, 'from $1 import gone_from_here'),
  textMistake('import from nowhere', /^from (\.\w+) import /, 'from $1_nowhere import '),
  textMistake('wrong type', /^(?:def|class) /, 'wrong_value: int = "text"\n\n\n$&'),
  textMistake('nothing returned', /^(?:def|class) /, 'def no_value() -> int:\n    pass\n\n\n$&'),
  textMistake('definition renamed', /^def (\w+)\(/, 'def $1_renamed('),
  textMistake('unused', /^( +)return /, '$1unused_here = 1\n$&'),
  textMistake('argument left out', /^( +)(\w+)\((\w+), \w+\)$/, '$1$2($3)'),
  textMistake('after an emoji', /^( +)return (\w+)$/, '$1sign = "😀é"; return $2_nowhere'),
  textMistake('unused import', /^import (\w+)$/, '$&\nimport fractions as unused_module'),
];

export const pythonSyntaxErrors: readonly Mistake[] = [
  syntaxError('colon left out', /^( *def \w+\(.*\)):$/, '$1'),
  syntaxError('bracket left open', /^( +return .*)\)$/, '$1'),
  syntaxError('indented too far', /^( +)(return \w+)$/, '$1   $2'),
];
