// The smallest shared vocabulary: non-empty lists, exhaustiveness, and branded strings.
// Imports nothing. A brand says which of several strings of the same shape a value is;
// brands are put on only by the functions named beside them.

export type NonEmpty<T> = readonly [T, ...T[]];

/** Narrows a list; the only way from "a list" to "a list that has something in it". */
export function isNonEmpty<T>(list: readonly T[]): list is NonEmpty<T> {
  return list.length > 0;
}

/** Ends every `switch` over a union: a forgotten variant is a compile error, and a bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`unreachable variant: ${JSON.stringify(value)}`);
}

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Path relative to the repository root, `/` separators, no leading `./`, `.` for the root itself. Made by `platform/paths` and `git/`. */
export type RepoPath = Branded<string, 'RepoPath'>;
/** Absolute path in the host's own form, normalised, without a trailing separator. Made by `platform/paths`. */
export type AbsPath = Branded<string, 'AbsPath'>;
/** `file:` URI as sent to a server. Made by `platform/paths`. */
export type DocumentUri = Branded<string, 'DocumentUri'>;
/** `sha256:` and 64 hex digits, of the judged bytes. Made by `platform/hash`. */
export type ContentHash = Branded<string, 'ContentHash'>;

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };
