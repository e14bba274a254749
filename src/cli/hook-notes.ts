// What a folder of hooks brings with it that people do not expect: said by `hook install` and `hook status`.

import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type HookPlace, isTracked } from '../git/hooks.js';
import type { Location } from '../git/location.js';
import { repoPathOf, repoRootPath } from '../platform/paths.js';

/** Sentences; none for git's own folder, which all work trees share. */
export async function hookNotes(
  location: Location,
  { folder, setting }: HookPlace,
): Promise<readonly string[]> {
  if (setting === undefined || isAbsolute(setting.value)) return [];
  const path = repoPathOf(location.root, folder);
  if (path === undefined || path === '.git' || path.startsWith('.git/')) return [];
  const named = `note: core.hooksPath is ${setting.value}`;
  if (path !== repoRootPath && (await isTracked(location, path)))
    return [`${named}, and git tracks it: commit the hooks, so that others get them`];
  const here = await access(folder).then(
    () => '',
    () => ' It is missing here.',
  );
  return [
    `${named}, relative and not tracked (ignored, most often): a linked worktree does not have that folder, and git runs no hook there, without a word.${here}`,
  ];
}
