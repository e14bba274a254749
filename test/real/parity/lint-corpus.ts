// What the linters of JavaScript are compared on: modules of underscore and of bootstrap, and the mistakes put into them.

import { parityPackage, readCorpus } from './corpus.js';
import { lintMistakes } from './lint-mistakes.js';
import { scriptMistakes, scriptSyntaxErrors } from './typescript-mistakes.js';

export const lintCorpus = () => ({
  ...readCorpus(parityPackage('underscore/modules'), ['[a-i]*.js'], 'underscore'),
  ...readCorpus(parityPackage('bootstrap/js/src'), ['**/*.js'], 'bootstrap'),
});

export const allLintMistakes = [...lintMistakes, ...scriptMistakes, ...scriptSyntaxErrors];
