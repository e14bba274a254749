// Mistakes in shell scripts, one for each of shellcheck's common codes.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

export const shellMistakes: readonly Mistake[] = [
  textMistake('not quoted (SC2086)', /"\$(\w+)"/, '$$$1'),
  textMistake('never assigned (SC2154)', /"\$(\w+)"/, '"$$$1" "$$nowhere"'),
  textMistake('never used (SC2034)', /^(\s*)fi$/, '$&\n$1unused_here=1'),
  textMistake('single quotes (SC2016)', /^(\s*)echo "/, "$1echo '$$HOME' \""),
  textMistake('cd without exit (SC2164)', /^(\s*)fi$/, '$&\n$1cd /nowhere'),
  textMistake('backticks (SC2006)', /\$\(([^()]*)\)/, '`$1`'),
  textMistake('cat for nothing (SC2002)', /^(\s*)fi$/, '$&\n$1cat here | grep x'),
  textMistake('exit code by hand (SC2181)', /^(\s*)fi$/, '$&\n$1if [ $$? -ne 0 ]; then :; fi'),
  textMistake('words of ls (SC2045)', /^(\s*)fi$/, '$&\n$1for f in $$(ls); do echo "$$f"; done'),
  textMistake('constant test (SC2078)', /^(\s*)fi$/, '$&\n$1[ "always" ] && [ 1 = 2 ]'),
  textMistake('array in sh (SC3030)', /^(\s*)fi$/, '$&\n$1list=(a b)'),
  textMistake('after an emoji', /^(\s*)fi$/, '$&\n$1echo "😀é" $$nowhere_at_all'),
];

export const shellSyntaxErrors: readonly Mistake[] = [
  syntaxError('fi left out', /^\s*fi\n/, ''),
  syntaxError('quote left open', /^(\s*echo "[^"\n]*)"$/, '$1'),
  syntaxError('then left out', /^(\s*)then\n/, '$1\n'),
];
