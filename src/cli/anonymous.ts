// What may not go into a text that is pasted in public: folders of this machine, and values of the environment.

import type { Environment } from '../platform/environment.js';
import type { Anonymous } from '../report/doctor-markdown.js';

/** Shorter values are words like any other. */
const shortestValueChars = 8;

export function anonymousFor(root: string, env: Environment): Anonymous {
  const folders: readonly (readonly [string, string])[] = [
    [root, '.'],
    ...(env['HOME'] === undefined || env['HOME'].length < 2 ? [] : [[env['HOME'], '~'] as const]),
  ];
  const values = Object.entries(env).flatMap(([name, value]): (readonly [string, string])[] =>
    value === undefined || value.length < shortestValueChars ? [] : [[value, `$${name}`]],
  );
  const ours = (text: string) => withoutPaths(replaceAll(text, folders));
  return { ours, said: (text) => ours(replaceAll(replaceAll(text, folders), values)) };
}

/** Longer texts first: a folder's own name goes before its parent's. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  const byLength = [...pairs].sort(([a], [b]) => b.length - a.length);
  return byLength.reduce((done, [found, replacement]) => done.replaceAll(found, () => replacement), text);
}

/** Of other absolute paths only the last part stays; addresses (`https://…`) are none. */
function withoutPaths(text: string): string {
  const bare = text.replace(/file:\/\/(?=\/)/g, '');
  return bare.replace(
    /(?<![\w.~$/-])(?:\/[\w.@+~-]+){2,}/g,
    (path) => `…${path.slice(path.lastIndexOf('/'))}`,
  );
}
