// Mistakes in Go, of those that the compiler or one of gopls' own analyses finds.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

export const goMistakes: readonly Mistake[] = [
  textMistake('unknown name', /^(\t+)return (\w+)$/, '$1return $2Nowhere'),
  textMistake('unknown method', /\b([a-z])\.(\w+)\(/, '$1.$2Nowhere('),
  textMistake('unused variable', /^(\t+)return\b/, '$1unusedHere := 1\n$&'),
  textMistake('text in place of a number', /^func /, 'var wrongValue int = "text"\n\nfunc '),
  textMistake('unused import', /^import \(\n/, 'import (\n\tunusedhere "path"\n'),
  textMistake('import from nowhere', /^import \(\n/, 'import (\n\t_ "example.test/go/nowhere"\n'),
  textMistake('nothing returned', /^func /, 'func noValue() int {\n}\n\nfunc '),
  textMistake('one argument too many', /\blen\((\w+)\)/, 'len($1, 1)'),
  textMistake('definition renamed', /^func (\w+)\(/, 'func $1Renamed('),
  textMistake('declared twice', /^(\t+)(\w+) := (\w+)$/, '$&\n$1$2 := $3'),
  textMistake('unreachable code', /^(\t+)return (\w+)$/, '$&\n$1print($2)'),
  textMistake('wrong format', /^(\t+)return (\w+)$/, '$1println(fmt.Sprintf("%d", "text"))\n$&'),
  textMistake('assigned to itself', /^(\t+)return (\w+)$/, '$1$2 = $2\n$&'),
  textMistake('after an emoji', /^(\t+)return (\w+)$/, '$1_ = "😀é"; return $2Nowhere'),
];

export const goSyntaxErrors: readonly Mistake[] = [
  syntaxError('brace left out', /^(func .*) \{$/, '$1'),
  syntaxError('bracket left open', /^(\t+\w+\(.*)\)$/, '$1'),
  syntaxError('operand left out', /^(\t+\w+ := \w+) \+ \w+$/, '$1 +'),
];
