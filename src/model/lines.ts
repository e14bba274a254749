// A text as lines. LSP counts `\n`, `\r\n` and `\r` as line ends (3.17, EOL), and nothing else.

export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}
