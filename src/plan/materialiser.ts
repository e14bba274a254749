// The materialised tree of one run, made when the first server needs it and removed afterwards. Says for which servers it
// would not be right: a Python environment that takes packages from the repository's own disk.

import { rm } from 'node:fs/promises';
import type { Repository } from '../git/repository.js';
import { untrackedEntries } from '../git/untracked.js';
import type { AbsPath } from '../model/base.js';
import { makePrivateFolder } from '../platform/private-folder.js';
import { editableInstall } from './dependency-links.js';
import { materialise, type TreeEntry } from './materialise.js';
import { memoize } from './memoize.js';
import type { Materialise } from './overlays.js';
import type { ReadObjects } from './text-store.js';

export interface Materialiser {
  readonly materialise: Materialise;
  /** Removes what was made. Never rejects. */
  dispose(): Promise<void>;
}

/**
 * @param listEntries what the tree holds: the index's entries (merged ones), or a commit's
 * @param guard told of the folder as soon as it exists, so that it is removed even when we are killed
 */
export function treeMaterialiser(
  repository: Repository,
  listEntries: () => Promise<readonly TreeEntry[]>,
  readObjects: ReadObjects,
  guard: (folder: AbsPath) => void,
): Materialiser {
  const folders: AbsPath[] = [];
  const made = memoize(async (_: 'tree') => {
    const { root } = repository;
    const [entries, untracked] = await Promise.all([listEntries(), untrackedEntries(repository)]);
    const folder = await makePrivateFolder();
    folders.push(folder);
    guard(folder);
    const [tree, editable] = await Promise.all([
      materialise({ root, folder, entries, untracked, readObjects }),
      editableInstall(root, untracked),
    ]);
    return { tree, editable };
  });
  return {
    materialise: async (definition) => {
      const { tree, editable } = await made('tree');
      if (editable !== undefined && definition.files.some((glob) => glob.endsWith('.py'))) {
        return { kind: 'unfit', why: `packages in "${editable}" are taken from the repository's own disk` };
      }
      return { kind: 'tree', tree };
    },
    dispose: async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true }).catch(() => {});
    },
  };
}
