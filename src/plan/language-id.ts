// Which language id a file is opened with. Never `plaintext`: vtsls, biome and html publish nothing for it, and
// that would be read as clean.

import type { RepoPath } from '../model/base.js';
import type { LanguageIdMap } from '../model/server-definition.js';
import { compileGlobs, isGlob } from '../platform/globs.js';
import { baseNameOf } from '../platform/paths.js';
import { memoize } from './memoize.js';

/**
 * File name, then the first glob of the map that matches, then the longest extension (`.blade.php` before `.php`), each as written and then in lower case, then the
 * map's default. A map that says nothing at all gives the bare extension (`a.fx`: `fx`), or the file's name in lower
 * case (`Makefile`: `makefile`). Undefined when there is a map and it has no answer: nobody knows what the server expects.
 */
export function languageIdOf(map: LanguageIdMap, path: RepoPath): string | undefined {
  const name = baseNameOf(path);
  const byName = lookUp(map.byName, name);
  if (byName !== undefined) return byName;
  const byGlob = Object.keys(map.byName).find((key) => isGlob(key) && matcherOf(key)(path));
  if (byGlob !== undefined) return map.byName[byGlob];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const byExtension = lookUp(map.byExtension, name.slice(dot));
    if (byExtension !== undefined) return byExtension;
  }
  if (map.default !== undefined) return map.default;
  return saysNothing(map) ? bareExtension(name) : undefined;
}

/** One glob serves every file. */
const matcherOf = memoize((glob: string) => compileGlobs([glob]));

function lookUp(ids: Readonly<Record<string, string>>, key: string): string | undefined {
  for (const spelling of [key, key.toLowerCase()]) {
    if (Object.hasOwn(ids, spelling)) return ids[spelling];
  }
  return undefined;
}

function saysNothing(map: LanguageIdMap): boolean {
  return Object.keys(map.byName).length === 0 && Object.keys(map.byExtension).length === 0;
}

/** `.bashrc` is a name, not an extension. A trailing dot gives no extension either. */
function bareExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1) : '';
  return (extension === '' ? name.replace(/^\.+|\.+$/g, '') : extension).toLowerCase();
}
