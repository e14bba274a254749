// File names that another program sends: separated by NUL when there is one anywhere, else by line breaks.

/** Names as they are, never patterns; none is empty, none is named twice. */
export function readNames(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  const names = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/);
  return [...new Set(names.filter((name) => name !== ''))];
}
