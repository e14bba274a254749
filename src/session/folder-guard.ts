// Sees to it that folders of this run's own are gone after it, also when it is killed: a reaper is started with the first of them.

import type { AbsPath } from '../model/base.js';
import type { Environment } from '../platform/environment.js';
import { type Reaper, startReaper } from './reaper.js';

export interface FolderGuard {
  /** Told of a folder before it is there. */
  readonly watch: (folder: AbsPath) => void;
  /** They are removed. */
  dismiss(): void;
}

export function folderGuard(env: Environment): FolderGuard {
  let reaper: Reaper | undefined;
  return {
    watch: (folder) => {
      reaper ??= startReaper({ PATH: env['PATH'] ?? '' });
      reaper.watchFolder(folder);
    },
    dismiss: () => reaper?.dismiss(),
  };
}
