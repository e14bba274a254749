// Mistakes put in by pattern, for languages whose syntax is not read here: one match is chosen and replaced.

import type { Mistake } from './seed.js';

/** `replacement` as of String.replace. The pattern needs no flags; `^` and `$` are those of lines. */
export function textMistake(kind: string, pattern: RegExp, replacement: string): Mistake {
  const all = new RegExp(pattern.source, 'gm');
  return {
    kind,
    put: (text, random) => {
      const match = random.pick([...text.matchAll(all)]);
      if (match === undefined) return undefined;
      const replaced = match[0].replace(new RegExp(pattern.source, 'm'), replacement);
      const before = text.slice(0, match.index);
      return before + replaced + text.slice(match.index + match[0].length);
    },
  };
}

export function syntaxError(kind: string, pattern: RegExp, replacement: string): Mistake {
  return { ...textMistake(kind, pattern, replacement), breaksSyntax: true };
}
