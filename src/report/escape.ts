// Hostile text made visible: the one place where what servers and repositories say becomes safe to show to people.
// After `visible` no character can steer a terminal, start a line, or reorder what is read. JSON and SARIF carry texts as they
// came, by JSON's own escapes.

/**
 * C0 and C1 controls, DEL, line and paragraph separators; bidirectional controls; characters without a glyph that
 * hide text (zero-width space, word joiner, byte order mark, tag characters); halves of a surrogate pair.
 * The zero-width joiners stay: emoji and several scripts need them.
 */
const hostile =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** The same, but for the line breaks between JSON's tokens; those in its strings are escaped already. */
const hostileInJson = new RegExp(`(?!\\n)(?:${hostile.source})`, 'gu');

/** Code units of a message that are shown; JSON and JSON Lines keep it whole. */
const longestMessage = 10_000;

/** Text in which every hostile character is shown instead of sent: `␛`, `␊`, `\u{202e}`. */
export function pictured(text: string, unicode = true): string {
  return text.replace(hostile, (character) => picture(character, unicode));
}

/**
 * One line for people, wherever it is printed. Also in the log of a CI job: GitHub's runner takes a line that begins
 * with `::` (blanks before it do not matter), and `##[` anywhere in a line, for commands (actions/runner, ActionCommand.cs).
 */
export function visible(text: string, unicode = true): string {
  return pictured(text, unicode)
    .replace(/^(\s*):(?=:)/, '$1\\x3a')
    .replaceAll('##[', `##${escapedBracket}`);
}

/** What `[` behind `##` is shown as. */
export const escapedBracket = '\\x5b';

/**
 * Written JSON in which no string holds `##[`, a control character or one that reorders what is read: JSON's own escapes
 * stand for them, so it reads back to the same values.
 */
export function commandSafeJson(json: string): string {
  return json.replaceAll('##[', '##\\u005b').replace(hostileInJson, jsonEscape);
}

/** Lines of a message, cut where it is endless, each visible; tabs become two spaces, a line break at the end is no line of its own. */
export function visibleLines(text: string, unicode = true): readonly string[] {
  const lines = cut(text.replace(/[\r\n]+$/, '')).split(/\r\n|\r|\n/);
  return lines.map((line) => visible(line.replaceAll('\t', '  '), unicode));
}

/** The beginning of a long text and how long the whole is, together at most so many code units. Never half of a surrogate pair. */
export function cut(text: string, most = longestMessage): string {
  if (text.length <= most) return text;
  const note = `… (cut: ${text.length} characters)`;
  const end = most - note.length;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end) + note;
}

/** A server's message as it may stand in any format: visible, its line breaks kept, never empty. */
export function shownMessage(text: string, unicode = true): string {
  const lines = visibleLines(text.trim(), unicode);
  return lines.join('\n') === '' ? '(no message)' : lines.join('\n');
}

/** A message on one line: its line breaks become single spaces. For places that have room for one line only. */
export function oneLine(text: string, unicode = true): string {
  return visible(cut(text.trim()).replace(/\s*[\r\n]+\s*/g, ' '), unicode);
}

/** A web address that may be put into an escape sequence or an attribute: printable ASCII, http or https. */
export function safeUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/[!-~]+$/.test(url) && URL.canParse(url) ? url : undefined;
}

function jsonEscape(characters: string): string {
  return characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

function picture(character: string, unicode: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  if (unicode && code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (unicode && code === 0x7f) return '\u2421';
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
