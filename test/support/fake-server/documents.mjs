// The documents the client has opened, the content rule, and how URIs are spelt in answers.
// The content rule looks only at the text that was GIVEN; the disk is never read.

import { createHash } from 'node:crypto';

/** Open documents by decoded path, so that the client's spelling of a URI does not matter here. */
export function createDocuments(spelling = 'echo') {
  const byPath = new Map();
  return {
    open: ({ uri, version, languageId, text }) => byPath.set(pathOf(uri), { uri, version, languageId, text }),
    change: ({ textDocument, contentChanges }) => {
      const document = byPath.get(pathOf(textDocument.uri));
      if (!document) return;
      document.version = textDocument.version;
      document.text = contentChanges.at(-1)?.text ?? document.text;
    },
    close: (uri) => byPath.delete(pathOf(uri)),
    get: (uri) => byPath.get(pathOf(uri)),
    /** By base name or path suffix; used where a script names another file than the event's. */
    find: (name) => [...byPath.entries()].find(([path]) => matchesName(path, name))?.[1],
    spell: (uri) => spellUri(uri, spelling),
  };
}

export function pathOf(uri) {
  return decodeURIComponent(uri.replace(/^file:\/\//, ''));
}

/** `*`, a base name, or a path suffix. */
export function matchesName(path, name = '*') {
  return name === '*' || path === name || path.endsWith(`/${name}`);
}

/** One error per word BAD, in UTF-16 columns. */
export function contentRule(text) {
  return text.split(/\r\n|\n|\r/).flatMap((line, row) =>
    [...line.matchAll(/\bBAD\b/g)].map(({ index }) => ({
      range: { start: { line: row, character: index }, end: { line: row, character: index + 3 } },
      severity: 1,
      source: 'fake',
      code: 'bad-word',
      message: 'BAD is not allowed',
    })),
  );
}

export function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** `echo`; `encode-all` (all but unreserved characters, lower-case hex); `encode-least` (only `%`, `#`, `?`, blanks). */
function spellUri(uri, spelling) {
  if (spelling === 'echo') return uri;
  return `file://${pathOf(uri)
    .split('/')
    .map(spelling === 'encode-all' ? encodeAll : encodeLeast)
    .join('/')}`;
}

function encodeAll(segment) {
  return encodeURIComponent(segment)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
}

function encodeLeast(segment) {
  return segment.replace(/[%#?\s]/g, (char) => encodeURIComponent(char));
}
