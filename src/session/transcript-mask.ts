// What a transcript must not tell: where things lie on this machine, and secrets. Folders become placeholders that a replay
// fills with its own; secrets become `{redacted}` for good. Pure. Every string of a message passes through here, keys too.
// Invariant: text that already looks like a placeholder is marked (`{=root}`), so that filling gives the text back.

export const placeholders = ['root', 'modules', 'home', 'temp', 'redacted'] as const;
export type Placeholder = (typeof placeholders)[number];

export interface MaskedFolder {
  readonly placeholder: Exclude<Placeholder, 'redacted'>;
  /** Absolute, in this machine's form. */
  readonly path: string;
}

export interface Mask {
  text(text: string): string;
  /** The same value with every string and key masked. */
  json(value: unknown): unknown;
}

/** Folders are found in plain and in percent-encoded form, the longest first; secrets are found as they are written. */
export function createMask(folders: readonly MaskedFolder[], secrets: readonly string[]): Mask {
  const rules: readonly Rule[] = [
    { pattern: `\\{=*(?:${placeholders.join('|')})\\}`, replacement: (found) => `{=${found.slice(1)}` },
    { pattern: '(?<=://)[^/\\s:@]+:[^/\\s@]+(?=@)', replacement: redacted },
    ...longestFirst(secrets, (secret) => secret).map((secret) => ({
      pattern: escapeRegex(secret),
      replacement: redacted,
    })),
    ...longestFirst(folders, ({ path }) => path)
      .filter(({ path }) => /[^\\/:]/.test(path.replace(/^[A-Za-z]:/, '')))
      .map(({ placeholder, path }) => ({
        pattern: folderPattern(path),
        replacement: () => `{${placeholder}}`,
      })),
  ];
  const pattern = new RegExp(rules.map((rule) => `(${rule.pattern})`).join('|'), 'gu');
  const text = (given: string) =>
    given.replace(pattern, (found: string, ...groups: unknown[]) => {
      const rule = rules[groups.findIndex((group) => group !== undefined)];
      return rule === undefined ? found : rule.replacement(found);
    });
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]));
  };
  return { text, json };
}

interface Rule {
  /** A regular expression without capturing groups. */
  readonly pattern: string;
  readonly replacement: (found: string) => string;
}

const redacted = () => '{redacted}';

function longestFirst<T>(list: readonly T[], textOf: (item: T) => string): readonly T[] {
  return [...list].sort((a, b) => textOf(b).length - textOf(a).length);
}

/**
 * The folder however it is spelt. One with several segments (a home, a workspace) is found anywhere, since a compiler flag or a
 * backup's path may stand before it; one with a single segment (`/tmp`) tells nothing, and only a whole path begins with it.
 */
function folderPattern(path: string): string {
  const windows = /^[A-Za-z]:/.test(path) || path.startsWith('\\\\');
  const spelt = [...path].map((char) => charPattern(char, windows)).join('');
  const single = path.split(/[\\/]/).filter((segment) => segment !== '').length < 2;
  // The slash of `file:///C:/…` is the URI's own, and goes with the drive.
  const before = windows ? '(?:(?<=file://)/)?' : single ? '(?<![\\p{L}\\p{N}_.~%)\\]}-])' : '';
  return `${before}${spelt}(?![\\p{L}\\p{N}_-])`;
}

function charPattern(char: string, windows: boolean): string {
  if (char === '/' || char === '\\') return windows ? '(?:\\\\\\\\|[\\\\/]|%5[Cc]|%2[Ff])' : '(?:/|%2[Ff])';
  if (windows && /[A-Za-z]/.test(char)) return `[${char.toLowerCase()}${char.toUpperCase()}]`;
  if (/[A-Za-z0-9_]/.test(char)) return char;
  const encoded = [...Buffer.from(char, 'utf8')]
    .map((byte) => byte.toString(16).padStart(2, '0').replace(/[a-f]/g, eitherCase))
    .map((hex) => `%${hex}`);
  return `(?:${escapeRegex(char)}|${encoded.join('')})`;
}

function eitherCase(letter: string): string {
  return `[${letter}${letter.toUpperCase()}]`;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
