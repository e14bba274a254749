// Mistakes in CSS and SCSS.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

/** One declaration in a block, on a line of its own. */
const declaration = /^(\s+)([a-z-]+):([^;{}#]+);$/;

export const styleMistakes: readonly Mistake[] = [
  textMistake('unknown property', declaration, '$1$2-nowhere:$3;'),
  textMistake('no colour', declaration, '$1$2:$3;\n$1/* é🎯 */ color: #ggg;'),
  textMistake('unknown unit', /(\d)(?:px|em|rem)\b/, '$1parsec'),
  textMistake('declared twice', declaration, '$1$2:$3;\n$1$2:$3;'),
  textMistake('empty block', /^\}$/, '}\n\n.empty-here {}'),
  textMistake('unknown pseudo-class', /^(\.[a-z-]+) \{$/, '$1:hoverr {'),
  textMistake('unknown element', /^\.([a-z-]+) \{$/, 'nowhere.$1 {'),
  textMistake('important in a keyframe', /^(\s+)(opacity|transform):([^;]+);$/, '$1$2:$3 !important;'),
  textMistake('shorthand after all', declaration, '$1$2:$3;\n$1margin-top: 1px;\n$1margin: 2px;'),
];

export const styleSyntaxErrors: readonly Mistake[] = [
  syntaxError('brace left out', /^\}$/, ''),
  syntaxError('comment left open', /\*\//, ''),
  syntaxError('value without a property', declaration, '$1$3;'),
  syntaxError('string left open', /^(\s+)([a-z-]+):([^;{}#]+);$/, '$1$2: "$3;'),
];
