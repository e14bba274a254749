// Mistakes in components of Svelte and Vue: those of scripts, in the script of a component, and those of the markup.

import type { Mistake } from './seed.js';
import { syntaxError, textMistake } from './text-mistakes.js';

/** The same mistake, in the last script of a component. */
export function inScript({ put, ...mistake }: Mistake): Mistake {
  return {
    ...mistake,
    put: (text, random) => {
      const script = [...text.matchAll(/(<script[^>]*>)(.*?)<\/script>/gs)].at(-1);
      const [, head = '', code = ''] = script ?? [];
      const wrong = script === undefined ? undefined : put(code, random);
      if (script === undefined || wrong === undefined) return undefined;
      const start = script.index + head.length;
      return text.slice(0, start) + wrong + text.slice(start + code.length);
    },
  };
}

export const svelteMistakes: readonly Mistake[] = [
  textMistake('unknown property of a component', /<([A-Z]\w+)(?=[\s>/])/, '<$1 nowhere={1}'),
  textMistake('unknown name in the markup', /\{(\w+)\}/, '{$1Unknown}'),
  added('image without a text', '\n<img src="/here.png">\n'),
  added('label of nothing', '\n<label>label</label>\n'),
  added('attribute of another type', '\n<input disabled="text" maxlength={{}}>\n'),
  added('click without a key', '\n<div onclick={() => nowhere()}>text</div>\n'),
  {
    kind: 'style of nothing',
    put: (text) =>
      text.includes('<style') ? undefined : `${text}\n<style>\n  .unused-here { color: red; }\n</style>\n`,
  },
];

export const svelteSyntaxErrors: readonly Mistake[] = [
  syntaxError('block left open', /\{\/(?:if|each|snippet|key)\}/, ''),
  syntaxError('tag left open', /<\/[a-z]+>/, ''),
  syntaxError('brace left open', /=\{(\w+)\}/, '={$1'),
];

export const vueMistakes: readonly Mistake[] = [
  textMistake('unknown name in an interpolation', /\{\{ (\w+)/, '{{ $1Unknown'),
  textMistake('unknown name in a binding', /(\s:[a-z-]+="!?)([a-z]\w*)/, '$1$2Unknown'),
  textMistake('unknown property in a binding', /(\s:[a-z-]+="\w+\.)(\w+)/, '$1$2Nowhere'),
  textMistake('attribute of another type', /(<[a-z]+)(?=\n)/, '$1\n    :tabindex="{}"'),
  textMistake('call of nothing', /(<Primitive)(?=\n)/, '$1\n    @click="nowhere()"'),
  textMistake('slot of a value', /<slot \/>/, '<slot :nowhere="nowhere" />'),
];

export const vueSyntaxErrors: readonly Mistake[] = [
  syntaxError('tag left open', /<\/(?!script|template)[A-Za-z]+>/, ''),
  syntaxError('interpolation left open', /(\{\{ \w+) \}\}/, '$1'),
  syntaxError('expression cut off', /(\s:[a-z-]+="[^"]+)"/, '$1 +"'),
];

function added(kind: string, markup: string): Mistake {
  return { kind, put: (text) => (text.includes(markup) ? undefined : text + markup) };
}
