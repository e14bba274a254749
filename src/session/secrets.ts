// Which values are secrets, by the name they go by: in settings, initialization options and environments. Pure.
// A name is all there is to judge by, so it is generous: a harmless value that is hidden costs nothing.

import type { Environment } from '../platform/environment.js';

/** Shorter values of variables are words (`on`, `prod`) that may stand anywhere. */
const shortestVariableChars = 8;
const shortestSettingChars = 6;

/** Strings that stand under such a name, however deep. Too short ones are left out: they would be found everywhere. */
export function secretsInSettings(settings: unknown): readonly string[] {
  return leaves(settings, false).filter((text) => text.length >= shortestSettingChars);
}

/** Values of variables with such a name. */
export function secretsInEnvironment(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= shortestVariableChars && looksSecret(name) ? [value] : [],
  );
}

/** The same value, with every string under such a name replaced. */
export function redactSettings(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret && value !== '' ? '{redacted}' : value;
  if (Array.isArray(value)) return value.map((inner: unknown) => redactSettings(inner, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redactSettings(inner, secret || looksSecret(name))]),
  );
}

function looksSecret(name: string): boolean {
  return /token|passw|passphrase|secret|credential|authorization|cookie|keys?$/i.test(name);
}

function leaves(value: unknown, secret: boolean): readonly string[] {
  if (typeof value === 'string') return secret ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((inner: unknown) => leaves(inner, secret));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, secret || looksSecret(name)));
}
