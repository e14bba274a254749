// Placeholders in a definition's `env`, `settings` and `initializationOptions`, filled when a session starts.
// Pure: plan finds the packages, session gives the values. One pass: text that was filled in is never read again,
// and names that are not ours (`${workspaceFolder}`) stay as they are, since a server may fill them itself.

import type { AbsPath, DocumentUri, JsonObject, JsonValue } from '../model/base.js';

export interface PlaceholderValues {
  /** Workspace folder of the session: `${root}`, `${rootUri}`, `${rootName}`. */
  readonly root: AbsPath;
  readonly rootUri: DocumentUri;
  readonly rootName: string;
  /** The folder that plays the repository root for servers. */
  readonly repoRoot: AbsPath;
  /** Private folder of this run; undefined where none can be made, and nothing that needs one is started. */
  readonly temp: AbsPath | undefined;
  /** `${package:NAME}` → folder of the package; names that were not found are missing. */
  readonly packages: Readonly<Record<string, AbsPath>>;
}

/** The value with its placeholders filled. A key, or list element, that names what nobody has is left out; so is the whole value. */
export function fillPlaceholders(value: JsonValue, values: PlaceholderValues): JsonValue | undefined {
  if (typeof value === 'string') return fillText(value, values);
  if (isList(value)) {
    return value.flatMap((element) => {
      const filled = fillPlaceholders(element, values);
      return filled === undefined ? [] : [filled];
    });
  }
  return value !== null && typeof value === 'object' ? fillObject(value, values) : value;
}

/** As `fillPlaceholders`, for settings: what is left of an object is an object. */
export function fillObject(object: JsonObject, values: PlaceholderValues): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const filled = fillPlaceholders(value, values);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

/** The variables with their placeholders filled; one that names a missing package is left out. */
export function fillEnvironment(
  env: Readonly<Record<string, string>>,
  values: PlaceholderValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => {
      const filled = fillText(text, values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** Names of the packages that the values' placeholders ask for, each once, in order of appearance. */
export function packagesNamedIn(values: readonly (JsonValue | undefined)[]): readonly string[] {
  const names = new Set<string>();
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value === 'string') {
      for (const match of value.matchAll(placeholder)) if (match[2] !== undefined) names.add(match[2]);
    } else if (value !== null && typeof value === 'object') {
      for (const inner of Object.values(value)) visit(inner);
    }
  };
  for (const value of values) visit(value);
  return [...names];
}

/** Group 1: a plain name; group 2: a package, spelt so that it cannot leave `node_modules`. */
const placeholder =
  /\$\{(?:(root|rootUri|rootName|repoRoot|temp)|package:((?:@[\w-][\w.-]*\/)?[\w-][\w.-]*))\}/g;

function fillText(text: string, values: PlaceholderValues): string | undefined {
  let missing = false;
  const packageOf = (name: string) =>
    Object.hasOwn(values.packages, name) ? values.packages[name] : undefined;
  const filled = text.replace(placeholder, (_whole, name: PlainName | undefined, packageName: string) => {
    const value = name === undefined ? packageOf(packageName) : values[name];
    if (value === undefined) missing = true;
    return value ?? '';
  });
  return missing ? undefined : filled;
}

type PlainName = 'root' | 'rootUri' | 'rootName' | 'repoRoot' | 'temp';

/** `Array.isArray` does not narrow readonly lists. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
