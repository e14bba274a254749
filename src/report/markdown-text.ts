// Text in Markdown that stays text: one line in which nothing is markup, whatever a server or a repository wrote.

import { cut, oneLine } from './escape.js';

const longestChars = 2000;

/** Character references for whatever Markdown, HTML or GitHub gives a meaning; cut at 2000 characters. */
export function markdownText(text: string): string {
  return oneLine(cut(text, longestChars)).replace(
    /[&<>"|`*_~[\]\\#@!$]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** As code, to be pasted: in a fence that the text cannot close. */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const apart = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${apart}${line}${apart}${fence}`;
}
