// A command written as one string, split as a POSIX shell splits words. Nothing is expanded and no shell ever runs it.

export type ShellWords =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'broken'; readonly problem: string };

/** Words of a command: blanks separate; single quotes keep everything, double quotes all but `\"` and `\\`, a backslash the next character. */
export function splitShellWords(text: string): ShellWords {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else if (quote === '"' && char === '\\' && (next === '"' || next === '\\')) {
        word += next;
        at += 1;
      } else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '\\') {
      if (next === '') return { kind: 'broken', problem: 'ends with a backslash' };
      word = (word ?? '') + next;
      at += 1;
    } else if (/[|&;<>`]/.test(char)) {
      return {
        kind: 'broken',
        problem: `has a bare "${char}"; no shell runs, so quote it or write a script`,
      };
    } else word = (word ?? '') + char;
  }
  if (quote !== undefined) return { kind: 'broken', problem: `has an unclosed ${quote}` };
  if (word !== undefined) words.push(word);
  return { kind: 'words', words };
}
