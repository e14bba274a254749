// Placeholders in what the server sends, and what it expects of the client's answers.

import { pathToFileURL } from 'node:url';

/**
 * Replaces `{rootUri}`, `{uri:NAME}`, `{path:NAME}` (NAME relative to the root) and `{x*1000}` (that many x) in every string of a JSON value,
 * keys included.
 */
export function fill(value, rootUri) {
  if (typeof value === 'string') {
    return value
      .replaceAll('{rootUri}', rootUri)
      .replace(/\{uri:([^}]*)\}/g, (_, name) => `${rootUri}/${pathToFileURL(`/${name}`).pathname.slice(1)}`)
      .replace(
        /\{path:([^}]*)\}/g,
        (_, name) => `${decodeURIComponent(rootUri.slice('file://'.length))}/${name}`,
      )
      .replace(/\{(.)\*(\d+)\}/g, (_, char, count) => char.repeat(Number(count)));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, rootUri));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [fill(key, rootUri), fill(item, rootUri)]),
    );
  }
  return value;
}

/** `expected` is `{ result }` or `{ errorCode }`; in a result, `{ $any: true }` and `{ $oneOf: […] }` are wild cards. */
export function isRightAnswer(response, expected) {
  if ('errorCode' in expected) return response.error?.code === expected.errorCode;
  return !('error' in response) && 'result' in response && matches(response.result, expected.result);
}

function matches(actual, expected) {
  if (expected !== null && typeof expected === 'object') {
    if (expected.$any === true) return true;
    if (Array.isArray(expected.$oneOf)) return expected.$oneOf.some((option) => matches(actual, option));
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual) !== Array.isArray(expected))
      return false;
    const keys = Object.keys(expected);
    return (
      Object.keys(actual).length === keys.length && keys.every((key) => matches(actual[key], expected[key]))
    );
  }
  return actual === expected;
}
