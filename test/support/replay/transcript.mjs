// Transcripts as they are on disk (docs/record.md), and their placeholders filled with this machine's folders.

import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Header and lines. Throws with the number of a line that is no JSON. */
export function readTranscript(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const [header, ...entries] = lines.map((line, index) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`${file}:${index + 1} is no JSON: was the recording cut off?`);
    }
  });
  if (header?.schemaVersion !== 1) throw new Error(`${file} is no transcript of schema version 1`);
  return { file, header, entries };
}

/**
 * What the placeholders stand for here, when the transcript's workspace folder (`{root}` or a folder in it) is at `rootUri`.
 * Undefined when it cannot be: the folder does not end as the recorded one does.
 */
export function folderValues(header, rootUri) {
  const folder = fileURLToPath(rootUri);
  const inside = header.root.replace(/^\{root\}/, '');
  if (!folder.endsWith(inside)) return undefined;
  const root = folder.slice(0, folder.length - inside.length);
  return { root, modules: join(root, 'node_modules'), home: homedir(), temp: tmpdir() };
}

const placeholder = /(file:\/\/)?\{(=*)(root|modules|home|temp|redacted)\}/g;

/** The value with every string and key filled; after `file://` in the form that URIs take. */
export function fill(value, folders) {
  if (typeof value === 'string') {
    return value.replace(placeholder, (_, scheme = '', marks, name) => {
      if (marks !== '') return `${scheme}{${marks.slice(1)}${name}}`;
      const folder = folders[name];
      if (folder === undefined) return `${scheme}{${name}}`;
      return scheme === '' ? folder : pathToFileURL(folder).href;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, folders));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [fill(key, folders), fill(inner, folders)]),
  );
}
