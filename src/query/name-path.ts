// Names of symbols as people write them: `method`, `Class/method`, `/Class/method` (from the top), and how well one fits.
// Pure. Servers spell containers in their own ways: Go's `(*T).Get`, C++'s `Class::get`, Java's `get(int)`.

export interface NamePath {
  readonly segments: readonly string[];
  /** Began with a slash: the first segment is at the top of the file. */
  readonly fromTop: boolean;
}

/** 0 exact, 1 but for case, 2 prefix, 3 substring; undefined: does not fit. */
export type Rank = 0 | 1 | 2 | 3;

/** Undefined for a query without a name in it. */
export function parseNamePath(query: string): NamePath | undefined {
  const segments = query
    .split('/')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  return segments.length === 0 ? undefined : { segments, fromTop: query.trimStart().startsWith('/') };
}

/** The segments that a server's name for a symbol stands for. */
export function segmentsOf(name: string): readonly string[] {
  const receiver = /^\(\*?([^()[\]]+)(?:\[[^\]]*\])?\)\.(.+)$/.exec(name);
  if (receiver !== null) return [receiver[1] ?? '', ...segmentsOf(receiver[2] ?? '')];
  const plain = /^([^()]+)\([^()]*\)(?: ?:.*)?$/.exec(name)?.[1] ?? name;
  const parts = plain.split('::').filter((part) => part !== '');
  return parts.length === 0 ? [name] : parts;
}

/** @param path segments of the symbol, from the top of its file (or as far up as is known) */
export function rankOf(query: NamePath, path: readonly string[]): Rank | undefined {
  const { segments, fromTop } = query;
  if (fromTop ? path.length !== segments.length : path.length < segments.length) return undefined;
  const tail = path.slice(path.length - segments.length);
  if (segments.every((segment, index) => segment === tail[index])) return 0;
  const lower = segments.map((segment) => segment.toLowerCase());
  const lowerTail = tail.map((segment) => segment.toLowerCase());
  if (!lower.slice(0, -1).every((segment, index) => segment === lowerTail[index])) return undefined;
  const wanted = lower.at(-1) ?? '';
  const last = lowerTail.at(-1) ?? '';
  if (last === wanted) return 1;
  if (last.startsWith(wanted)) return 2;
  return last.includes(wanted) ? 3 : undefined;
}
